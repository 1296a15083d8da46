import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkFailure } from '@dolphin/domain/verification/link-failure'
import { nextIbvStatus } from '@dolphin/domain/verification/request-lifecycle'
import type { JsonValue } from '../json-value.ts'

/**
 * What a member's connection_status means while nothing was read yet. Source: docs.mx.com, "Member connection
 * statuses"; product.md §4. A status that MX adds later leaves the link open rather than failed.
 */
const CONNECTION: Readonly<Record<string, IbvStatus>> = {
  CREATED: IbvStatus.startedNotCompleted,
  PENDING: IbvStatus.startedNotCompleted,
  CHALLENGED: IbvStatus.startedNotCompleted,
  REJECTED: IbvStatus.startedNotCompleted,
  UPDATED: IbvStatus.loginVerified,
  RESUMED: IbvStatus.loginVerified,
  CONNECTED: IbvStatus.loginVerified,
  RECONNECTED: IbvStatus.loginVerified,
  IMPORTED: IbvStatus.loginVerified,
  DELAYED: IbvStatus.inProgress,
  PREVENTED: IbvStatus.accountError,
  DENIED: IbvStatus.accountError,
  LOCKED: IbvStatus.accountError,
  EXPIRED: IbvStatus.accountError,
  IMPEDED: IbvStatus.accountError,
  IMPAIRED: IbvStatus.accountError,
  DEGRADED: IbvStatus.financialInstitutionError,
  DISCONNECTED: IbvStatus.financialInstitutionError,
  DISCONTINUED: IbvStatus.financialInstitutionError,
  FAILED: IbvStatus.financialInstitutionError,
  CLOSED: IbvStatus.otherError,
  DISABLED: IbvStatus.otherError,
}
/** Ends with a cause of its own: a locked sign-in, and a question of the bank that was not answered in time. */
const CAUSES: ReadonlyMap<string, LinkFailure> = new Map([
  ['LOCKED', 'accountLocked'],
  ['EXPIRED', 'signInAgain'],
])
const CONNECTED: ReadonlySet<string> = new Set(['CONNECTED', 'RECONNECTED', 'IMPORTED'])
/** Reached the bank less well than usual: of no matter once accounts and lines are read. */
const DEGRADED = 'DEGRADED'

export type MemberState = {
  readonly memberGuid: string
  readonly status: IbvStatus
  /** Why it ended, where MX says so. */
  readonly cause: LinkFailure | undefined
  readonly hasNumbers: boolean
}

/** Members of the list; the manual ones have no bank behind them. */
export const memberGuidsOf = (answer: JsonValue): readonly string[] =>
  answer
    .at('members')
    .list()
    .filter((member) => member.at('is_manual').optionalFlag() !== true)
    .flatMap((member) => member.at('guid').optionalText() ?? [])

/** Reads …/members/{guid}/status: signed in, then being read, then everything there. */
export function memberStateOf(answer: JsonValue, memberGuid: string): MemberState {
  const member = answer.at('member')
  const connection = member.at('connection_status').optionalText() ?? 'CREATED'
  const isBusy = member.at('is_being_aggregated').optionalFlag() === true
  const isRead =
    member.at('has_processed_accounts').optionalFlag() === true &&
    member.at('has_processed_transactions').optionalFlag() === true
  const head = {
    memberGuid,
    cause: CAUSES.get(connection),
    hasNumbers: member.at('has_processed_account_numbers').optionalFlag() === true,
  }
  const status = CONNECTION[connection] ?? IbvStatus.startedNotCompleted
  if (connection === DEGRADED && isRead && !isBusy) return { ...head, status: IbvStatus.successful }
  if (!CONNECTED.has(connection)) return { ...head, status }
  if (isBusy) return { ...head, status: IbvStatus.inProgress }
  return { ...head, status: isRead ? IbvStatus.successful : status }
}

/** Someone may try several banks in one session: the furthest one counts. */
export function furthest(states: readonly MemberState[]): MemberState | undefined {
  return states.reduce<MemberState | undefined>((best, state) => {
    if (best === undefined) return state
    return nextIbvStatus(best.status, state.status) === state.status ? state : best
  }, undefined)
}
