import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { Difference } from '@dolphin/domain/approvals/canonical-act'
import { type Figure, figureDifferences, figuresCompared, inWords } from '@dolphin/domain/approvals/figures'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { stateText } from '@dolphin/domain/loans/loan-life'
import { cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { transactionStatusText } from '@dolphin/domain/payments/transaction-status'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { CarriedOut } from '../approvals/approval-kind.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { loanArrears } from './loan-arrears.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { loadNextPayment } from './next-payment-of.ts'

type Needed = Pick<Deps, 'portfolios' | 'calendar' | 'cipher'>

/** What of a loan a decision may change: its status, what is owed today, and the next payment. */
async function figuresOf(deps: Needed, { tx, now }: UnitOfWork, loan: Loan): Promise<Figure[]> {
  const status = { label: 'Status', value: stateText(loan) }
  const loaded = await loadServicedLoan(deps, tx, loan, now)
  if (loaded === undefined) return [status]
  const { state } = loaded.account
  const { today } = loaded.serviced
  const quote = payoffOn(loaded.terms, state, today < state.accruedTo ? state.accruedTo : today)
  const arrears = loanArrears(loaded, today)
  const next = await loadNextPayment(deps, tx, loan, now)
  return [
    status,
    { label: 'Owed today', value: quote.total },
    { label: 'Principal', value: quote.principal },
    { label: 'Interest', value: cents(quote.unpaidInterest + quote.newInterest) },
    { label: 'Fees', value: quote.fees },
    { label: 'Overpaid', value: state.overpaid },
    { label: 'Refunded', value: state.refunded },
    { label: 'Past due', value: arrears.amount },
    { label: 'Days past due', value: String(arrears.days) },
    ...(next === undefined
      ? []
      : [
          { label: 'Next payment', value: formatLocalDate(next.date) },
          { label: 'Amount of the next payment', value: next.total },
        ]),
  ]
}

const TYPE_NAMES = new Map<number, string>([
  [TransactionType.credit, 'Credit to the borrower'],
  [TransactionType.debit, 'Payment from the borrower'],
  [TransactionType.refund, 'Refund to the borrower'],
])

const described = ({ type, amount, effectiveDate, status }: MoneyTransaction): string =>
  `${TYPE_NAMES.get(type) ?? type} of ${formatCurrency(amount)}, ${formatLocalDate(effectiveDate)}: ${transactionStatusText(status)}`

/** Transactions that are new or stand elsewhere, and notices that go out. */
async function happenings({ tx }: UnitOfWork, loan: Loan): Promise<ReadonlyMap<string, string>> {
  const transactions = (await listTransactions(tx, loan)).map(
    (one) => [`${one.transactionNo}/${one.status}/${one.amount}`, described(one)] as const,
  )
  const notices = (await listNoticeTrail(tx, loan)).map(
    ({ dedupKey, kind }) => [`notice/${dedupKey}`, `Notice to the borrower: ${inWords(kind)}`] as const,
  )
  return new Map([...transactions, ...notices])
}

/** How the figures before and after an act are told. */
export type Compare = (before: readonly Figure[], after: readonly Figure[]) => Difference[]

const OWED: readonly string[] = ['Owed today', 'Principal', 'Interest', 'Fees']

/** What is owed, part by part, also where it stays; of the rest what changes. */
export const comparedWithOwed: Compare = (before, after) =>
  figuresCompared(before, after).filter((row) => row.before !== row.after || OWED.includes(row.label))

/** What is done to a loan, and how its figures are compared. */
interface LoanAct {
  readonly work: () => Promise<Result<unknown>>
  readonly compare?: Compare | undefined
}

/** Does something to a loan and says what that changed; the loan is locked by who asks. */
export async function withLoanEffects(
  deps: Needed,
  unit: UnitOfWork,
  loan: Loan,
  { work, compare = figureDifferences }: LoanAct,
): Promise<Result<CarriedOut>> {
  const before = await figuresOf(deps, unit, loan)
  const known = await happenings(unit, loan)
  const done = await work()
  if (!done.ok) return done
  const found = await findAnyLoan(unit.tx, loan.loanNo)
  if (!found.ok) return found
  const after = await figuresOf(deps, unit, found.value)
  const effects = [...(await happenings(unit, found.value))].flatMap(([key, words]) =>
    known.has(key) ? [] : [words],
  )
  // In one order, whatever order the rows of one instant are read in: the digest is over them.
  return ok({ differences: compare(before, after), effects: effects.toSorted() })
}
