import { createHash } from 'node:crypto'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { beginUnmaskCall, unmaskCall } from '@dolphin/contract/customer-files'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { listContacts } from '@dolphin/database/identity/contact-repository'
import { findLoanAccount, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import { listFactors } from '@dolphin/database/staff/factor-repository'
import { ContactType } from '@dolphin/domain/identity/codes'
import { isOver } from '../loans/loan-moves.ts'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ActAsked, ActPasskeys } from '../approvals/approval-deps.ts'
import { type CustomerFile, fileOf } from './file-of.ts'

/** How long the value stands on the page. Source: docs/design/console.md, Permissions. */
const SHOWN_MS = 60_000

export type UnmaskDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios'> & { readonly passkeys: ActPasskeys }

type Asked = CallRequest<typeof beginUnmaskCall>['body']

/** Who asks, at the desk. */
interface AtDesk {
  readonly actor: EmployeeActor
  readonly desk: Desk
}

/** What the passkey signs: exactly this field of this customer, for this reason, in this session. */
async function actOf(
  executor: Executor,
  { employeeId, sessionId }: EmployeeActor,
  { file, field, reason }: Asked,
): Promise<ActAsked> {
  const own = await listFactors(executor, employeeId)
  const act = JSON.stringify({ act: 'unmask', file, field, reason, employeeId })
  return {
    subject: `unmask/${sessionId}`,
    digest: createHash('sha256').update(act).digest('hex'),
    factorIds: own.filter(({ kind }) => kind === 'passkey').map(({ factorId }) => factorId),
  }
}

/** Asks for a passkey over the field and the reason. Errors: `notFound` where there is no such file or value. */
export async function beginUnmask(
  deps: UnmaskDeps,
  unit: UnitOfWork,
  { actor, desk }: AtDesk,
  asked: Asked,
): Promise<Result<CallReply<typeof beginUnmaskCall>>> {
  const found = await fileOf(deps, unit.tx, asked.file)
  if (!found.ok) return found
  if ((await valueOf(deps, unit.tx, found.value, asked.field)) === undefined) return refuse('notFound')
  const begun = await deps.passkeys.ask(unit, actor, desk, await actOf(unit.tx, actor, asked))
  return ok({ challengeId: begun.challengeId, options: { ...begun.options } })
}

/**
 * Shows one field whole to who signed for it. The audit says who, which field, why and with which passkey, before the
 * value leaves. Errors: `notFound`; those of the passkey, after which the challenge is spent.
 */
export async function unmask(
  deps: UnmaskDeps,
  { actor, desk }: AtDesk,
  { challengeId, response, ...asked }: CallRequest<typeof unmaskCall>['body'],
  write: (
    work: (unit: UnitOfWork) => Promise<Result<CallReply<typeof unmaskCall>>>,
  ) => Promise<Result<CallReply<typeof unmaskCall>>>,
): Promise<Result<CallReply<typeof unmaskCall>>> {
  const act = await actOf(deps.database.db, actor, asked)
  const proven = await deps.passkeys.verify(actor, desk, { ...act, challengeId, response })
  if (!proven.ok) return proven
  return await write(async ({ tx, now }) => {
    const found = await fileOf(deps, tx, asked.file)
    if (!found.ok) return found
    const value = await valueOf(deps, tx, found.value, asked.field)
    if (value === undefined) return refuse('notFound')
    await appendAudit(tx, {
      portfolioId: found.value.portfolioId,
      subject: `customer:${found.value.customer?.openId ?? asked.file}`,
      action: 'fieldUnmasked',
      actor: actorName(actor),
      facts: { field: asked.field, reason: asked.reason, factorId: proven.value.answeredFactor },
      at: now,
    })
    return ok({ value, until: isoInZone(new Date(now.getTime() + SHOWN_MS), NEW_YORK) })
  })
}

/** The field whole; undefined where there is none. */
async function valueOf(
  { cipher }: UnmaskDeps,
  executor: Executor,
  { customer, portfolioId, loans }: CustomerFile,
  field: Asked['field'],
): Promise<string | undefined> {
  if (customer === undefined) return undefined
  switch (field) {
    case 'ssn':
      return customer.ssn?.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3')
    case 'birthDate':
      return customer.profile.birthDate
    case 'email':
      return customer.email
    case 'phone': {
      const contacts = await listContacts(executor, cipher, { portfolioId, openId: customer.openId })
      return contacts.find(({ contactType }) => contactType === ContactType.cellPhone)?.value
    }
    case 'account': {
      const loan = loans.find((one) => !isOver(one)) ?? loans[0]
      const account = loan && (await findLoanAccount(executor, loan))
      return account && cipher.open(loanAccountPlace(account, 'account_number'), account.accountNumber)
    }
  }
}
