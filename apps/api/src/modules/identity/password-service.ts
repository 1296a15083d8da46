import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { type Customer, findCustomer, setPassword } from '@dolphin/database/identity/customer-repository'
import { forgetDevices } from '@dolphin/database/identity/login-code-repository'
import {
  consumeResource,
  findResource,
  revokeResources,
} from '@dolphin/database/applications/resource-repository'
import { endSessionsOf } from '@dolphin/database/identity/session-repository'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { notifyChange } from './account-notice.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { hashToken } from '../../security/secrets.ts'
import { guessSubject } from './sign-in-guess.ts'
import { stateRefusal } from './sign-in-service.ts'

/** Sets a new password by a mailed link: uses the link up and ends every session. Source: contract.md. */
export async function resetPassword(
  deps: IdentityDeps,
  unit: UnitOfWork,
  {
    portfolioId,
    token,
    passwordHash,
    baseUrl,
  }: { portfolioId: number; token: string; passwordHash: string; baseUrl: string },
): Promise<Result<undefined>> {
  const { tx, now } = unit
  const tokenHash = hashToken(token)
  const resource = await findResource(tx, deps.cipher, tokenHash)
  const openId = resource?.subject['openId']
  const used = await consumeResource(tx, { tokenHash, portfolioId, purpose: 'resetPassword' }, now)
  if (!used || typeof openId !== 'string') return refuse('linkNoLongerValid')
  const customer = await findCustomer(tx, deps.cipher, { portfolioId, openId })
  if (customer === undefined) return refuse('linkNoLongerValid')
  const held = stateRefusal(customer)
  if (held !== undefined) return held
  await replacePassword(deps, unit, customer, { passwordHash, baseUrl, cause: 'passwordReset' })
  return ok(undefined)
}

/** Changes the password of a signed-in customer, who stays signed in here and nowhere else. */
export async function changePassword(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { passwordHash, baseUrl }: { passwordHash: string; baseUrl: string },
): Promise<Result<undefined>> {
  const customer = await findCustomer(unit.tx, deps.cipher, actor)
  if (customer === undefined) return refuse('noIdentity')
  await replacePassword(deps, unit, customer, {
    passwordHash,
    baseUrl,
    cause: 'passwordChanged',
    keepTokenHash: actor.tokenHash,
  })
  return ok(undefined)
}

interface NewPassword {
  readonly passwordHash: string
  readonly baseUrl: string
  readonly cause: string
  /** The session that stays. */
  readonly keepTokenHash?: string
}

async function replacePassword(
  deps: IdentityDeps,
  unit: UnitOfWork,
  customer: Customer,
  { passwordHash, baseUrl, cause, keepTokenHash }: NewPassword,
): Promise<void> {
  const { tx, now } = unit
  const { portfolioId, openId } = customer
  await setPassword(tx, customer, passwordHash, now)
  await endSessionsOf(tx, customer, now, { exceptToken: keepTokenHash })
  await forgetDevices(tx, customer)
  await revokeResources(tx, { portfolioId, purpose: 'resetPassword' }, { key: 'openId', id: openId }, now)
  await deps.limits.forgive(tx, 'password', guessSubject(portfolioId, customer.email))
  const at = now
  await appendAudit(tx, {
    portfolioId,
    subject: openId,
    action: cause,
    actor: `customer:${openId}`,
    facts: {},
    at,
  })
  await notifyChange(deps, unit, customer, { kind: 'passwordChanged', baseUrl })
}
