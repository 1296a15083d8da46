/** What nearly every form shows, in Spanish. */
export const es = {
  optional: '(opcional)',
  choose: 'Elija…',
  problem: 'Hay un problema',
} as const
