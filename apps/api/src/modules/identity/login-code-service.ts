import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import {
  countCodeTry,
  findLoginCode,
  type LoginCode,
  spendLoginCode,
  tryLoginCode,
} from '@dolphin/database/identity/login-code-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { notifyChange } from './account-notice.ts'
import { tryAuthenticator } from './authenticator-code.ts'
import { codeDigest } from './code-digest.ts'
import { CODE_TRIES } from './code-delivery.ts'
import { arriveOnDevice, codeSubject, type DeviceHint, knownDevice } from './device-service.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { type SignedIn, stateRefusal } from './sign-in-service.ts'

export interface CodeAnswer extends DeviceHint {
  readonly portfolioId: number
  readonly flowId: string
  /** Six digits, or a recovery code where the flow asks for the authenticator. */
  readonly code: string
  readonly rememberDevice: boolean
  readonly browser: boolean
}

/** Completes a sign-in; a remembered device gets a token that stands for the code next time. */
export async function verifyLoginCode(
  deps: IdentityDeps,
  unit: UnitOfWork,
  answer: CodeAnswer,
): Promise<Result<SignedIn>> {
  const { tx } = unit
  const flow = await findLoginCode(tx, answer.flowId)
  if (flow === undefined || flow.purpose !== 'sign-in' || flow.portfolioId !== answer.portfolioId) {
    return refuse('loginCodeExpired')
  }
  const customer = await findCustomer(tx, deps.cipher, flow)
  assert(customer !== undefined, 'a code flow belongs to a customer')
  // An account may be put on hold between password and code.
  const held = stateRefusal(customer)
  if (held !== undefined) return held
  const counted = codeSubject(flow, await knownDevice(unit, flow, answer.deviceToken))
  const wait = await deps.limits.take(tx, 'signInCodeTries', counted, unit.now)
  if (wait !== undefined) return refuse('signInThrottled', { retryAfterSeconds: wait.seconds })
  const judged = await judge(deps, unit, { flow, customer }, answer)
  if (!judged.ok) return judged
  const { userAgent, bindingCookie } = answer
  const subject = { kind: 'customer', owner: flow, userAgent, bindingCookie } as const
  const session = await deps.sessions.open(unit, subject, answer.browser)
  const deviceToken = await arriveOnDevice(deps, unit, customer, {
    hint: answer,
    trusted: answer.rememberDevice,
  })
  return ok({ session, openId: flow.openId, deviceToken })
}

/** A code that was sent, and the customer it was sent to. */
interface CustomersCode {
  readonly flow: LoginCode
  readonly customer: Customer
}

async function judge(
  deps: IdentityDeps,
  unit: UnitOfWork,
  { flow, customer }: CustomersCode,
  { code, baseUrl }: CodeAnswer,
): Promise<Result<undefined>> {
  const { flowId } = flow
  if (flow.sentBy !== 'authenticator') {
    const codeHash = codeDigest(deps.keys, flowId, code)
    const result = await tryLoginCode(unit.tx, { flowId, codeHash, maxTries: CODE_TRIES }, unit.now)
    if (result === 'spent') return spent(flow)
    return result === 'wrong' ? wrong(flow) : ok(undefined)
  }
  if (!(await countCodeTry(unit.tx, { flowId, maxTries: CODE_TRIES }, unit.now))) return spent(flow)
  const result = await tryAuthenticator(deps, unit, customer, code)
  if (result.kind === 'wait')
    return refuseAndCommit('signInThrottled', { retryAfterSeconds: result.wait.seconds })
  if (result.kind === 'wrong') return wrong(flow)
  await spendLoginCode(unit.tx, flowId, unit.now)
  if (result.byRecoveryCode) await notifyChange(deps, unit, customer, { kind: 'recoveryCodeUsed', baseUrl })
  return ok(undefined)
}

const spent = ({ tries }: LoginCode) => refuse(tries >= CODE_TRIES ? 'loginCodeLocked' : 'loginCodeExpired')

function wrong({ tries }: LoginCode) {
  if (tries + 1 >= CODE_TRIES) return refuseAndCommit('loginCodeLocked')
  const message = {
    en: 'This code is not right. Check it and enter it again.',
    es: 'Este código no es correcto. Revíselo y escríbalo otra vez.',
  }
  return refuseAndCommit('loginCodeInvalid', { errors: [{ elementKey: 'code', message }] })
}
