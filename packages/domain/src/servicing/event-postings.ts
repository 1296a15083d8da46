import { cents, negate } from '../money/cents.ts'
import { LedgerAccount, type LedgerEntry, type Posting, posting, PostingKind } from '../payment/ledger.ts'
import { accrualLines } from './account-books.ts'
import type { AccountEventKind } from './account-event.ts'
import type { AppliedEvent } from './loan-account.ts'

/** What the posting of an event is called. */
const KIND: Readonly<Record<AccountEventKind, PostingKind>> = {
  payment: PostingKind.paymentReceived,
  cancellation: PostingKind.cancelled,
  fee: PostingKind.feeCharged,
  feeWaiver: PostingKind.feeWaived,
  interestWaiver: PostingKind.interestWaived,
  refund: PostingKind.refundSent,
  writeOff: PostingKind.writtenOff,
}

type Amounts = Partial<Record<LedgerAccount, bigint>>

/** What an event adds to each account of the books, its interest apart: debit positive. */
function amountsOf({ event, incomeGivenUp, ...parts }: AppliedEvent): Amounts {
  const { amount } = event
  const settled: Amounts = {
    principal: negate(parts.toPrincipal),
    interestReceivable: negate(parts.toInterest),
    fees: negate(parts.toFees),
    cashInTransit: negate(parts.overpayment),
    income: incomeGivenUp,
  }
  switch (event.kind) {
    case 'payment':
    case 'cancellation':
      return { ...settled, customer: amount }
    case 'fee':
      return { fees: amount - parts.toFees, cashInTransit: parts.toFees, income: negate(amount) }
    case 'feeWaiver':
    case 'interestWaiver':
      return settled
    case 'refund':
      return { cashInTransit: amount - incomeGivenUp, income: incomeGivenUp, customer: negate(amount) }
    case 'writeOff':
      return { ...settled, writeOff: parts.toPrincipal + parts.toInterest + parts.toFees }
  }
}

const linesOf = (amounts: Amounts): LedgerEntry[] =>
  Object.values(LedgerAccount).flatMap((account) => {
    const amount = amounts[account] ?? 0n
    return amount === 0n ? [] : [{ account, amount: cents(amount) }]
  })

/**
 * What an event books: the interest reckoned up to it, then its own posting. What changes nothing books nothing.
 * The event's id is the postings' transaction. With the disbursement's postings, those of a whole history come to
 * `booksOf` its last state. Source: domain.md §9.
 */
export function postingsOf(applied: AppliedEvent, loanNo: string): Posting[] {
  const { id, date, kind } = applied.event
  const facts = { loanNo, transactionId: id, effectiveDate: date }
  const accrued = accrualLines(applied)
  const own = linesOf(amountsOf(applied))
  return [
    ...(accrued.length > 0 ? [posting(PostingKind.accrual, facts, accrued)] : []),
    ...(own.length > 0 ? [posting(KIND[kind], facts, own)] : []),
  ]
}
