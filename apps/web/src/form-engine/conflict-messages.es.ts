/** Which of two values of one answer holds, in Spanish. */
export const es = {
  title: 'Esto se cambió en otro lugar',
  lead: 'Desde que abrió esta página, se guardaron estas respuestas en otro dispositivo. Elija cuáles conservar.',
  mine: 'Lo que escribió aquí',
  theirs: 'Lo que está guardado ahora',
  keep: 'Conservar estas respuestas',
  empty: 'Vacío',
} as const
