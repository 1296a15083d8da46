import { createHmac } from 'node:crypto'
import type { CallRequest } from '@dolphin/contract/call'
import type { completeEnrollmentCall } from '@dolphin/contract/staff'
import type { StaffChallenge } from '@dolphin/database/staff/challenge-repository'
import { type Employee, moveEmployee } from '@dolphin/database/staff/employee-repository'
import { insertPasskey, insertPassword, listFactors } from '@dolphin/database/staff/factor-repository'
import { useInvitation } from '@dolphin/database/staff/invitation-repository'
import { findStaffSession } from '@dolphin/database/staff/staff-session-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { moveRefusal, stateAfter } from '@dolphin/domain/staff/employee-life'
import type { Desk, DeskVisit } from '../../http/desk.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { hashToken, newId } from '../../security/secrets.ts'
import { authenticatorKeyOf, clockOffMinutes, otpauthUrl, stepOf } from '../../security/totp.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { counterpartPasskeys, linkBySerial, noteBrowserOf } from './account-links.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { refuseKnownKey } from './known-key.ts'
import { type Halves, openInvitation, type OpenInvitation } from './open-invitation.ts'
import { registrationOptions, verifyRegistration } from './passkeys.ts'
import { refuseClock } from './sign-in.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

const ISSUER = 'Dolphin desk'
/** With a code of the app beside it. Source: docs/facts/staff-passkeys.md (fallback), NIST SP 800-63B-4. */
const SHORTEST_PASSWORD = 12

type Completion = CallRequest<typeof completeEnrollmentCall>['body']

/** The key of the app that an enrollment offers: derived from its challenge, so that nothing more is stored. */
const offeredSecret = ({ keys }: StaffDeps, { challengeId, nonce }: StaffChallenge): string =>
  authenticatorKeyOf(
    createHmac('sha256', keys.derive('staff enrollment')).update(`${challengeId}/${nonce}`).digest(),
  )

/** Opens an invitation: what a passkey is made with, and the key of an app for those without one. */
export async function beginEnrollment(deps: StaffDeps, unit: UnitOfWork, desk: Desk, halves: Halves) {
  const found = await openInvitation(deps, unit, halves)
  if (found === undefined) return refuse('linkNoLongerValid')
  const { invitation, employee } = found
  const { employeeId, name } = employee
  const challenge = await newChallenge(deps, unit, {
    purpose: 'enroll',
    employeeId,
    subject: invitation.invitationNo,
    actDigest: null,
  })
  const known = [
    ...(await listFactors(unit.tx, employeeId)),
    ...(await counterpartPasskeys(unit, employeeId)),
  ]
  const options = await registrationOptions(desk, challenge, employee, known)
  const secret = offeredSecret(deps, challenge)
  return ok({
    challengeId: challenge.challengeId,
    employeeId,
    name,
    options: { ...options },
    authenticator: { secret, otpauthUrl: otpauthUrl(secret, ISSUER, employee.email) },
    expiresAt: invitation.expiresAt,
  })
}

/** Where an enrollment comes from. */
export interface AtTheDoor {
  readonly desk: DeskVisit
  readonly origin: RequestOrigin
}

/** Enrolls the invited employee, who is active from now on. The invitation is used up by success alone. */
export async function completeEnrollment(
  deps: StaffDeps,
  unit: UnitOfWork,
  { desk, origin }: AtTheDoor,
  body: Completion,
): Promise<Result<{ readonly employeeId: string; readonly enrolled: true }>> {
  const found = await openInvitation(deps, unit, body)
  if (found === undefined) return refuse('linkNoLongerValid')
  const challenge = await takeChallenge(unit, body.challengeId, 'enroll')
  if (challenge?.subject !== found.invitation.invitationNo) return refuseAndCommit('linkNoLongerValid')
  const added = await addFactor(deps, unit, { desk, challenge, body, ...found })
  if (!added.ok) return added
  const enrolled = await activate(unit, found, added.value)
  if (enrolled.ok) await noteBrowserOf(deps, unit, desk, found.employee.employeeId)
  if (enrolled.ok)
    await notifyEnrolled(deps, unit, { origin, factor: body.factor, factorId: added.value, ...found })
  return enrolled
}

interface Enrolling extends OpenInvitation {
  readonly desk: DeskVisit
  readonly challenge: StaffChallenge
  readonly body: Completion
}

async function addFactor(
  deps: StaffDeps,
  unit: UnitOfWork,
  { desk, challenge, body: { factor }, invitation, employee }: Enrolling,
): Promise<Result<string>> {
  const head = {
    factorId: newId(deps.random),
    employeeId: employee.employeeId,
    invitationNo: invitation.invitationNo,
    madeInSession: await sessionOfBrowser(unit, desk),
    madeAt: unit.now,
  }
  if (factor.kind === 'password') return await addPassword(deps, unit, head, { ...factor, challenge })
  const made = await verifyRegistration(desk, challenge, factor.response)
  if (made === undefined) return refuseAndCommit('enrollmentRefused')
  const { employeeId } = head
  if (!(await insertPasskey(unit.tx, { ...head, ...made, name: factor.name })))
    return await refuseKnownKey(deps, unit, employeeId, made)
  await linkBySerial(deps, unit, employeeId, made.serialHash)
  return ok(head.factorId)
}

/** The session that the browser of an enrollment holds, if any: one person may sit behind both names. */
async function sessionOfBrowser({ tx }: UnitOfWork, { token }: DeskVisit): Promise<string | null> {
  const session = token === undefined ? undefined : await findStaffSession(tx, hashToken(token))
  return session?.sessionId ?? null
}

type FactorHead = Pick<
  Parameters<typeof insertPasskey>[1],
  'factorId' | 'employeeId' | 'invitationNo' | 'madeInSession' | 'madeAt'
>

/** Neither a short password nor a common one; the challenge stays open where a person mistyped. */
async function addPassword(
  deps: StaffDeps,
  { tx, now }: UnitOfWork,
  head: FactorHead,
  given: { readonly password: string; readonly code: string; readonly challenge: StaffChallenge },
): Promise<Result<string>> {
  const { password, code, challenge } = given
  if (password.length < SHORTEST_PASSWORD || deps.commonPasswords.has(password.toLowerCase()))
    return refuse('passwordRefused', {
      errors: [
        {
          elementKey: 'password',
          message: {
            en: `Choose at least ${SHORTEST_PASSWORD} characters that are no common password.`,
            es: `Elija al menos ${SHORTEST_PASSWORD} caracteres que no sean una contraseña común.`,
          },
        },
      ],
    })
  const totpSecret = offeredSecret(deps, challenge)
  const totpLastStep = stepOf(totpSecret, code, now)
  if (totpLastStep === undefined) {
    const minutes = clockOffMinutes(totpSecret, code, now)
    return minutes === undefined ? refuse('authenticatorCodeInvalid') : refuseClock(minutes)
  }
  const passwordHash = await deps.passwords.hash(password, {
    kind: 'known',
    name: `employee/${head.employeeId}`,
  })
  await insertPassword(tx, deps.cipher, { ...head, name: ISSUER, passwordHash, totpSecret, totpLastStep })
  return ok(head.factorId)
}

async function activate(
  unit: UnitOfWork,
  { invitation, employee }: OpenInvitation,
  factorId: string,
): Promise<Result<{ readonly employeeId: string; readonly enrolled: true }>> {
  const { employeeId, state } = employee
  const move = { state, event: 'enrolled', employeeId, movedBy: [employeeId] } as const
  const to = stateAfter(state, 'enrolled')
  assert(
    to !== undefined && moveRefusal({ ...move, administers: false, otherAdministrators: 0 }) === undefined,
    'an open invitation is of an invited employee',
  )
  const isFirst = await useInvitation(unit.tx, invitation.invitationNo, unit.now)
  const moved = isFirst && (await moveEmployee(unit.tx, employeeId, { from: state, to, at: unit.now }))
  if (!moved) return refuse('linkNoLongerValid')
  const facts = { factorId, invitationNo: invitation.invitationNo }
  await auditStaff(unit, { employeeId, action: 'employeeEnrolled', facts })
  return ok({ employeeId, enrolled: true })
}

async function notifyEnrolled(
  { notices }: Pick<StaffDeps, 'notices'>,
  unit: UnitOfWork,
  made: {
    readonly employee: Employee
    readonly origin: RequestOrigin
    readonly factor: Completion['factor']
    readonly factorId: string
  },
): Promise<void> {
  const { employee, origin, factor, factorId } = made
  const isPasskey = factor.kind === 'passkey'
  await notices.sendToEmployee(unit, {
    kind: isPasskey ? 'passkeyAdded' : 'passwordSet',
    employeeId: employee.employeeId,
    about: factorId,
    facts: isPasskey ? [{ label: 'Passkey', value: factor.name }] : [],
    from: origin,
  })
}
