import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { StatementAct } from '@dolphin/domain/verification/statement-acts'
import { STATEMENT_REFUSALS } from '@dolphin/domain/verification/statement-refusal'
import type { CallValue } from '../../calls/call.ts'

type Row = CallValue<'listStatement'>['statements'][number]

/** What the page of statements says. */
export const statementText = {
  title: 'Statements',
  caption: 'Statements that wait for a decision',
  empty: 'No statement waits for a decision.',
  choose: 'Choose a statement from the list.',
  customer: 'Customer',
  loan: 'Loan',
  kind: 'Kind',
  state: 'State',
  since: 'Waits',
  facts: 'What was read',
  stated: 'The borrower says',
  statedIncome: (income: string) => `${income} a month`,
  noEmployer: 'no employer',
  account: 'Typed account',
  noAccount: 'none yet',
  rows: 'Rows',
  rowsRead: (rows: number, inFile: number, from: string, to: string) =>
    `${rows} of ${inFile}, ${from} to ${to}`,
  noText: 'none: its pages are pictures without text',
  noRows: 'none: its text shows no transactions',
  look: 'none: look at the file',
  bank: 'Bank',
  bankUnknown: 'not known',
  accountInFile: 'Account in the file',
  balances: 'Balances',
  balance: {
    agree: 'follow from the amounts',
    disagree: 'do not follow from the amounts: look at the file row by row',
    none: 'none to check',
  },
  totals: ({ opening, rows, closing }: Readonly<Record<'opening' | 'rows' | 'closing', string>>) =>
    `${opening} + ${rows} = ${closing}`,
  totalsLabel: 'First balance, rows, last balance',
  skipped: 'Rows that do not count',
  more: (count: number) => `and ${count} more`,
  computed: 'Computed',
  findingsNeeded:
    'What was computed may not stand, or nothing was: accepting takes what you found in the file.',
  sources: 'Income found',
  perMonth: (net: string) => `${net} a month`,
  lines: 'Every row that was read',
  amount: 'Amount',
  date: 'Day',
  description: 'Description',
  save: 'Save the file',
  saveHint: 'Who saved it is in the audit.',
  unsafe: 'It may be unsafe: open it only where nothing can be harmed.',
  acts: 'What you can do',
  note: { label: 'Note', hint: 'Why. It stays in the history; the borrower does not read it.' },
  tail: 'Last 4 digits of the account on the statement',
  tailHint: 'They have to be those of the typed account.',
  tailWrong: 'Enter the 4 digits.',
  owner: 'Owner as the statement names them',
  ownerHint: 'Leave it empty where it names none.',
  income: 'Monthly net income',
  frequency: 'How often pay comes',
  choose1: 'Choose…',
  paydays: 'Next paydays',
  paydaysHint: 'Days like 2026-04-03, with commas between them.',
  from: 'First day that the statement shows',
  lastIncome: 'Day of the last income',
  average: 'Average balance',
  lowest: 'Lowest balance',
  missing: 'Enter what you found in the file.',
  amountWrong: 'An amount like 3076.66.',
  dayWrong: 'A day like 2026-04-03.',
  reason: 'What is wrong',
  reasonHint: 'The borrower reads it as it stands here.',
  reasonMissing: 'Choose what is wrong.',
} as const

export const KIND_TEXTS: Readonly<Record<Row['kind'], string>> = {
  csv: 'Table (CSV)',
  png: 'Picture',
  pdf: 'PDF',
  unknown: 'Another file',
  person: 'Asks for a person',
}

export const STATE_TEXTS: Readonly<Record<Row['state'], string>> = {
  columnsAsked: 'Its sender names the columns',
  waiting: 'Waits',
  quarantined: 'In quarantine',
  accepted: 'Accepted',
  refused: 'Refused',
}

interface ActText {
  readonly name: string
  readonly effect: string
  readonly done: (who: string) => string
}

export const STATEMENT_ACT_TEXTS: Readonly<Record<StatementAct, ActText>> = {
  accept: {
    name: 'Accept',
    effect: 'The income counts as verified, and the application goes on. The borrower is notified.',
    done: (who) => `Accepted: the statement of ${who}.`,
  },
  refuse: {
    name: 'Refuse',
    effect:
      'The borrower reads why on the page of the application and may send another; a mail with the reason is queued. Nothing is decided about the loan.',
    done: (who) => `Refused: the statement of ${who}.`,
  },
  release: {
    name: 'Release',
    effect: 'The file leaves quarantine and waits like any other statement; its sender can read it again.',
    done: (who) => `Released: the statement of ${who}.`,
  },
}

export const FREQUENCY_TEXTS: Readonly<Record<PayrollFrequency, string>> = {
  [PayrollFrequency.weekly]: 'Every week',
  [PayrollFrequency.biWeekly]: 'Every two weeks',
  [PayrollFrequency.semiMonthly]: 'Twice a month',
  [PayrollFrequency.monthly]: 'Every month',
}

/** What the borrower would read, by reason. */
export const REFUSAL_OPTIONS = Object.entries(STATEMENT_REFUSALS).map(([value, words]) => ({
  value,
  label: words.en,
}))
