/** What a password needs, in Spanish. */
export const es = {
  length: '{minimumLength} caracteres o más',
  letterCase: 'Letras mayúsculas y minúsculas',
  digit: 'Al menos un número',
  identicalRun: 'Ningún carácter {identicalRun} veces seguidas',
} as const
