import type { BankCalendar } from '../calendar/bank-calendar.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { WorkItemKind } from './codes.ts'
import { WORK_ITEM_RULES } from './work-item-rules.ts'

/** What an employee did about a work item whose cause is still there. Source: docs/decisions/work-items.md. */
export const WORK_OUTCOMES = [
  'noAnswer',
  'leftMessage',
  'talked',
  'promised',
  'refused',
  'wrongNumber',
  'thirdParty',
  'wrote',
  'waitsForOther',
] as const

export type WorkOutcome = (typeof WORK_OUTCOMES)[number]

/** How many banking days an item may be put off. Our decision: docs/decisions/work-items.md. */
export const MOST_BANKING_DAYS_OFF = 10

/** Why an item cannot be put off to a day. */
export type PutOffFault = 'notLater' | 'notBankingDay' | 'tooFar' | 'afterDue'

/** An item that an employee puts off, and the day in its portfolio. */
export interface PuttingOff {
  readonly kind: WorkItemKind
  readonly due: LocalDate
  readonly nextDay: LocalDate
  readonly today: LocalDate
}

/** Due by law: it may wait, but not longer than that. */
const isDueByLaw = (kind: WorkItemKind): boolean => kind === 'dataRequest'

/** The last day to which an item may be put off. */
export function lastDayOff(
  { kind, due, today }: Omit<PuttingOff, 'nextDay'>,
  calendar: BankCalendar,
): LocalDate {
  const last = calendar.addBankingDays(today, MOST_BANKING_DAYS_OFF)
  return isDueByLaw(kind) && due < last ? due : last
}

/** Why an item cannot be put off to this day; undefined where it can. Source: docs/decisions/work-items.md. */
export function putOffFault(asked: PuttingOff, calendar: BankCalendar): PutOffFault | undefined {
  const { kind, due, nextDay, today } = asked
  if (nextDay <= today) return 'notLater'
  if (!calendar.isBankingDay(nextDay)) return 'notBankingDay'
  if (nextDay <= lastDayOff(asked, calendar)) return undefined
  return isDueByLaw(kind) && nextDay > due ? 'afterDue' : 'tooFar'
}

/** When an item that was put off is due: on the day on which it comes back, unless law says when. */
export const dueAfterPuttingOff = ({ kind, due, nextDay }: PuttingOff): LocalDate =>
  isDueByLaw(kind) ? due : nextDay

/** Whether an item can be put off at all: its cause can outlive a note. */
export const canBePutOff = (kind: WorkItemKind): boolean => WORK_ITEM_RULES[kind].ends === 'withCause'

/** Whether an open item rests on a day; on the day on which it comes back it does not. */
export const isAsleep = (comesBackOn: LocalDate | null, today: LocalDate): boolean =>
  comesBackOn !== null && comesBackOn > today
