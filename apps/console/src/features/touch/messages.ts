/** What stands where a passkey is touched over an act that releases money. */
export const touchText = {
  lead: 'This releases money. Your passkey signs exactly this, and nothing else:',
  digestLabel: 'Digest of the act',
  touch: 'Touch and do it',
  touchHere: 'Touch for the terminal',
  title: 'Touch for a terminal',
  given: 'Touched. The terminal goes on by itself within a few seconds.',
  used: 'The act was done.',
  over: 'The five minutes of this touch are over. Do the act at the terminal again.',
  until: (time: string) => `Until ${time} ET.`,
} as const
