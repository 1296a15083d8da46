import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type Customer,
  findCustomerByEmail,
  moveAccountStatus,
} from '@dolphin/database/identity/customer-repository'
import { endSessionsOf } from '@dolphin/database/identity/session-repository'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

export type AccountChange = 'freeze' | 'deactivate' | 'activate'

/** Where each change leads, and from where; a closed account stays closed until it is opened on purpose. */
const CHANGES: Readonly<
  Record<AccountChange, { readonly from: readonly AccountStatus[]; readonly to: AccountStatus }>
> = {
  freeze: { from: [AccountStatus.active, AccountStatus.inactive], to: AccountStatus.frozen },
  deactivate: { from: [AccountStatus.active, AccountStatus.frozen], to: AccountStatus.inactive },
  activate: { from: [AccountStatus.inactive, AccountStatus.frozen], to: AccountStatus.active },
}

export interface AccountOrder {
  readonly portfolioId: number
  readonly account: string
  readonly change: AccountChange
  /** Why; people read it in the audit. */
  readonly note: string
  /** From actorName. */
  readonly actor: string
}

/**
 * Freezes, closes or reopens an account. Whatever session it has ends at once, its open channels included; the
 * borrower learns of the state only after a right password or by a link to the mailbox (design/security.md
 * T3).
 *
 * Errors: `accountNotFound`, `accountChangeRefused`.
 */
export async function changeAccount(
  { cipher }: Deps,
  unit: UnitOfWork,
  { portfolioId, account, change, note, actor }: AccountOrder,
): Promise<Result<Pick<Customer, 'portfolioId' | 'openId' | 'accountStatus'>>> {
  const { tx, now } = unit
  const customer = await findCustomerByEmail(tx, cipher, portfolioId, account)
  if (customer === undefined) return refuse('accountNotFound')
  const { from, to } = CHANGES[change]
  const { openId, accountStatus } = customer
  if (!from.includes(accountStatus) || !(await moveAccountStatus(tx, customer, accountStatus, to, now))) {
    return refuse('accountChangeRefused')
  }
  if (to !== AccountStatus.active) await endSessionsOf(tx, customer, now)
  const facts = { from: accountStatus, to, note }
  const action = 'accountStatusChanged'
  await appendAudit(tx, { portfolioId, subject: openId, action, actor, facts, at: now })
  return ok({ portfolioId, openId, accountStatus: to })
}
