import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import type { AccountEvent } from './account-event.ts'
import { day } from './changes/live-loan.sample.ts'
import type { DaySpan } from './late-days.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

/* A small model of the debt, of its own: whole cents, 260 % by days over 365, half-up at each event. For tests alone. */

interface Debt {
  principal: bigint
  interest: bigint
  fees: bigint
  overpaid: bigint
  at: LocalDate
}

/** The day on which it begins. */
export const START = day('2026-06-23')

/** 800.00 from June 23, 2026. */
const opening = (): Debt => ({ principal: 80_000n, interest: 0n, fees: 0n, overpaid: 0n, at: START })

/** 260 % of a principal for days over 365, half-up. */
export const daily = (principal: bigint, days: number): bigint =>
  days <= 0 ? 0n : (principal * 26n * BigInt(days) * 2n + 3_650n) / 7_300n

/** Interest of the days after `from` up to `to`, without those that are given up; rounded for each stretch of them. */
export function owedInterest(
  principal: bigint,
  from: LocalDate,
  to: LocalDate,
  free: readonly DaySpan[],
): bigint {
  let owed = 0n
  let since = from
  for (const span of apart(free)) {
    if (span.to <= since || span.from >= to) continue
    owed += daily(principal, daysBetween(since, span.from))
    since = span.to
  }
  return owed + daily(principal, daysBetween(since, to))
}

/** Spans that do not overlap, in order. */
function apart(spans: readonly DaySpan[]): DaySpan[] {
  const found: DaySpan[] = []
  for (const one of spans.toSorted((left, right) => left.from - right.from)) {
    const last = found.at(-1)
    if (last === undefined || one.from > last.to) found.push(one)
    else if (one.to > last.to) found[found.length - 1] = { from: last.from, to: one.to }
  }
  return found
}

function accrue(debt: Debt, to: LocalDate, free: readonly DaySpan[] = []): void {
  if (to <= debt.at) return
  debt.interest += owedInterest(debt.principal, debt.at, to, free)
  debt.at = to
}

/** What of an amount a part takes. */
function take(debt: Debt, part: 'fees' | 'interest' | 'principal', amount: bigint): bigint {
  const taken = amount < debt[part] ? amount : debt[part]
  debt[part] -= taken
  return amount - taken
}

/** A payment: fees, interest, principal, and the rest is overpaid. */
function pay(debt: Debt, amount: bigint): void {
  const rest = take(debt, 'principal', take(debt, 'interest', take(debt, 'fees', amount)))
  debt.overpaid += rest
}

const RANK: Readonly<Record<AccountEvent['kind'], number>> = {
  cancellation: 0,
  fee: 1,
  feeWaiver: 2,
  payment: 3,
  interestWaiver: 4,
  refund: 5,
  overpaymentRefund: 6,
  restWaiver: 7,
  writeOff: 8,
}
const rankOf = ({ kind, ofLateDays }: AccountEvent): number => (ofLateDays === true ? -1 : RANK[kind])

/** The debt after all that happened, by day; on a day waivers of late days, fees, payments, then the rest. */
export function debtAfter(events: readonly AccountEvent[]): Debt {
  const debt = opening()
  const inOrder = events.toSorted(
    (left, right) => left.date - right.date || rankOf(left) - rankOf(right) || (left.id < right.id ? -1 : 1),
  )
  for (const { kind, date, amount } of inOrder) {
    if (kind === 'payment' || kind === 'interestWaiver' || kind === 'restWaiver' || kind === 'writeOff')
      accrue(debt, date)
    if (kind === 'overpaymentRefund') accrue(debt, date)
    if (kind === 'payment') pay(debt, amount)
    else if (kind === 'fee') {
      const fromOverpaid = amount < debt.overpaid ? amount : debt.overpaid
      debt.overpaid -= fromOverpaid
      debt.fees += amount - fromOverpaid
    } else if (kind === 'feeWaiver') take(debt, 'fees', amount)
    else if (kind === 'interestWaiver') take(debt, 'interest', amount)
    else if (kind === 'restWaiver')
      take(debt, 'principal', take(debt, 'interest', take(debt, 'fees', amount)))
    else if (kind === 'writeOff') Object.assign(debt, { principal: 0n, interest: 0n, fees: 0n })
    else if (kind === 'refund') debt.overpaid -= amount < debt.overpaid ? amount : debt.overpaid
    else if (kind === 'overpaymentRefund') {
      const fromOverpaid = amount < debt.overpaid ? amount : debt.overpaid
      debt.overpaid -= fromOverpaid
      debt.principal += amount - fromOverpaid
    }
  }
  return debt
}

/** The payments to come on their days, each at most what is owed then, and what they leave. */
export function rowsOf(debt: Debt, toCome: readonly AgreedInstallment[], free: readonly DaySpan[]) {
  const run = { ...debt }
  const rows = toCome.flatMap(({ number, dueDate, amount }) => {
    accrue(run, dueDate, free)
    const owed = run.fees + run.interest + run.principal
    const taken = amount < owed ? amount : owed
    pay(run, amount)
    return taken === 0n ? [] : [{ number, amount: taken, balanceAfter: run.principal }]
  })
  return { rows, left: run.fees + run.interest + run.principal }
}
