/** The texts around a signature, in Spanish. */
export const es = {
  way: '¿Cómo quiere firmar?',
  wayTyped: 'Escribir mi nombre',
  wayDrawn: 'Dibujar mi firma',
  typedName: 'Su nombre completo',
  typedNameHint: 'Escríbalo como está en el contrato: {name}',
  nameMissing: 'Escriba su nombre completo',
  nameShort: 'Su nombre completo debe tener 2 caracteres o más.',
  nameLong: 'Su nombre completo no debe tener más de 120 caracteres',
  preview: 'Su firma se verá así',
  drawn: 'Su firma',
  drawnHint: 'Dibuje con el dedo, un lápiz o el ratón. También puede escribir su nombre.',
  drawnMissing: 'Dibuje su firma o elija escribir su nombre',
  clear: 'Borrar y dibujar de nuevo',
} as const
