interface Imported {
  readonly returns: number
  readonly notices: number
  readonly known: number
  readonly unmatched: number
}

/** What the money page says. */
export const moneyText = {
  title: 'Money',
  portfolio: 'Portfolio',
  day: 'Day',
  noPortfolio: 'You have no portfolio whose money you may see.',
  cutOffs: 'Cut-offs',
  batchCutOff: (at: string, left: string) => `The next batch closes ${at}, in ${left}.`,
  sameDayCutOff: (at: string, left: string) =>
    `Money that is asked for until ${at} arrives that day: ${left} left.`,
  next: 'Next batch',
  nextLead: 'What a run would send and hold now. Looking changes nothing.',
  look: 'Look at the next batch',
  lookAgain: 'Look again',
  nothingDue: (day: string) => `Nothing is due on ${day}.`,
  goesOn: 'More is due than fits these files. The rest is cut right after.',
  file: 'File',
  sameDay: 'Same day',
  nextDay: 'Next banking day',
  effective: 'Takes effect',
  credits: 'Credits',
  debits: 'Debits',
  entries: 'Entries',
  prenotes: 'Prenotes',
  sentBack: 'Returns sent back',
  creditTotal: 'Credit total',
  debitTotal: 'Debit total',
  held: 'Held debits by rule',
  heldEmpty: 'No debit is held.',
  rule: 'Rule',
  count: 'Debits',
  amount: 'Amount',
  loans: 'Loans',
  failedLoans: (count: number) =>
    count === 1
      ? 'One loan was left out and is tried again.'
      : `${count} loans were left out and are tried again.`,
  cut: 'Cut the files now',
  cutAct: 'Cut and send',
  cutTitle: (portfolioId: number) => `Cut the files of portfolio ${portfolioId}`,
  cutEffect: (credits: string, debits: string) =>
    `The files go to the bank: ${credits} are paid out and ${debits} collected. This cannot be taken back. Without you the timetable cuts them before the cut-off.`,
  endsUndo: (time: string) =>
    `Borrowers were promised that they can undo these payments until ${time} ET. A run before then ends that.`,
  cutDone: (files: number) => (files === 1 ? 'Cut: one file.' : `Cut: ${files} files.`),
  cutNothing: 'Nothing was due: no file was cut.',
  settle: 'Settle what is due',
  settleAct: 'Settle now',
  settleTitle: (portfolioId: number) => `Settle portfolio ${portfolioId}`,
  settleEffect:
    'Credits whose day has come count as paid out, and debits without a return after two banking days count as collected. The timetable does the same every morning.',
  settleDone: (settled: number, checked: number) =>
    `Settled: ${settled} paid out, ${checked} collected for good.`,
  import: 'Import a return file',
  importLead:
    'Files in the bank’s folder are imported every minute. Use this for a file that came another way.',
  importOpen: 'Choose a file',
  importTitle: (portfolioId: number) => `Import a return file for portfolio ${portfolioId}`,
  importEffect:
    'Its returns and notices of change apply at once: payments are returned, debits are held or retried, borrowers are notified. Entries imported before change nothing.',
  importFile: 'Return file',
  importPrompt: 'Choose the file or drop it here',
  importMissing: 'Choose the file.',
  importAct: 'Import',
  importDone: ({ returns, notices, known, unmatched }: Imported) =>
    `Imported. Returns: ${returns}. Notices of change: ${notices}. Known already: ${known}. Without a match: ${unmatched}.`,
  files: 'Files of the day',
  filesEmpty: 'No file was cut on this day.',
  cutAt: 'Cut',
  sent: 'Given to the bank',
  notSent: 'not yet',
  hash: 'SHA-256',
  bank: 'What the bank sent',
  bankEmpty: 'The bank sent nothing on this day.',
  bankCut: 'The day has more than stand here.',
  came: 'Came',
  kind: 'Kind',
  code: 'Code',
  trace: 'Trace number',
  loan: 'Loan',
  outcome: 'What became of it',
  rates: 'Return rates',
  ratesLead: 'Of the debits that were sent, beside the limits of the Nacha rules.',
  rate: 'Rate',
  limit: 'Limit',
  returns: 'Returns',
  status: 'State',
  noDebits: 'no debit yet',
  exceptions: 'Exceptions to resolve',
  exceptionsEmpty: 'Nothing from the bank waits for a person.',
  open: 'Open',
  kinds: {
    return: 'Return',
    noticeOfChange: 'Notice of change',
    dispute: 'Dispute of a return',
    unread: 'Unread',
  },
  outcomes: {
    applied: 'Applied',
    refused: 'Refused by a rule',
    unmatched: 'Fits no entry of ours',
    quarantined: 'Kept apart',
    solved: 'Settled since',
  },
  rateKinds: { unauthorized: 'Unauthorized', administrative: 'Administrative', overall: 'All' },
  rateStates: { ok: 'Within the limit', near: 'Near the limit', over: 'Over the limit' },
  windows: { sixtyDays: 'Sixty days', twoMonths: 'Two months' },
}
