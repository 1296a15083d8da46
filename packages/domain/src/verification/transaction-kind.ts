import type { BankTransaction } from './bank-report.ts'
import {
  hasLoanWords,
  incomeKind,
  isComingBack,
  isOneOff,
  isOtherLoan,
  isOwnTransfer,
  isShortageFee,
  knownLender,
} from './words/statement-words.ts'
import { type LineWords, wordsOf } from './words/word-list.ts'

/** What income verification reads from a line of an account. */
export type TransactionKind = 'nsf' | 'lender' | 'otherLoan' | 'transfer' | 'refund' | 'deposit' | 'spending'

/**
 * The kind of a line, by its words and direction. Fees go first, for a fee may quote the lender that caused it; words
 * of pay and benefits go before words that may stand in an employer's name. Transfers, refunds and borrowed money are
 * no income, whatever their rhythm; who pays an income plays no part (12 CFR 1002.6(b)(5)).
 */
export function transactionKind({ amount, description }: BankTransaction): TransactionKind {
  const words = wordsOf(description)
  return amount < 0n ? kindOut(words) : kindIn(words)
}

function kindOut(words: LineWords): TransactionKind {
  if (isShortageFee(words)) return 'nsf'
  if (knownLender(words) !== undefined) return 'lender'
  if (isOtherLoan(words)) return 'otherLoan'
  if (hasLoanWords(words)) return 'lender'
  return isOwnTransfer(words) ? 'transfer' : 'spending'
}

function kindIn(words: LineWords): TransactionKind {
  if (isComingBack(words)) return 'refund'
  if (knownLender(words) !== undefined) return 'lender'
  if (incomeKind(words) !== 'other') return 'deposit'
  if (isOtherLoan(words)) return 'otherLoan'
  if (hasLoanWords(words)) return 'lender'
  if (isOwnTransfer(words)) return 'transfer'
  return isOneOff(words) ? 'refund' : 'deposit'
}

/** What stands before the payer in the text of some banks. */
const LEAD =
  /^(?:(?:preauthorized |external )?(?:deposit|withdrawal) (?:from|-)|electronic (?:deposit|withdrawal|payment to)|ach (?:deposit|withdrawal|credit|debit|dep)|direct (?:deposit|debit)|early pay|pos withdrawal -|debit card purchase -?)[\s:-]*/iu
/** Labels of banks that write the company's name under one. */
const COMPANY =
  /\b(?:ORIG CO NAME|CO)\s*:\s*(.+?)\s*(?:\b(?:ORIG ID|CO ENTRY DESCR|DESC DATE|SEC|IND|NAME|DATA|ENTRY|ACH|ID)\b.*)?$/iu
const ENTRY = /\s+DES:.*$/iu
const NAMED_WORDS = 3

/** Who stands behind a line: its words without labels, numbers, dates and reference codes. */
export function counterparty(description: string): string {
  const company = COMPANY.exec(description)?.[1] ?? description.replace(ENTRY, '')
  return firstWords(company.replace(LEAD, '')) || firstWords(description)
}

const firstWords = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word.length > 1)
    .slice(0, NAMED_WORDS)
    .join(' ')
