import { type Customer, findCustomer, findCustomerByEmail } from '@dolphin/database/customer-repository'
import {
  findLoginCode,
  insertLoginCode,
  isTrustedDevice,
  renewLoginCode,
  trustDevice,
  tryLoginCode,
} from '@dolphin/database/login-code-repository'
import { assert } from '@dolphin/domain/assert'
import { AccountStatus } from '@dolphin/domain/identity/account-status'
import { ContactType } from '@dolphin/domain/identity/contact-type'
import { ok } from '@dolphin/domain/outcome'
import { type Answer, refuse, refuseAndKeep } from '../../http/refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { codeDigest } from './code-digest.ts'
import type { IdentityParts } from './identity-parts.ts'
import { maskEmail } from './mask-address.ts'
import { hashToken, newCode, newId, newToken } from '../../secrets.ts'
import type { OpenedSession } from './session-service.ts'

const MINUTE_MS = 60_000
export const CODE_MINUTES = 10
const CODE_TRIES = 5
/** The first one and three more, all within ten minutes of the first. Source: contract.md. */
const CODES_SENT = 4
const CODE_FLOWS = { limit: 10, windowMs: 10 * MINUTE_MS }
export const RESEND_AFTER_SECONDS = 30
const DEVICE_MS = 180 * 24 * 60 * MINUTE_MS

export interface SignInAttempt {
  readonly portfolioId: number
  readonly account: string
  readonly password: string
  readonly deviceToken: string | undefined
  readonly browser: boolean
  readonly ip: string
}

export interface CodeStep {
  readonly flowId: string
  readonly maskedAddress: string
  readonly expiresAt: Date
}

export type SignedIn = { readonly session: OpenedSession; readonly openId: string }
export type SignInResult =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'code'; readonly step: CodeStep }

/**
 * Checks the password outside of any transaction, then signs in or asks a new device for a code. Unknown
 * address and wrong password take the same steps and get the same answer. Source: domain.md §12, security.md T3.
 */
export async function signIn(parts: IdentityParts, attempt: SignInAttempt): Promise<Answer<SignInResult>> {
  const { database, cipher, limits, clock, passwords } = parts
  const subject = guessSubject(attempt.portfolioId, attempt.account)
  const now = clock.now()
  const wait =
    (await limits.take(database.db, `sign-in/${attempt.ip}`, ipRule(parts), now)) ??
    (await limits.chargeGuess(database.db, subject, now))
  if (wait !== undefined) return refuse('signInThrottled', { retryAfterSeconds: wait.seconds })
  const customer = await findCustomerByEmail(database.db, cipher, attempt.portfolioId, attempt.account)
  const right = await passwords.verify(attempt.password, customer?.passwordHash ?? undefined)
  if (!right || customer === undefined) return refuse('accountInformationInvalid')
  await limits.forgive(database.db, subject)
  if (customer.accountStatus === AccountStatus.inactive || customer.accountStatus === AccountStatus.frozen) {
    return refuse('accountInformationInvalid', { accountStatus: customer.accountStatus })
  }
  return parts.units.write((unit) => afterPassword(parts, unit, customer, attempt))
}

export const guessSubject = (portfolioId: number, account: string): string =>
  `account/${portfolioId}/${account.trim().toLowerCase()}`

export const ipRule = ({ config }: Pick<IdentityParts, 'config'>) => ({
  limit: config.signInAttemptsPerMinute,
  windowMs: MINUTE_MS,
})

async function afterPassword(
  parts: IdentityParts,
  unit: UnitOfWork,
  customer: Customer,
  { deviceToken, browser }: SignInAttempt,
): Promise<Answer<SignInResult>> {
  const known =
    deviceToken !== undefined && (await isTrustedDevice(unit.tx, customer, hashToken(deviceToken), unit.now))
  if (known) {
    const session = await parts.sessions.open(unit, { kind: 'customer', owner: customer }, browser)
    return ok({ kind: 'signedIn', signedIn: { session, openId: customer.openId } })
  }
  const flows = await parts.limits.take(
    unit.tx,
    `codes/${customer.portfolioId}/${customer.openId}`,
    CODE_FLOWS,
    unit.now,
  )
  if (flows !== undefined) return refuseAndKeep('signInThrottled', { retryAfterSeconds: flows.seconds })
  return ok({ kind: 'code', step: await startCodeStep(parts, unit, customer) })
}

async function startCodeStep(parts: IdentityParts, unit: UnitOfWork, customer: Customer): Promise<CodeStep> {
  const { portfolioId, openId, email } = customer
  const flowId = newId(parts.random)
  const code = newCode(parts.random)
  const expiresAt = new Date(unit.now.getTime() + CODE_MINUTES * MINUTE_MS)
  await insertLoginCode(unit.tx, {
    flowId,
    portfolioId,
    openId,
    purpose: 'sign-in',
    contactType: ContactType.email,
    codeHash: codeDigest(parts.keys, flowId, code),
    firstSentAt: unit.now,
    expiresAt,
  })
  await mailCode(parts, unit, customer, flowId, code, 1)
  return { flowId, maskedAddress: maskEmail(email), expiresAt }
}

async function mailCode(
  { notices }: IdentityParts,
  unit: UnitOfWork,
  { portfolioId, openId, email }: Customer,
  flowId: string,
  code: string,
  count: number,
): Promise<void> {
  await notices.send(unit, {
    portfolioId,
    kind: 'loginCode',
    values: { code, validMinutes: String(CODE_MINUTES) },
    recipient: email,
    openId,
    loanNo: null,
    dedupKey: `loginCode/${flowId}/${count}`,
  })
}

export interface CodeAnswer {
  readonly portfolioId: number
  readonly flowId: string
  readonly code: string
  readonly rememberDevice: boolean
  readonly browser: boolean
}

/** Completes a sign-in; a remembered device gets a token that stands for the code next time. */
export async function verifyLoginCode(
  parts: IdentityParts,
  unit: UnitOfWork,
  answer: CodeAnswer,
): Promise<Answer<SignedIn & { readonly deviceToken: string | null }>> {
  const { tx, now } = unit
  const flow = await findLoginCode(tx, answer.flowId)
  if (flow === undefined || flow.purpose !== 'sign-in' || flow.portfolioId !== answer.portfolioId) {
    return refuse('loginCodeExpired')
  }
  const codeHash = codeDigest(parts.keys, answer.flowId, answer.code)
  const result = await tryLoginCode(tx, { flowId: answer.flowId, codeHash, maxTries: CODE_TRIES }, now)
  if (result === 'spent') return refuse(flow.tries >= CODE_TRIES ? 'loginCodeLocked' : 'loginCodeExpired')
  if (result === 'wrong') {
    if (flow.tries + 1 >= CODE_TRIES) return refuseAndKeep('loginCodeLocked')
    const message = 'This code is not right. Check it and enter it again.'
    return refuseAndKeep('loginCodeInvalid', { errors: [{ elementKey: 'code', message }] })
  }
  const session = await parts.sessions.open(unit, { kind: 'customer', owner: flow }, answer.browser)
  if (!answer.rememberDevice) return ok({ session, openId: flow.openId, deviceToken: null })
  const deviceToken = newToken(parts.random)
  await trustDevice(tx, flow, hashToken(deviceToken), now, new Date(now.getTime() + DEVICE_MS))
  return ok({ session, openId: flow.openId, deviceToken })
}

/** Sends a fresh code for a flow; tries already made stay counted. */
export async function resendCode(
  parts: IdentityParts,
  unit: UnitOfWork,
  portfolioId: number,
  flowId: string,
): Promise<Answer<undefined>> {
  const { tx, now } = unit
  const flow = await findLoginCode(tx, flowId)
  if (flow === undefined || flow.portfolioId !== portfolioId || flow.usedAt !== null)
    return refuse('loginCodeExpired')
  if (flow.tries >= CODE_TRIES) return refuse('loginCodeLocked')
  const closesAt = flow.firstSentAt.getTime() + CODE_MINUTES * MINUTE_MS
  if (now.getTime() >= closesAt) return refuse('loginCodeExpired')
  const code = newCode(parts.random)
  const renewed = await renewLoginCode(tx, {
    flowId,
    codeHash: codeDigest(parts.keys, flowId, code),
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
    maxSent: CODES_SENT,
  })
  if (!renewed) {
    return refuse('tooManyRequests', { retryAfterSeconds: Math.ceil((closesAt - now.getTime()) / 1_000) })
  }
  const customer = await findCustomer(tx, parts.cipher, flow)
  assert(customer !== undefined, 'a code flow belongs to a customer')
  await mailCode(parts, unit, customer, flowId, code, flow.sent + 1)
  return ok(undefined)
}
