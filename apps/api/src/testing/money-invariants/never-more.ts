import { cents, sum } from '@dolphin/domain/money/cents'
import {
  isPayment,
  TransactionPurpose,
  TransactionType,
  TransactionStatus,
} from '@dolphin/domain/payments/codes'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { accountEvents } from '../../modules/servicing/account-facts.ts'
import type { LoanDebt } from './books-agree.ts'
import {
  byLoanNo,
  type MoneyRows,
  type SentEntry,
  type TimedTransaction,
  type Violation,
} from './money-rows.ts'

const { credit, refund } = TransactionType

/** I4: no more paid out than approved, no more debited than owed, no more sent back than was paid. */
export function excessViolations(rows: MoneyRows, debts: readonly LoanDebt[]): Violation[] {
  const moneyTransactions = byLoanNo(rows.moneyTransactions)
  const charges = byLoanNo(rows.charges)
  const sent = byLoanNo(rows.sent.map((one) => ({ ...one, loanNo: one.transaction.loanNo })))
  const totals = rows.loans.flatMap(({ loanNo, approvedAmount }) =>
    totalFaults(moneyTransactions.get(loanNo) ?? [], approvedAmount ?? 0n).map(
      (words): Violation => ({ rule: 'I4', loanNo, words }),
    ),
  )
  const debited = debts.flatMap((debt) => {
    const { loanNo } = debt.loan
    const own = { moneyTransactions: moneyTransactions.get(loanNo) ?? [], charges: charges.get(loanNo) ?? [] }
    return [...overdebited(debt, own, sent.get(loanNo) ?? []), ...keptExcess(debt)].map(
      (words): Violation => ({ rule: 'I4', loanNo, words }),
    )
  })
  return [...totals, ...debited]
}

function totalFaults(moneyTransactions: readonly TimedTransaction[], approved: bigint): string[] {
  const of = (counts: (one: TimedTransaction) => boolean) =>
    sum(moneyTransactions.filter(counts).map(({ amount }) => amount))
  const paidOut = of(({ type, status }) => type === credit && status > 0)
  const sentBack = of(({ type, status }) => type === refund && status >= 0)
  const everPaid = of((one) => isPayment(one) && one.at.settled !== null)
  return [
    ...(paidOut > approved ? [`${paidOut} was paid out and ${approved} approved`] : []),
    ...(sentBack > everPaid ? [`${sentBack} goes back and ${everPaid} was ever paid`] : []),
  ]
}

/** A loan's rows of money. */
interface LoanRows {
  readonly moneyTransactions: readonly TimedTransaction[]
  readonly charges: MoneyRows['charges']
}

/** Each file's debits of the loan, beside what was owed when it was cut with all under way taken off. */
function overdebited(debt: LoanDebt, own: LoanRows, sent: readonly SentEntry[]): string[] {
  const files = new Map<string, SentEntry[]>()
  for (const one of sent.filter(({ transaction }) => isPayment(transaction))) {
    files.set(one.file.fileNo, [...(files.get(one.file.fileNo) ?? []), one])
  }
  return [...files].flatMap(([fileNo, entries]) => {
    const [first] = entries
    if (first === undefined || first.transaction.purpose === 'rescission') return []
    const taken = sum(entries.map(({ entry }) => entry.amount))
    const owed = owedWhenOriginated(debt, own, first)
    return taken > owed ? [`${fileNo} takes ${taken} where ${owed} was left to take`] : []
  })
}

/** What was known then: settled by then and not come back; and what was with the bank, taken as paid. */
function owedWhenOriginated(
  { facts: { terms } }: LoanDebt,
  { moneyTransactions, charges }: LoanRows,
  { entry, file }: SentEntry,
): bigint {
  const originatedAt = file.createdAt
  const by = (at: Date | null): boolean => at !== null && at <= originatedAt
  const before = moneyTransactions.filter(({ at }) => at.rejected === null || !by(at.rejected))
  const counted = before
    .filter(({ at, type }) => by(at.settled) || (type === refund && by(at.sent)))
    .map((one) => ({ ...one, status: TransactionStatus.notChecked }))
  const known = accountEvents(
    counted,
    charges.filter(
      ({ createdAt, voidedAt }) =>
        createdAt <= originatedAt && (voidedAt === null || voidedAt > originatedAt),
    ),
  )
  const underWay = before
    .filter((one) => {
      const { at, transactionNo } = one
      const isEarlier = at.sent !== null && at.sent < originatedAt && transactionNo !== entry.transactionNo
      return isPayment(one) && isEarlier && !by(at.settled)
    })
    .map(({ transactionNo: id, effectiveDate: date, amount }) => ({
      id,
      kind: 'payment' as const,
      date,
      amount,
    }))
  const { state } = replayAccount(terms, [...known, ...underWay])
  const date = entry.effectiveDate > state.accruedTo ? entry.effectiveDate : state.accruedTo
  return payoffOn(terms, state, date).total
}

/** What was overpaid goes back, at the latest when every debit is checked. */
function keptExcess({ loan, facts: { account, transactions } }: LoanDebt): string[] {
  const isOpen = transactions.some((one) => isPayment(one) && [1, 2, 4].includes(one.status))
  const planned = sum(
    transactions
      .filter(
        ({ type, purpose, status }) =>
          type === refund && purpose !== TransactionPurpose.reversal && (status === 0 || status === 1),
      )
      .map(({ amount }) => amount),
  )
  const kept = cents(account.state.overpaid - planned)
  return !isOpen && kept > 0n ? [`${kept} was overpaid on ${loan.loanNo} and no refund is planned`] : []
}
