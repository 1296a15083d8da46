import type { BankTransaction } from './bank-report.ts'

/** What income verification reads from a line of an account. */
export type TransactionKind = 'nsf' | 'lender' | 'transfer' | 'refund' | 'deposit' | 'spending'

const NSF = /\b(nsf|insufficient funds|returned item|overdraft item fee|od fee|uncollected funds)\b/iu
const LENDER = /\b(loan|loans|lending|payday|cash advance|installment|lender|credit advance)\b/iu
const TRANSFER = /\b(transfer|xfer|zelle|venmo|cash app|from savings|from checking)\b/iu
const REFUND = /\b(refund|reversal|returned purchase|chargeback|cash back|atm deposit)\b/iu

/**
 * The kind of a line, by its words and direction. Transfers, refunds and borrowed money are no income, whatever
 * their rhythm; who pays an income plays no part (12 CFR 1002.6(b)(5)).
 */
export function transactionKind({ amount, description }: BankTransaction): TransactionKind {
  if (amount < 0n && NSF.test(description)) return 'nsf'
  if (LENDER.test(description)) return 'lender'
  if (TRANSFER.test(description)) return 'transfer'
  if (amount < 0n) return 'spending'
  return REFUND.test(description) || NSF.test(description) ? 'refund' : 'deposit'
}

/** Who stands behind a line: its words without numbers, dates and reference codes. */
export function counterparty(description: string): string {
  return description
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word.length > 1)
    .slice(0, 3)
    .join(' ')
}
