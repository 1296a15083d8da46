/** What nearly every form shows, in Spanish. */
export const es = {
  optional: '(opcional)',
  choose: 'Elija…',
  datePattern: 'MM/DD/AAAA',
  monthPattern: 'MM/AAAA',
  problem: 'Hay un problema',
} as const
