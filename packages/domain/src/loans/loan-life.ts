import { assert } from '../assert.ts'
import { type Outcome, ok, refused } from '../outcome.ts'
import { LOAN_EDGES, type LoanEdge, type LoanEvent, type LoanPlace } from './loan-edges.ts'
import {
  CollectingSubStatus,
  LoanStatus,
  type LoanStatusName,
  type LoanSubStatus,
  OriginatingSubStatus,
  SuspendedSubStatus,
  TerminatedSubStatus,
} from './codes.ts'

/** Where a loan stands; `subStatus` is null exactly in the statuses that have none. */
export interface LoanState {
  readonly status: LoanStatus
  readonly subStatus: LoanSubStatus | null
}

/** Review steps that not every portfolio has. */
export interface OptionalReviews {
  readonly tribeReview: boolean
}

const NO_OPTIONAL_REVIEWS: OptionalReviews = { tribeReview: false }

const SUB_STATUSES: Readonly<Partial<Record<LoanStatusName, readonly LoanSubStatus[]>>> = {
  originating: Object.values(OriginatingSubStatus),
  suspended: Object.values(SuspendedSubStatus),
  collecting: Object.values(CollectingSubStatus),
  terminated: Object.values(TerminatedSubStatus),
}

/** Every state a loan can be in: the ten statuses, split by sub-status where they have any. */
export const LOAN_STATES: readonly LoanState[] = (Object.keys(LoanStatus) as LoanStatusName[]).flatMap(
  (name): LoanState[] =>
    (SUB_STATUSES[name] ?? [null]).map((subStatus) => ({ status: LoanStatus[name], subStatus })),
)

/** Where every loan begins. */
export const FIRST_LOAN_STATE: LoanState = { status: LoanStatus.initializing, subStatus: null }

const STATE_OF_PLACE: ReadonlyMap<string, LoanState> = new Map(
  LOAN_STATES.map((state) => [loanPlace(state), state]),
)

/** A state as one word, such as `originating/customerReview`: for the table, tests and the history. */
export function loanPlace(state: LoanState): LoanPlace {
  const names = Object.keys(LoanStatus) as LoanStatusName[]
  const name = names.find((candidate) => LoanStatus[candidate] === state.status)
  assert(name !== undefined, 'a loan status is one of the ten that are named')
  return state.subStatus === null ? name : `${name}/${state.subStatus}`
}

/** Where a loan stands, as staff read it: "204 suspended, bad standing". */
export const stateText = (state: LoanState): string =>
  `${state.status} ${loanPlace(state)
    .replace('/', ', ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

/** Whether status and sub-status fit together, for states that come from storage. */
export function isLoanState(state: LoanState): boolean {
  return LOAN_STATES.some((known) => known.status === state.status && known.subStatus === state.subStatus)
}

/**
 * The state that a loan is in after an event. The only way to a new status: the caller stores the answer by
 * compare-and-set together with one row of history.
 *
 * Errors: `loan_status_invalid` (-92020043 on the wire) where the table has no such edge.
 * Source: domain.md §2.
 */
export function moveLoan(
  state: LoanState,
  event: LoanEvent,
  reviews: OptionalReviews = NO_OPTIONAL_REVIEWS,
): Outcome<LoanState, 'loan_status_invalid'> {
  const edge: LoanEdge = LOAN_EDGES[event]
  const to = STATE_OF_PLACE.get(edge.to)
  const missingReview = edge.needsTribeReview === true && !reviews.tribeReview
  if (to === undefined || missingReview || !isLoanState(state) || !edge.from.includes(loanPlace(state))) {
    return refused('loan_status_invalid')
  }
  return ok(to)
}
