import type { Locale } from '@dolphin/domain/portfolios/localized'
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  renewPasswordHash,
  setLanguage,
} from '@dolphin/database/identity/customer-repository'
import {
  findLoginCode,
  insertLoginCode,
  type LoginCode,
  renewLoginCode,
} from '@dolphin/database/identity/login-code-repository'
import { assert } from '@dolphin/domain/assert'
import { AccountStatus, ContactType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { Place } from '../../security/fair-queue.ts'
import { newCode, newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { codeDigest } from './code-digest.ts'
import { CODE_MINUTES, CODE_TRIES, deliverCode, maskAddress, signInAddress } from './code-delivery.ts'
import { arriveOnDevice, codeSubject, type DeviceHint, knownDevice } from './device-service.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { OpenedSession } from './session-service.ts'
import { chargeSignIn, settleSignIn } from './sign-in-guess.ts'

/** The first one and three more, all within ten minutes of the first. Source: contract.md. */
const CODES_SENT = 4

export interface SignInAttempt extends DeviceHint {
  readonly portfolioId: number
  readonly account: string
  readonly password: string
  readonly browser: boolean
  readonly ip: string
  /** Of the page: the customer's notices speak it from now on. */
  readonly locale: Locale
}

export interface CodeStep {
  readonly flowId: string
  readonly codeBy: LoginCode['sentBy']
  /** Null where nothing is sent. */
  readonly maskedAddress: string | null
  readonly expiresAt: Date
}

export interface SignedIn {
  readonly session: OpenedSession
  readonly openId: string
  /** Proves this device at the next sign-in. */
  readonly deviceToken: string
}
export type SignInResult =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'code'; readonly step: CodeStep }

/**
 * Checks the password outside of any transaction, then signs in or asks a new device for a code. Unknown
 * address and wrong password take the same steps and get the same answer. Source: domain.md §12,
 * design/security.md T3.
 */
export async function signIn(deps: IdentityDeps, attempt: SignInAttempt): Promise<Result<SignInResult>> {
  const { database, cipher, clock, passwords } = deps
  const guess = await chargeSignIn(deps, attempt, clock.now())
  if (!guess.ok) return guess
  const customer = await findCustomerByEmail(database.db, cipher, attempt.portfolioId, attempt.account)
  const right = await passwords.verify(
    attempt.password,
    customer?.passwordHash ?? undefined,
    guess.value.place,
  )
  if (!right || customer === undefined) return refuse('accountInformationInvalid')
  await settleSignIn(deps, guess.value)
  await renewPepper(deps, customer, attempt.password, guess.value.place)
  return deps.units.write((unit) => afterPassword(deps, unit, customer, attempt))
}

/**
 * Rehashes the password with the newest pepper. Only a sign-in has the typed password, so no later job can do it.
 */
async function renewPepper(
  { database, passwords }: IdentityDeps,
  { portfolioId, openId, passwordHash }: Customer,
  password: string,
  place: Place,
): Promise<void> {
  if (passwordHash === null || passwords.isCurrent(passwordHash)) return
  const renewed = await passwords.hash(password, place)
  await renewPasswordHash(database.db, { portfolioId, openId }, passwordHash, renewed)
}

/** The refusal that an account's state calls for; undefined for an active one. */
export function stateRefusal({ accountStatus }: Pick<Customer, 'accountStatus'>) {
  const held = accountStatus === AccountStatus.inactive || accountStatus === AccountStatus.frozen
  return held ? refuse('accountInformationInvalid', { accountStatus }) : undefined
}

async function afterPassword(
  deps: IdentityDeps,
  unit: UnitOfWork,
  customer: Customer,
  attempt: SignInAttempt,
): Promise<Result<SignInResult>> {
  const held = stateRefusal(customer)
  if (held !== undefined) return held
  await setLanguage(unit.tx, customer, attempt.locale, unit.now)
  const device = await knownDevice(unit, customer, attempt.deviceToken)
  if (device?.trusted === true) {
    const { userAgent, bindingCookie } = attempt
    const subject = { kind: 'customer', owner: customer, userAgent, bindingCookie } as const
    const session = await deps.sessions.open(unit, subject, attempt.browser)
    const deviceToken = await arriveOnDevice(deps, unit, customer, { hint: attempt, trusted: true })
    return ok({ kind: 'signedIn', signedIn: { session, openId: customer.openId, deviceToken } })
  }
  const codes = await deps.limits.take(unit.tx, 'signInCodes', codeSubject(customer, device), unit.now)
  if (codes !== undefined) return refuseAndCommit('signInThrottled', { retryAfterSeconds: codes.seconds })
  return ok({ kind: 'code', step: await startCodeStep(deps, unit, customer) })
}

async function startCodeStep(deps: IdentityDeps, unit: UnitOfWork, customer: Customer): Promise<CodeStep> {
  const { portfolioId, openId } = customer
  const flowId = newId(deps.random)
  const code = newCode(deps.random)
  const expiresAt = new Date(unit.now.getTime() + CODE_MINUTES * MINUTE_MS)
  const row = {
    flowId,
    portfolioId,
    openId,
    purpose: 'sign-in',
    codeHash: codeDigest(deps.keys, flowId, code),
    firstSentAt: unit.now,
    expiresAt,
  } as const
  if (customer.totpSecret !== null) {
    await insertLoginCode(unit.tx, { ...row, sentBy: 'authenticator', contactType: ContactType.email })
    return { flowId, codeBy: 'authenticator', maskedAddress: null, expiresAt }
  }
  const address = await signInAddress(deps, unit.tx, customer)
  const { sentBy, contactType } = address
  await insertLoginCode(unit.tx, { ...row, sentBy, contactType })
  const dedupKey = `loginCode/${flowId}/1`
  await deliverCode(deps, unit, customer, { address, kind: 'loginCode', code, dedupKey })
  return { flowId, codeBy: sentBy, maskedAddress: maskAddress(address), expiresAt }
}

/** Sends a fresh code for a flow; tries already made stay counted. An authenticator makes its own. */
export async function resendCode(
  deps: IdentityDeps,
  unit: UnitOfWork,
  {
    portfolioId,
    flowId,
    deviceToken,
  }: { readonly portfolioId: number; readonly flowId: string; readonly deviceToken: string | undefined },
): Promise<Result<undefined>> {
  const { tx, now } = unit
  const flow = await findLoginCode(tx, flowId)
  if (flow === undefined || !isOpenFlow(flow, portfolioId)) return refuse('loginCodeExpired')
  if (flow.tries >= CODE_TRIES) return refuse('loginCodeLocked')
  const closesAt = flow.firstSentAt.getTime() + CODE_MINUTES * MINUTE_MS
  if (now.getTime() >= closesAt) return refuse('loginCodeExpired')
  const customer = await findCustomer(tx, deps.cipher, flow)
  assert(customer !== undefined, 'a code flow belongs to a customer')
  // A customer who replied STOP meanwhile gets this code by mail.
  const address = await signInAddress(deps, tx, customer)
  const code = newCode(deps.random)
  const renewed = await renewLoginCode(tx, {
    flowId,
    codeHash: codeDigest(deps.keys, flowId, code),
    sentBy: address.sentBy,
    contactType: address.contactType,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
    maxSent: CODES_SENT,
  })
  if (!renewed) {
    return refuse('tooManyRequests', { retryAfterSeconds: Math.ceil((closesAt - now.getTime()) / 1_000) })
  }
  const subject = codeSubject(flow, await knownDevice(unit, flow, deviceToken))
  const codes = await deps.limits.take(tx, 'signInCodes', subject, now)
  if (codes !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: codes.seconds })
  const dedupKey = `loginCode/${flowId}/${flow.sent + 1}`
  await deliverCode(deps, unit, customer, { address, kind: 'loginCode', code, dedupKey })
  return ok(undefined)
}

const isOpenFlow = (flow: LoginCode, portfolioId: number): boolean =>
  flow.portfolioId === portfolioId &&
  flow.purpose === 'sign-in' &&
  flow.sentBy !== 'authenticator' &&
  flow.usedAt === null
