import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { changeAccountCall } from '@dolphin/contract/identity'
import { accountStatusText } from '@dolphin/domain/identity/account-change'
import { ok } from '@dolphin/domain/outcome'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { changeAccountWithEffects } from './account-effects.ts'
import { changeAccount } from './account-state.ts'
import { findAccount } from './find-account.ts'

/** What two people do to an account; one alone freezes it. Source: docs/design/console.md, Permissions. */
const BY_TWO = {
  deactivate: { kind: 'accountClosing', permission: 'account.close', title: 'Account closed' },
  activate: { kind: 'accountReopening', permission: 'hold.lift', title: 'Account opened again' },
} as const

type ChangeByTwo = keyof typeof BY_TWO

const accountRequest = z.strictObject({
  portfolioId: z.number(),
  account: z.string(),
  /** Whose account it was when this was entered: an email address may change hands. */
  openId: z.string(),
  note: z.string(),
})

/** Enters the closing or reopening of an account, where it could be done now. Errors: those of changeAccount. */
export async function enterAccountChange(
  deps: Deps,
  unit: UnitOfWork,
  {
    portfolioId,
    account,
    note,
    change,
  }: CallRequest<typeof changeAccountCall>['body'] & { readonly change: ChangeByTwo },
  enterer: Enterer,
): Promise<Result<CallReply<typeof changeAccountCall>>> {
  const order = { portfolioId, account, note, change, actor: enterer.by } as const
  const tried = await triedOut(unit, (part) => changeAccount(deps, part, order))
  const before = await findAccount(unit.tx, deps.cipher, { portfolioId, account })
  if (!tried.ok) return tried
  if (before === undefined) return refuse('accountNotFound')
  const { openId, accountStatus } = before
  const approval = await enterApproval(deps, unit, enterer, {
    ...BY_TWO[change],
    portfolioId,
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

const accountApproval = (deps: Deps, change: ChangeByTwo) =>
  approvalKind({
    kind: BY_TWO[change].kind,
    rule: ACT_RULES[change],
    request: accountRequest,
    async carryOut({ unit, request, by }) {
      const { portfolioId, account, openId, note } = request
      const before = await findAccount(unit.tx, deps.cipher, { portfolioId, account })
      if (before?.openId !== openId) return refuse('accountNotFound')
      return await changeAccountWithEffects(deps, unit, { portfolioId, openId, note, change, actor: by })
    },
  })

/** An account is closed at its owner's wish. */
export const closingApproval = (deps: Deps) => accountApproval(deps, 'deactivate')

/** An account that was frozen or closed is opened again. */
export const reopeningApproval = (deps: Deps) => accountApproval(deps, 'activate')
