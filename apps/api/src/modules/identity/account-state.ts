import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type Customer, moveAccountStatus } from '@dolphin/database/identity/customer-repository'
import { endSessionsOf } from '@dolphin/database/identity/session-repository'
import { type AccountChange, accountAfter, accountObstacle } from '@dolphin/domain/identity/account-change'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'
import { findAccount } from './find-account.ts'

export interface AccountOrder {
  readonly portfolioId: number
  /** The account's email, or the customer's number. */
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
  const customer = await findAccount(tx, cipher, { portfolioId, account })
  if (customer === undefined) return refuse('accountNotFound')
  const to = accountAfter(change)
  const { openId, accountStatus } = customer
  const message = accountObstacle(change, accountStatus)
  if (message !== undefined) return refuse('accountChangeRefused', { message })
  if (!(await moveAccountStatus(tx, customer, { from: accountStatus, to, at: now })))
    return refuse('accountChangeRefused')
  if (to !== AccountStatus.active) await endSessionsOf(tx, customer, now)
  const facts = { from: accountStatus, to, note }
  const action = 'accountStatusChanged'
  await appendAudit(tx, { portfolioId, subject: openId, action, actor, facts, at: now })
  return ok({ portfolioId, openId, accountStatus: to })
}
