/** The texts around a signature, in Spanish. */
export const es = {
  way: 'Su firma',
  wayTyped: 'Escribir',
  wayDrawn: 'Dibujar',
  typedName: 'Su nombre completo',
  typedNameHint: 'Como está en el contrato: {name}',
  nameMissing: 'Escriba su nombre completo',
  nameShort: 'Su nombre completo debe tener 2 caracteres o más.',
  nameLong: 'Su nombre completo no debe tener más de 120 caracteres',
  nameOther: 'Escriba su nombre completo como aparece en el contrato: {name}',
  preview: 'Su firma se verá así',
  drawn: 'Dibuje aquí',
  drawnHint: 'Use el dedo, un lápiz o el ratón.',
  drawnMissing: 'Dibuje su firma o elija escribir su nombre',
  clear: 'Borrar y dibujar de nuevo',
} as const
