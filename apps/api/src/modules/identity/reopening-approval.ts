import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { changeAccountCall } from '@dolphin/contract/identity'
import { findCustomerByEmail } from '@dolphin/database/identity/customer-repository'
import { figureDifferences } from '@dolphin/domain/approvals/figures'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { changeAccount } from './account-state.ts'

const RULE = 'Lender’s policy: one person closes an account, two open it again.'

const reopeningRequest = z.strictObject({
  portfolioId: z.number(),
  account: z.string(),
  /** Whose account it was when this was entered: an email address may change hands. */
  openId: z.string(),
  note: z.string(),
})

const stateWords = (status: AccountStatus): string =>
  Object.entries(AccountStatus).find(([, code]) => code === status)?.[0] ?? String(status)

/** Enters the reopening of an account that could be opened now. Errors: those of changeAccount. */
export async function enterReopening(
  deps: Deps,
  unit: UnitOfWork,
  { portfolioId, account, note }: CallRequest<typeof changeAccountCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof changeAccountCall>>> {
  const order = { portfolioId, account, note, change: 'activate', actor: enterer.by } as const
  const tried = await triedOut(unit, (part) => changeAccount(deps, part, order))
  const before = await findCustomerByEmail(unit.tx, deps.cipher, portfolioId, account)
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
      { label: 'State', value: stateWords(accountStatus) },
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
      const before = await findCustomerByEmail(unit.tx, deps.cipher, portfolioId, account)
      if (before?.openId !== openId) return refuse('accountNotFound')
      const opened = await changeAccount(deps, unit, {
        portfolioId,
        account,
        note,
        change: 'activate',
        actor: by,
      })
      if (!opened.ok) return opened
      const figure = (status: AccountStatus) => [{ label: 'State of the account', value: stateWords(status) }]
      return ok({
        differences: figureDifferences(figure(before.accountStatus), figure(opened.value.accountStatus)),
        effects: ['The customer can sign in again.'],
      })
    },
  })
