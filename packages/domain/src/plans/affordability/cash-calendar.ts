import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, cents } from '../../money/cents.ts'

export type CashEventKind = 'payday' | 'bill' | 'installment'

/** Money expected in or out of one account on one day. */
export type CashFlow = {
  readonly date: LocalDate
  readonly kind: CashEventKind
  /** Who pays or is paid; empty for an installment. */
  readonly label: string
  /** Positive in, negative out. */
  readonly amount: Cents
}

/** A transaction and what the account holds after it. */
export type CashEvent = CashFlow & { readonly balanceAfter: Cents }

/** The days ahead of one account, as far as they are known. */
export type CashCalendar = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly startBalance: Cents
  /** In order; on one day money that comes in counts before money that goes out. */
  readonly events: readonly CashEvent[]
  /** The lowest point, and on which day it is first reached. */
  readonly lowest: { readonly date: LocalDate; readonly balance: Cents }
  /** Installments after which the account would stand below zero. */
  readonly shortfalls: readonly CashEvent[]
}

const ORDER: Readonly<Record<CashEventKind, number>> = { payday: 0, bill: 1, installment: 2 }

/** Lays out what is known of the days after `from` up to and including `to`. Nothing is rounded. */
export function cashCalendar({
  from,
  to,
  startBalance,
  cashFlows,
}: Pick<CashCalendar, 'from' | 'to' | 'startBalance'> & {
  readonly cashFlows: readonly CashFlow[]
}): CashCalendar {
  let balance = startBalance
  let lowest = { date: from, balance }
  const events = cashFlows
    .filter(({ date }) => date > from && date <= to)
    .toSorted((a, b) => a.date - b.date || ORDER[a.kind] - ORDER[b.kind])
    .map((transaction) => {
      balance = cents(balance + transaction.amount)
      if (balance < lowest.balance) lowest = { date: transaction.date, balance }
      return { ...transaction, balanceAfter: balance }
    })
  return {
    from,
    to,
    startBalance,
    events,
    lowest,
    shortfalls: events.filter(({ kind, balanceAfter }) => kind === 'installment' && balanceAfter < 0n),
  }
}
