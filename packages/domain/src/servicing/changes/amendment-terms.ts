import { batchCutOffOn } from '../../calendar/cut-off.ts'
import { addDays, formatLocalDate } from '../../calendar/local-date.ts'
import { moneyToWire } from '../../money/cents.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import type { ChangePlan, ScheduleRow } from './change-plan.ts'

/** An amendment can be signed for so many days, as an agreement can; less where its payments come sooner. */
const DAYS_TO_SIGN = 7

/**
 * The last moment at which an amendment can be signed: a cut-off at which the change can still touch every payment
 * concerned and tell of every debit in time. Source: domain.md §10, facts of debit-notices.ts.
 */
export function signAmendmentBy({ hours, today }: ServicedLoan, { cutOffAt, notices }: ChangePlan): Date {
  const days = notices.flatMap(({ unusualBy, noticeBy }) => [unusualBy, noticeBy ?? unusualBy])
  const ends = [addDays(today, DAYS_TO_SIGN), ...days].map((day) => batchCutOffOn(hours, day).getTime())
  return new Date(Math.min(cutOffAt.getTime(), ...ends))
}

/** What an amendment shows of a payment: day, amount, parts and what is left, as on the wire. */
export type ShownRow = readonly string[]

/** What an amendment states, as it is kept with the change. */
export interface ShownTerms {
  readonly rows: readonly ShownRow[]
  readonly deletedNumbers: readonly number[]
  readonly newNumbers: readonly number[]
  readonly paymentModeAfter: number
}

const shownRow = ({ dueDate, payment, principal, interest, fee, balanceAfter }: ScheduleRow): ShownRow => [
  formatLocalDate(dueDate),
  ...[payment, principal, interest, fee, balanceAfter].map(moneyToWire),
]

/** What an amendment states of a change. */
export const shownTerms = (plan: ChangePlan): ShownTerms => ({
  rows: plan.newSchedule.rows.map(shownRow),
  deletedNumbers: plan.deletedNumbers,
  newNumbers: plan.newInstallments.map(({ number }) => number),
  paymentModeAfter: plan.paymentModeAfter,
})

/**
 * Whether a change still comes to what the amendment shows, row by row: payments whose day has passed are gone from
 * the front, and nothing else differs. A payment that came back, or any other change, makes other rows.
 */
export function isAsShown(shown: ShownTerms, plan: ChangePlan, today: ServicedLoan['today']): boolean {
  const now = shownTerms(plan)
  const passed = shown.rows.slice(0, Math.max(0, shown.rows.length - now.rows.length))
  const isPassed = passed.every(([day = '']) => day <= formatLocalDate(today))
  return isPassed && inWords(shown, shown.rows.slice(passed.length)) === inWords(now, now.rows)
}

const inWords = (
  { deletedNumbers, newNumbers, paymentModeAfter }: ShownTerms,
  rows: ShownTerms['rows'],
): string => JSON.stringify([rows, deletedNumbers, newNumbers, paymentModeAfter])
