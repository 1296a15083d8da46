import type { RetentionClass } from './schedule.ts'

/** What a legal hold covers: all of a person, one loan or application, or a class of records of a portfolio. */
export const HOLD_SCOPES = ['person', 'loan', 'application', 'class'] as const

export type HoldScope = (typeof HOLD_SCOPES)[number]

/** An open legal hold. */
export interface Hold {
  readonly portfolioId: number
  readonly scope: HoldScope
  /** The openId, loan number, application number or class. */
  readonly subject: string
}

/** What is about to be erased. */
export interface Erasable {
  readonly portfolioId: number
  readonly recordClass: RetentionClass
  /** Everyone whom it may be about: an application keeps the name under which it was begun. */
  readonly openIds: readonly string[]
  readonly loanNo: string | null
  readonly applicationNo: string | null
}

/** Whether a hold covers it. Hold beats erase. Source: docs/facts/retention.md §5. */
export function isHeld(holds: readonly Hold[], what: Erasable): boolean {
  const covers = ({ scope, subject }: Hold): boolean =>
    ({
      person: what.openIds.includes(subject),
      loan: what.loanNo === subject,
      application: what.applicationNo === subject,
      class: what.recordClass === subject,
    })[scope]
  return holds.some((hold) => hold.portfolioId === what.portfolioId && covers(hold))
}

/** Why a hold is not set or lifted now. */
export type HoldObstacle = 'heldAlready' | 'noneOpen'

const isSame = (one: Hold, other: Hold): boolean =>
  one.portfolioId === other.portfolioId && one.scope === other.scope && one.subject === other.subject

/**
 * Why no hold can be set on any of these subjects; undefined where one can. The server refuses by this, and the desk shows
 * it beside the act.
 */
export const setHoldObstacle = (
  open: readonly Hold[],
  subjects: readonly Hold[],
): HoldObstacle | undefined =>
  subjects.every((subject) => open.some((hold) => isSame(hold, subject))) ? 'heldAlready' : undefined

/** Why none of these holds can be lifted; undefined where one can. */
export const liftHoldObstacle = (
  holds: readonly { readonly liftedAt: Date | null }[],
): HoldObstacle | undefined => (holds.some(({ liftedAt }) => liftedAt === null) ? undefined : 'noneOpen')

/** Each reason in words for staff. */
export const HOLD_OBSTACLE_WORDS: Readonly<Record<HoldObstacle, string>> = {
  heldAlready: 'A hold on it is in effect already.',
  noneOpen: 'No hold on it is in effect.',
}
