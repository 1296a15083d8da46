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
import { type Answer, refuse, refuseAndKeep } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { tellOfChange } from './account-notice.ts'
import {
  newAuthenticatorKey,
  newRecoveryCodes,
  otpauthUrl,
  recoveryDigest,
  stepOf,
  tryAuthenticator,
} from './authenticator-code.ts'
import { forgiveCurrentPassword } from './current-password.ts'
import type { IdentityParts } from './identity-parts.ts'

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
  parts: IdentityParts,
  unit: UnitOfWork,
  actor: CustomerActor,
): Promise<Answer<{ readonly secret: string; readonly otpauthUrl: string }>> {
  const customer = await ownCustomer(parts, unit, actor)
  // Whoever holds only the password must not swap the owner's app for their own.
  if (customer.totpSecret !== null) return refuse('authenticatorAlreadyOn')
  const secret = newAuthenticatorKey(parts.random)
  await setPendingAuthenticator(unit.tx, parts.cipher, actor, secret, unit.now)
  await forgiveCurrentPassword(parts, unit, actor)
  const issuer = parts.portfolios.byId(actor.portfolioId)?.portfolio.lender.brandName ?? ''
  return ok({ secret, otpauthUrl: otpauthUrl(secret, issuer, customer.email) })
}

/** Switches the authenticator on and answers the recovery codes, shown this once. Remembered devices are asked again. */
export async function confirmAuthenticator(
  parts: IdentityParts,
  unit: UnitOfWork,
  actor: CustomerActor,
  { code, baseUrl }: { code: string; baseUrl: string },
): Promise<Answer<readonly string[]>> {
  const subject = `authenticator/${actor.portfolioId}/${actor.openId}`
  const wait = await parts.limits.chargeGuess(unit.tx, subject, unit.now)
  if (wait !== undefined) return refuseAndKeep('signInThrottled', { retryAfterSeconds: wait.seconds })
  const { pendingSecret } = await findAuthenticator(unit.tx, parts.cipher, actor)
  const step = pendingSecret === undefined ? undefined : stepOf(pendingSecret, code, unit.now)
  if (pendingSecret === undefined || step === undefined)
    return refuseAndKeep('authenticatorCodeInvalid', WRONG_CODE)
  await parts.limits.forgive(unit.tx, subject)
  await setAuthenticator(unit.tx, parts.cipher, actor, pendingSecret, unit.now)
  await spendAuthenticatorStep(unit.tx, actor, step)
  const recoveryCodes = newRecoveryCodes(parts.random)
  const digests = recoveryCodes.map((one) => recoveryDigest(parts.keys, actor, one))
  await replaceRecoveryCodes(unit.tx, actor, digests, unit.now)
  await distrustDevices(unit.tx, actor)
  await note(unit, actor, 'authenticatorOn')
  const customer = await ownCustomer(parts, unit, actor)
  await tellOfChange(parts, unit, customer, 'authenticatorOn', baseUrl)
  return ok(recoveryCodes)
}

/** Switches the authenticator off: needs the password, which was right, and a code of the app or a recovery code. */
export async function removeAuthenticator(
  parts: IdentityParts,
  unit: UnitOfWork,
  actor: CustomerActor,
  { code, baseUrl }: { code: string; baseUrl: string },
): Promise<Answer<undefined>> {
  const result = await tryAuthenticator(parts, unit, actor, code)
  if (result.kind === 'wait')
    return refuseAndKeep('signInThrottled', { retryAfterSeconds: result.wait.seconds })
  if (result.kind === 'wrong') return refuseAndKeep('authenticatorCodeInvalid', WRONG_CODE)
  await setAuthenticator(unit.tx, parts.cipher, actor, null, unit.now)
  await replaceRecoveryCodes(unit.tx, actor, [], unit.now)
  await distrustDevices(unit.tx, actor)
  await forgiveCurrentPassword(parts, unit, actor)
  await note(unit, actor, 'authenticatorOff')
  await tellOfChange(parts, unit, await ownCustomer(parts, unit, actor), 'authenticatorOff', baseUrl)
  return ok(undefined)
}

async function ownCustomer(
  parts: IdentityParts,
  { tx }: UnitOfWork,
  actor: CustomerActor,
): Promise<Customer> {
  const customer = await findCustomer(tx, parts.cipher, actor)
  assert(customer !== undefined, 'a session belongs to a customer')
  return customer
}

async function note({ tx, now }: UnitOfWork, { portfolioId, openId }: CustomerActor, action: string) {
  const actor = `customer:${openId}`
  await appendAudit(tx, { portfolioId, subject: openId, action, actor, facts: {}, at: now })
}
