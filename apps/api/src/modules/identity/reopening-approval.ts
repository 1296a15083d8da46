import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { changeAccountCall } from '@dolphin/contract/identity'
import { accountStatusText } from '@dolphin/domain/identity/account-change'
import { ok } from '@dolphin/domain/outcome'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { changeAccountWithEffects } from './account-effects.ts'
import { changeAccount } from './account-state.ts'
import { findAccount } from './find-account.ts'

const RULE = 'Lender’s policy: one person closes an account, two open it again.'

const reopeningRequest = z.strictObject({
  portfolioId: z.number(),
  account: z.string(),
  /** Whose account it was when this was entered: an email address may change hands. */
  openId: z.string(),
  note: z.string(),
})

/** Enters the reopening of an account that could be opened now. Errors: those of changeAccount. */
export async function enterReopening(
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, account, note }: CallRequest<typeof changeAccountCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof changeAccountCall>>> {
  const order = { portfolioId, account, note, change: 'activate', actor: enterer.by } as const
  const tried = await triedOut(unit, (part) => changeAccount(deps, part, order))
  const before = await findAccount(unit.tx, deps.cipher, { portfolioId, account })
  if (!tried.ok) return tried
  if (before === undefined) return refuse('accountNotFound')
  const { openId, accountStatus } = before
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'accountReopening',
    permission: 'hold.lift',
    portfolioId,
    title: 'Account opened again',
    subject: `Customer ${openId}`,
    asEntered: [
      { label: 'Account', value: account },
      { label: 'State', value: accountStatusText(accountStatus) },
    ],
    note,
    request: { portfolioId, account, openId, note },
  })
  return ok({ portfolioId, openId, accountStatus, approval })
}

/** An account that was frozen or closed is opened again. */
export const reopeningApproval = (deps: Deps) =>
  approvalKind({
    kind: 'accountReopening',
    rule: RULE,
    request: reopeningRequest,
    async carryOut({ unit, request, by }) {
      const { portfolioId, account, openId, note } = request
      const before = await findAccount(unit.tx, deps.cipher, { portfolioId, account })
      if (before?.openId !== openId) return refuse('accountNotFound')
      const order = { portfolioId, openId, note, change: 'activate', actor: by } as const
      return await changeAccountWithEffects(deps, unit, order)
    },
  })
