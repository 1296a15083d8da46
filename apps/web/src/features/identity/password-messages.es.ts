/** What a password needs, in Spanish. */
export const es = {
  length: '{minimumLength} caracteres o más',
  letterCase: 'Mayúsculas y minúsculas',
  digit: 'Al menos un número',
  identicalRun: 'Ningún carácter {identicalRun} veces seguidas',
} as const
