/** What the page of terminals says. */
export const terminalText = {
  title: 'Let a terminal in',
  lead: 'The terminal shows a code after: npm run ops -- login. Enter it here, and only if you started it yourself.',
  code: 'Code of the terminal',
  codeHint: 'Ten letters and digits, such as 7F2KQ-0M9XT. It works for ten minutes.',
  missingCode: 'Enter the code that the terminal shows.',
  gets: (name: string) =>
    `It then acts as ${name}, with these roles, for 12 hours at most. It ends when you sign out anywhere. What releases money there, you touch for here.`,
  asks: (address: string, when: string) => `It asks from the address ${address}, since ${when}.`,
  next: 'Show the terminal',
  letIn: 'Touch and let it in',
  back: 'Another code',
  unknown:
    'No terminal waits with this code. Look at the terminal again: codes end after ten minutes. Then start login once more.',
  doneTitle: (label: string) => `${label} is in`,
  done: 'The terminal goes on by itself within a few seconds. Its access ends after 12 hours, or when you sign out anywhere.',
  strange: 'That is not your terminal? End it now.',
  end: 'End it',
  endedTitle: 'The terminal is out',
  ended: 'What was entered there stays.',
  another: 'Let another terminal in',
} as const
