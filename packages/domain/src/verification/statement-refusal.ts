/**
 * Why a person cannot accept what was sent in place of a bank link, in words to the borrower: what is wrong and what
 * to do. A closed list, so that no employee's free text reaches a borrower. Our decision.
 */
export const STATEMENT_REFUSALS = {
  unreadable: 'We could not read it. Send a sharper picture, or the CSV file from your bank.',
  notAStatement: 'It is not a bank statement. Download one from your bank, or link your account.',
  otherAccount:
    'It is of another account than the one you typed. Correct your account, or send its statement.',
  otherPerson: 'It is in another name than yours. Send a statement of an account that you own.',
  tooShort: 'It covers too few days. Send the last 90 days.',
  tooOld: 'It ends too long ago. Send one that goes up to this week.',
  notWhole: 'Pages or lines are missing. Send the whole statement.',
  noRegularIncome: 'We found no regular income in it. Link or send the account that your pay goes to.',
  unsafeFile: 'The file is not safe to open. Download it again from your bank and send it as it is.',
} as const

export type StatementRefusal = keyof typeof STATEMENT_REFUSALS

export const STATEMENT_REFUSAL_CODES = Object.keys(STATEMENT_REFUSALS) as readonly StatementRefusal[]
