import { IbvStatus } from './ibv-status.ts'

/**
 * Where a bank verification may go from each status. Everything else that a provider reports is late, doubled
 * or out of order and is ignored. The rows are one line of progress, so that events in any order end alike:
 * the furthest one wins, an error can still be mended within the session, and success is final.
 * domain.md §5.
 */
export const IBV_TRANSITIONS: Readonly<Record<IbvStatus, readonly IbvStatus[]>> = {
  [IbvStatus.notStarted]: [1, 3, 20, -3, -2, -1, 100],
  [IbvStatus.startedNotCompleted]: [3, 20, -3, -2, -1, 100],
  [IbvStatus.loginVerified]: [20, -3, -2, -1, 100],
  [IbvStatus.inProgress]: [-3, -2, -1, 100],
  [IbvStatus.otherError]: [-2, -1, 100],
  [IbvStatus.financialInstitutionError]: [-1, 100],
  [IbvStatus.accountError]: [100],
  [IbvStatus.successful]: [],
}

/** The status after a provider reported `reported`; the old one where that would lead back. */
export function nextIbvStatus(current: IbvStatus, reported: IbvStatus): IbvStatus {
  return IBV_TRANSITIONS[current].includes(reported) ? reported : current
}

/** Nothing more is expected of the session: polling stops. */
export function isIbvSettled(status: IbvStatus): boolean {
  return status === IbvStatus.successful || status < IbvStatus.notStarted
}
