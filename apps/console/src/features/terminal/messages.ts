/** What the page of terminals says. */
export const terminalText = {
  title: 'Let a terminal in',
  lead: 'The terminal shows a code after: npm run ops -- login. Enter it here, and only if you started it yourself.',
  code: 'Code of the terminal',
  codeHint: 'Ten letters and digits, such as 7F2KQ-0M9XT. It works for ten minutes.',
  missingCode: 'Enter the code that the terminal shows.',
  gets: (name: string) =>
    `It then acts as ${name}, with your roles, for 24 hours. What you enter there, another confirms here.`,
  letIn: 'Let it in',
  unknown:
    'No terminal waits with this code. Look at the terminal again: codes end after ten minutes. Then start login once more.',
  doneTitle: (label: string) => `${label} is in`,
  done: 'The terminal goes on by itself within a few seconds. Its access ends after 24 hours.',
  strange: 'That is not your terminal? End it now.',
  end: 'End it',
  notYet: 'The terminal has not taken up its access yet. Wait a few seconds, then end it.',
  endedTitle: 'The terminal is out',
  ended: 'What was entered there stays.',
  another: 'Let another terminal in',
} as const
