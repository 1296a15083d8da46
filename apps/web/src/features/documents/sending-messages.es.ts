/** Texts of a file on its way to us, in Spanish. */
export const es = {
  progress: 'Cuánto se ha enviado',
  stop: 'Dejar de enviar',
  sending: 'Enviando… {percent}%',
  again: 'Enviar de nuevo',
  interrupted: 'Se cortó la conexión. Su archivo sigue elegido. Lo enviamos otra vez por nuestra cuenta.',
  previewAlt: 'La foto que eligió',
  previewCheck: '¿Se lee cada línea? Si no, tómela otra vez.',
} as const
