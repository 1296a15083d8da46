import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findAuthenticator,
  replaceRecoveryCodes,
  setAuthenticator,
  setPendingAuthenticator,
  spendAuthenticatorStep,
} from '@dolphin/database/identity/authenticator-repository'
import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import { distrustDevices } from '@dolphin/database/identity/login-code-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor } from '../../http/actor.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { notifyChange } from './account-notice.ts'
import { newAuthenticatorKey, otpauthUrl, stepOf } from '../../security/totp.ts'
import { newRecoveryCodes, recoveryDigest, tryAuthenticator } from './authenticator-code.ts'
import type { IdentityDeps } from './identity-deps.ts'

const WRONG_CODE = {
  errors: [
    {
      elementKey: 'code',
      message: {
        en: 'This authenticator code is not right. Enter the newest one of the app.',
        es: 'Este código no es correcto. Escriba el más reciente de la aplicación.',
      },
    },
  ],
}

/** Shows a new key; it counts only once a code made with it was typed. The password was right. */
export async function startAuthenticator(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
): Promise<Result<{ readonly secret: string; readonly otpauthUrl: string }>> {
  const customer = await ownCustomer(deps, unit, actor)
  // A person who has only the password must not replace the owner's app with their own.
  if (customer.totpSecret !== null) return refuse('authenticatorAlreadyOn')
  const secret = newAuthenticatorKey(deps.random)
  await setPendingAuthenticator(unit.tx, deps.cipher, actor, { secret, at: unit.now })
  const issuer = deps.portfolios.byId(actor.portfolioId)?.portfolio.lender.brandName ?? ''
  return ok({ secret, otpauthUrl: otpauthUrl(secret, issuer, customer.email) })
}

/** Switches the authenticator on and answers the recovery codes, shown this once. Remembered devices are asked again. */
export async function confirmAuthenticator(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { code, baseUrl }: { code: string; baseUrl: string },
): Promise<Result<readonly string[]>> {
  const subject = `${actor.portfolioId}/${actor.openId}`
  const wait = await deps.limits.chargeGuess(unit.tx, 'authenticator', subject, unit.now)
  if (wait !== undefined) return refuseAndCommit('signInThrottled', { retryAfterSeconds: wait.seconds })
  const { pendingSecret } = await findAuthenticator(unit.tx, deps.cipher, actor)
  const step = pendingSecret === undefined ? undefined : stepOf(pendingSecret, code, unit.now)
  if (pendingSecret === undefined || step === undefined)
    return refuseAndCommit('authenticatorCodeInvalid', WRONG_CODE)
  await deps.limits.forgive(unit.tx, 'authenticator', subject)
  await setAuthenticator(unit.tx, deps.cipher, actor, { secret: pendingSecret, at: unit.now })
  await spendAuthenticatorStep(unit.tx, actor, step)
  const recoveryCodes = newRecoveryCodes(deps.random)
  const digests = recoveryCodes.map((one) => recoveryDigest(deps.keys, actor, one))
  await replaceRecoveryCodes(unit.tx, actor, digests, unit.now)
  await distrustDevices(unit.tx, actor)
  await note(unit, actor, 'authenticatorOn')
  const customer = await ownCustomer(deps, unit, actor)
  await notifyChange(deps, unit, customer, { kind: 'authenticatorOn', baseUrl })
  return ok(recoveryCodes)
}

/** Switches the authenticator off: needs the password, which was right, and a code of the app or a recovery code. */
export async function removeAuthenticator(
  deps: IdentityDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  { code, baseUrl }: { code: string; baseUrl: string },
): Promise<Result<undefined>> {
  const result = await tryAuthenticator(deps, unit, actor, code)
  if (result.kind === 'wait')
    return refuseAndCommit('signInThrottled', { retryAfterSeconds: result.wait.seconds })
  if (result.kind === 'wrong') return refuseAndCommit('authenticatorCodeInvalid', WRONG_CODE)
  await setAuthenticator(unit.tx, deps.cipher, actor, { secret: null, at: unit.now })
  await replaceRecoveryCodes(unit.tx, actor, [], unit.now)
  await distrustDevices(unit.tx, actor)
  await note(unit, actor, 'authenticatorOff')
  await notifyChange(deps, unit, await ownCustomer(deps, unit, actor), { kind: 'authenticatorOff', baseUrl })
  return ok(undefined)
}

async function ownCustomer(deps: IdentityDeps, { tx }: UnitOfWork, actor: CustomerActor): Promise<Customer> {
  const customer = await findCustomer(tx, deps.cipher, actor)
  assert(customer !== undefined, 'a session belongs to a customer')
  return customer
}

async function note({ tx, now }: UnitOfWork, { portfolioId, openId }: CustomerActor, action: string) {
  const actor = `customer:${openId}`
  await appendAudit(tx, { portfolioId, subject: openId, action, actor, facts: {}, at: now })
}
