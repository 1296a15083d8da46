/** What an entry does to the receiver's account. */
export interface TransactionCodeMeaning {
  readonly account: 'checking' | 'savings' | 'loan'
  readonly direction: 'credit' | 'debit'
  /** live moves money; prenote, zeroDollar carry none; return is a return or a notification of change. */
  readonly use: 'live' | 'prenote' | 'zeroDollar' | 'return'
}

/** Two-digit codes of entry details. Source: ach.md §1; 55 only as a reversal. */
export const TRANSACTION_CODES: ReadonlyMap<string, TransactionCodeMeaning> = new Map([
  ['21', { account: 'checking', direction: 'credit', use: 'return' }],
  ['22', { account: 'checking', direction: 'credit', use: 'live' }],
  ['23', { account: 'checking', direction: 'credit', use: 'prenote' }],
  ['24', { account: 'checking', direction: 'credit', use: 'zeroDollar' }],
  ['26', { account: 'checking', direction: 'debit', use: 'return' }],
  ['27', { account: 'checking', direction: 'debit', use: 'live' }],
  ['28', { account: 'checking', direction: 'debit', use: 'prenote' }],
  ['29', { account: 'checking', direction: 'debit', use: 'zeroDollar' }],
  ['31', { account: 'savings', direction: 'credit', use: 'return' }],
  ['32', { account: 'savings', direction: 'credit', use: 'live' }],
  ['33', { account: 'savings', direction: 'credit', use: 'prenote' }],
  ['34', { account: 'savings', direction: 'credit', use: 'zeroDollar' }],
  ['36', { account: 'savings', direction: 'debit', use: 'return' }],
  ['37', { account: 'savings', direction: 'debit', use: 'live' }],
  ['38', { account: 'savings', direction: 'debit', use: 'prenote' }],
  ['39', { account: 'savings', direction: 'debit', use: 'zeroDollar' }],
  ['51', { account: 'loan', direction: 'credit', use: 'return' }],
  ['52', { account: 'loan', direction: 'credit', use: 'live' }],
  ['53', { account: 'loan', direction: 'credit', use: 'prenote' }],
  ['54', { account: 'loan', direction: 'credit', use: 'zeroDollar' }],
  ['55', { account: 'loan', direction: 'debit', use: 'live' }],
  ['56', { account: 'loan', direction: 'debit', use: 'return' }],
])

/** The code of a live credit to a checking or savings account. Money market accounts are coded as the bank says. */
export const liveCreditCode = (account: 'checking' | 'savings'): string =>
  account === 'checking' ? '22' : '32'

/** Whether entries of this code carry an amount above zero. */
export const movesMoney = ({ use }: TransactionCodeMeaning): boolean => use === 'live' || use === 'return'

/** The code of a live debit from a checking or savings account. */
export const liveDebitCode = (account: 'checking' | 'savings'): string =>
  account === 'checking' ? '27' : '37'

/** The code of a prenote to a checking or savings account: of zero dollars, ahead of debits or of credits. */
export const prenoteCode = (account: 'checking' | 'savings', direction: 'credit' | 'debit'): string => {
  const ofChecking = direction === 'credit' ? 23 : 28
  return String(account === 'checking' ? ofChecking : ofChecking + 10)
}
