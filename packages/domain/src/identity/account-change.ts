import { AccountStatus } from './codes.ts'

/** freeze: suspicion, until it is cleared; deactivate: closed at its owner's wish; activate ends both. */
export type AccountChange = 'freeze' | 'deactivate' | 'activate'

const CHANGES: Readonly<
  Record<AccountChange, { readonly from: readonly AccountStatus[]; readonly to: AccountStatus }>
> = {
  freeze: { from: [AccountStatus.active, AccountStatus.inactive], to: AccountStatus.frozen },
  deactivate: { from: [AccountStatus.active, AccountStatus.frozen], to: AccountStatus.inactive },
  activate: { from: [AccountStatus.inactive, AccountStatus.frozen], to: AccountStatus.active },
}

/** Where a change leads; a closed account stays closed until it is opened on purpose. */
export const accountAfter = (change: AccountChange): AccountStatus => CHANGES[change].to

const STATUS_WORDS: Readonly<Record<AccountStatus, string>> = {
  [AccountStatus.active]: 'active',
  [AccountStatus.inactive]: 'closed',
  [AccountStatus.duplicate]: 'a duplicate of another account',
  [AccountStatus.frozen]: 'frozen',
}

/** What staff read of the state of an account. */
export const accountStatusText = (status: AccountStatus): string => STATUS_WORDS[status]

/**
 * Why an account cannot be changed so, in words for staff; undefined where it can. The server refuses by this, and the
 * desk shows it beside the act.
 */
export const accountObstacle = (change: AccountChange, status: AccountStatus): string | undefined =>
  CHANGES[change].from.includes(status) ? undefined : `The account is ${STATUS_WORDS[status]}.`
