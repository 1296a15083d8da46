import type { CallRequest } from '@dolphin/contract/call'
import type { staffPasswordSignInCall, staffSignInCall } from '@dolphin/contract/staff'
import type { StaffChallenge } from '@dolphin/database/staff/challenge-repository'
import { findEmployee, findEmployeeByEmail } from '@dolphin/database/staff/employee-repository'
import {
  advancePasskey,
  endFactors,
  type Factor,
  findPasskey,
  findPassword,
  renewFactorPassword,
  spendFactorStep,
} from '@dolphin/database/staff/factor-repository'
import { endStaffSessions } from '@dolphin/database/staff/staff-session-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Desk } from '../../http/desk.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { Place } from '../../security/fair-queue.ts'
import type { LimitName } from '../../security/limits.ts'
import { clockOffMinutes, stepOf } from '../../security/totp.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { assertionOptions, verifyAssertion } from './passkeys.ts'
import { noteTouched } from './signing-passkeys.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { type OpenedStaffSession, openStaffSession } from './staff-sessions.ts'

/** At most so many tries a minute: of a network, or of an employee. */
export async function limitTries(
  { limits, database, clock }: StaffDeps,
  name: LimitName,
  subject: string,
): Promise<Result<undefined>> {
  const wait = await limits.take(database.db, name, subject, clock.now())
  return wait === undefined ? ok(undefined) : refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
}

/** Asks for any passkey of this host: the question is the same for everyone, so it tells of no employee. */
export async function beginSignIn(deps: StaffDeps, unit: UnitOfWork, desk: Desk) {
  const challenge = await newChallenge(deps, unit, {
    purpose: 'signIn',
    employeeId: null,
    subject: null,
    actDigest: null,
  })
  const options = await assertionOptions(desk, challenge)
  return ok({ challengeId: challenge.challengeId, options: { ...options } })
}

type PasskeyAnswer = CallRequest<typeof staffSignInCall>['body']

/** Signs in by a passkey. Every refusal commits: the challenge is spent, and a passkey with a wrong count is blocked. */
export async function signInByPasskey(
  deps: StaffDeps,
  unit: UnitOfWork,
  desk: Desk,
  { challengeId, response }: PasskeyAnswer,
): Promise<Result<OpenedStaffSession>> {
  const challenge = await takeChallenge(unit, challengeId, 'signIn')
  if (challenge === undefined) return refuse('staffSignInRefused')
  const passkey = await findPasskey(unit.tx, response.id)
  if (passkey === undefined) return refuseAndCommit('staffSignInRefused')
  const proven = await proveByPasskey(deps, unit, { desk, challenge, passkey, response })
  if (!proven.ok) return proven
  const opened = await openFor(deps, unit, passkey)
  if (opened.ok) await noteTouched(deps, unit, opened.value.session)
  return opened
}

/** An answer to a challenge that was just taken. */
export interface PasskeyProof {
  readonly desk: Desk
  readonly challenge: StaffChallenge
  readonly passkey: Factor
  readonly response: PasskeyAnswer['response']
}

/** Whether a passkey signed the challenge here and now; a copy of it is blocked. Every refusal commits. */
export async function proveByPasskey(
  deps: StaffDeps,
  unit: UnitOfWork,
  { desk, challenge, passkey, response }: PasskeyProof,
): Promise<Result<undefined>> {
  const result = await verifyAssertion(desk, challenge, passkey, response)
  if (result.kind === 'counterFault') return await blockPasskey(deps, unit, passkey)
  if (result.kind === 'wrong') return refuseAndCommit('staffSignInRefused')
  const { kind: _right, ...next } = result
  const isFirst = await advancePasskey(unit.tx, passkey, { ...next, at: unit.now })
  return isFirst ? ok(undefined) : refuseAndCommit('staffSignInRefused')
}

/** A copy of a passkey may exist: it counts no more, its sessions end, and administrators hear of it. */
async function blockPasskey(
  { observability, notices }: StaffDeps,
  unit: UnitOfWork,
  { employeeId, factorId, name }: Factor,
): Promise<Result<never>> {
  const { tx, now } = unit
  await endFactors(tx, { employeeId, factorId }, { reason: 'counterFault', at: now })
  await endStaffSessions(tx, { employeeId }, now)
  await auditStaff(unit, {
    employeeId,
    action: 'passkeyBlocked',
    facts: { factorId, reason: 'counterFault' },
  })
  observability.metrics.staffAlarm('counterFault')
  const facts = [{ label: 'Passkey', value: name }]
  await notices.sendToEmployee(unit, { kind: 'passkeyBlocked', employeeId, about: factorId, facts })
  return refuseAndCommit('passkeyBlocked')
}

async function openFor(
  deps: StaffDeps,
  unit: UnitOfWork,
  { employeeId, factorId }: Factor,
): Promise<Result<OpenedStaffSession>> {
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  if (employee?.state !== 'active') return refuseAndCommit('staffSignInRefused')
  return ok(await openStaffSession(deps, unit, { employeeId, factorId, kind: 'desk' }))
}

type PasswordAnswer = CallRequest<typeof staffPasswordSignInCall>['body']

/**
 * Signs in by password and a code of the authenticator app. An unknown address takes the same steps and gets the same
 * answer; only who knows the password learns that the clock of the app is off. Source: design/security.md T3.
 */
export async function signInByPassword(
  deps: StaffDeps,
  answer: PasswordAnswer,
  place: Place,
): Promise<Result<OpenedStaffSession>> {
  const known = await knowsPassword(deps, answer, place)
  if (!known.ok) return known
  const opened = await deps.units.write(async (unit) => {
    const spent = await spendPassword(deps, unit, known.value)
    return spent.ok ? await openFor(deps, unit, known.value.factor) : spent
  })
  if (opened.ok) await renewPepper(deps, known.value.factor, answer.password, place)
  return opened
}

interface KnownPassword {
  readonly factor: Factor
  /** Of the code. */
  readonly step: number
  /** As guesses at it are counted. */
  readonly subject: string
}

/** Whether a password and a code are right, with guesses slowed; the code is not spent yet. */
export async function knowsPassword(
  deps: StaffDeps,
  { email, password, code }: PasswordAnswer,
  place: Place,
): Promise<Result<KnownPassword>> {
  const { database, cipher, limits, passwords, clock } = deps
  const subject = email.trim().toLowerCase()
  const now = clock.now()
  const wait = await limits.chargeGuess(database.db, 'staffPassword', subject, now)
  if (wait !== undefined) return refuse('signInThrottled', { retryAfterSeconds: wait.seconds })
  const employee = await findEmployeeByEmail(database.db, cipher, email)
  const factor = employee && (await findPassword(database.db, cipher, employee.employeeId))
  const right = await passwords.verify(password, factor?.passwordHash ?? undefined, place)
  if (!right || factor === undefined || factor.totpSecret === null) return refuse('staffSignInRefused')
  const step = stepOf(factor.totpSecret, code, now)
  return step === undefined ? wrongCode(factor.totpSecret, code, now) : ok({ factor, step, subject })
}

/** Spends the code, once; the guesses before it are forgiven. */
export async function spendPassword(
  { limits }: StaffDeps,
  unit: UnitOfWork,
  { factor, step, subject }: KnownPassword,
): Promise<Result<undefined>> {
  if (!(await spendFactorStep(unit.tx, factor.factorId, step, unit.now))) return refuse('staffSignInRefused')
  await limits.forgive(unit.tx, 'staffPassword', subject)
  return ok(undefined)
}

/** A code that a clock made that is minutes off is never taken; its owner reads what to do. */
function wrongCode(secret: string, code: string, now: Date): Result<never> {
  const minutes = clockOffMinutes(secret, code, now)
  return minutes === undefined ? refuse('staffSignInRefused') : refuseClock(minutes)
}

export function refuseClock(minutes: number): Result<never> {
  const en = `The clock of the app is about ${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}.`
  const es = `El reloj de la aplicación está unos ${Math.abs(minutes)} minutos ${minutes < 0 ? 'atrasado' : 'adelantado'}.`
  return refuse('authenticatorClockOff', { errors: [{ elementKey: 'code', message: { en, es } }] })
}

/** Only a sign-in has the typed password, so no later job can hash it with the newest pepper. */
async function renewPepper(
  { database, passwords }: StaffDeps,
  { factorId, passwordHash }: Factor,
  password: string,
  place: Place,
): Promise<void> {
  if (passwordHash === null || passwords.isCurrent(passwordHash)) return
  await renewFactorPassword(database.db, factorId, passwordHash, await passwords.hash(password, place))
}
