/** What nearly every form shows, in Spanish. */
export const es = {
  optional: '(opcional)',
  choose: 'Elija…',
  datePattern: 'MM/DD/AAAA',
  problem: 'Hay un problema',
} as const
