import { assert } from '../assert.ts'
import {
  batchCutOffOn,
  batchStartOn,
  nextBatchCutOff,
  nextSameDayCutOff,
  sameDayCutOffOn,
} from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { ApprovalMode } from '../portfolios/portfolio.ts'
import { dateIn } from '../time/new-york.ts'
import { type FundingHours, isSameDayPromised } from './same-day-ach.ts'

/** A person decides before a day may be named; `automatic` approves at the signature, `given` is behind us. */
export type ApprovalState = ApprovalMode | 'given'

export interface DisbursementRequest {
  readonly now: Date
  /** What is paid out, or the most that it can be. */
  readonly amount: Cents
  readonly approval: ApprovalState
}

/** When the credit of a loan signed now can reach its borrower. */
export interface DisbursementDays {
  /** What the agreement is made for: the first day that is possible, or an estimate where a person approves. */
  readonly expected: LocalDate
  /** The day that is named to the borrower unless another is picked; null while a person has yet to approve. */
  readonly promised: LocalDate | null
  /** The cut-off that takes the day away. */
  readonly cutOffAt: Date
  /** The promised day is today, by a same-day file. */
  readonly isSameDay: boolean
}

/**
 * Which day the credit of a loan gets: today where it is signed and approved before the same-day cut-off of a banking
 * day with an amount within the limit, else the banking day after the next batch. Pages, calls, mails, agreement and
 * ACH file all ask this. Where a person approves, no day is promised before, and the expected one is an estimate: the
 * portfolio's days of review later. Source: domain.md §9, §14.
 */
export function disbursementDays(hours: FundingHours, request: DisbursementRequest): DisbursementDays {
  const { now, amount, approval } = request
  const isSameDay = approval !== 'manual' && isSameDayPromised(hours, now, amount)
  const { day, cutOffAt } = isSameDay ? nextSameDayCutOff(hours, now) : nextBatchCutOff(hours, now)
  const possible = isSameDay ? day : hours.calendar.next(day)
  const expected =
    approval === 'manual' ? hours.calendar.addBankingDays(possible, hours.reviewBankingDays) : possible
  return { expected, promised: approval === 'manual' ? null : expected, cutOffAt, isSameDay }
}

/** The promised day and the banking days after it, `count` in all; none while no day is promised. */
export function disbursementChoices(
  hours: FundingHours,
  request: DisbursementRequest,
  count: number,
): LocalDate[] {
  assert(Number.isInteger(count) && count > 0, 'at least one date is offered')
  const { promised } = disbursementDays(hours, request)
  if (promised === null) return []
  return Array.from({ length: count }, (_, index) => hours.calendar.addBankingDays(promised, index))
}

/** Until when a credit for a day can still be changed: the same-day cut-off where the day is today, else the start of its batch. */
export function creditCutOff(hours: FundingHours, day: LocalDate, now: Date): Date {
  return day === dateIn(now, hours.timeZone)
    ? sameDayCutOffOn(hours, day)
    : batchStartOn(hours, hours.calendar.previous(day))
}

/** The last cut-off that took a promised day away, now included. */
export function lastPassedCutOff(hours: FundingHours, now: Date): Date {
  const today = dateIn(now, hours.timeZone)
  const day = hours.calendar.onOrBefore(today)
  const ofDay = [
    ...(hours.sameDayCredits.offered ? [sameDayCutOffOn(hours, day)] : []),
    batchCutOffOn(hours, day),
  ]
  return ofDay.findLast((at) => at <= now) ?? batchCutOffOn(hours, hours.calendar.previous(day))
}
