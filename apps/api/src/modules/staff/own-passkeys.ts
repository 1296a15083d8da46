import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type {
  addPasskeyCall,
  askStaffProofCall,
  beginPasskeyCall,
  readStaffAccountCall,
} from '@dolphin/contract/staff-passkeys'
import { findEmployee, lockStaff } from '@dolphin/database/staff/employee-repository'
import {
  endFactors,
  findPasskey,
  insertPasskey,
  listFactors,
} from '@dolphin/database/staff/factor-repository'
import { endStaffSessions, listStaffSessions } from '@dolphin/database/staff/staff-session-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { counterpartPasskeys, linkBySerial } from './account-links.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { factorView } from './employee-view.ts'
import { assertionOptions, registrationOptions, verifyRegistration } from './passkeys.ts'
import { refuseKnownKey } from './known-key.ts'
import { knowsPassword, proveByPasskey, spendPassword } from './sign-in.ts'
import { noteTouched } from './signing-passkeys.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { isOpen } from './staff-sessions.ts'

type Account = CallReply<typeof readStaffAccountCall>
type Begun = CallReply<typeof beginPasskeyCall>
type Proof = CallRequest<typeof beginPasskeyCall>['body']['proof']

/** An employee at the desk, about their own passkeys. */
export interface AtOwnDesk {
  readonly actor: EmployeeActor
  readonly desk: Desk
  readonly origin: RequestOrigin
}

/** The employee's own factors and open sessions. */
export async function ownAccount(
  { config: { syncedConfirms } }: Pick<StaffDeps, 'config'>,
  executor: UnitOfWork['tx'],
  { employeeId, sessionId: own }: EmployeeActor,
  now: Date,
): Promise<Account> {
  const factors = await listFactors(executor, employeeId)
  const sessions = await listStaffSessions(executor, employeeId, now)
  const at = (instant: Date) => isoInZone(instant, NEW_YORK)
  return {
    factors: factors.map(factorView),
    syncedConfirms,
    sessions: sessions
      .filter((session) => isOpen(session, now))
      .map(({ sessionId, kind, label, createdAt, lastSeenAt }) => ({
        sessionId,
        kind,
        label,
        openedAt: at(createdAt),
        lastSeenAt: at(lastSeenAt),
        own: sessionId === own,
      })),
  }
}

/** Asks for one of the employee's passkeys, for a proof made now: being signed in is not enough to change them. */
export async function askProof(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor, desk }: AtOwnDesk,
): Promise<Result<CallReply<typeof askStaffProofCall>>> {
  const { employeeId, sessionId } = actor
  const asked = { purpose: 'proof', employeeId, subject: sessionId, actDigest: null } as const
  const challenge = await newChallenge(deps, unit, asked)
  const own = await listFactors(unit.tx, employeeId)
  const options = await assertionOptions(desk, challenge, own)
  return ok({ challengeId: challenge.challengeId, options: { ...options } })
}

/** Which factor proves the employee just now; in a transaction of its own, so that what was spent stays spent. */
export const proveNow = (deps: StaffDeps, at: AtOwnDesk, proof: Proof): Promise<Result<string>> =>
  proof.kind === 'passkey' ? proveWithPasskey(deps, at, proof) : proveWithPassword(deps, at, proof)

const proveWithPasskey = (
  deps: StaffDeps,
  { actor, desk }: AtOwnDesk,
  { challengeId, response }: Extract<Proof, { kind: 'passkey' }>,
): Promise<Result<string>> =>
  deps.units.write(async (unit) => {
    const challenge = await takeChallenge(unit, challengeId, 'proof')
    if (challenge?.employeeId !== actor.employeeId || challenge.subject !== actor.sessionId)
      return refuseAndCommit('staffSignInRefused')
    const passkey = await findPasskey(unit.tx, response.id)
    if (passkey?.employeeId !== actor.employeeId) return refuseAndCommit('staffSignInRefused')
    const proven = await proveByPasskey(deps, unit, { desk, challenge, passkey, response })
    if (!proven.ok) return proven
    await noteTouched(deps, unit, { ...actor, factorId: passkey.factorId })
    return ok(passkey.factorId)
  })

async function proveWithPassword(
  deps: StaffDeps,
  { actor }: AtOwnDesk,
  { password, code }: Extract<Proof, { kind: 'password' }>,
): Promise<Result<string>> {
  const employee = await findEmployee(deps.database.db, deps.cipher, actor.employeeId)
  assert(employee !== undefined, 'who is signed in is never deleted')
  const known = await knowsPassword(
    deps,
    { email: employee.email, password, code },
    { kind: 'known', name: `employee/${employee.employeeId}` },
  )
  if (!known.ok) return known
  const spent = await deps.units.write((unit) => spendPassword(deps, unit, known.value))
  return spent.ok ? ok(known.value.factor.factorId) : spent
}

/** Ways to sign in that one employee has at most. */
export const MOST_FACTORS = 20
const TOO_MANY = `You have ${MOST_FACTORS} passkeys and other ways to sign in, as many as there may be. Remove one that you no longer use, then add this one.`

/** Begins another passkey, after a proof; an authenticator that holds one of the employee's already makes no second. */
export async function beginPasskey(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor: { employeeId, sessionId }, desk }: AtOwnDesk,
): Promise<Result<Begun>> {
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  assert(employee !== undefined, 'who is signed in is never deleted')
  const known = await listFactors(unit.tx, employeeId)
  if (known.length >= MOST_FACTORS) return refuse('enrollmentRefused', { message: TOO_MANY })
  const asked = { purpose: 'enroll', employeeId, subject: sessionId, actDigest: null } as const
  const challenge = await newChallenge(deps, unit, asked)
  const colleagues = await counterpartPasskeys(unit, employeeId)
  const options = await registrationOptions(desk, challenge, employee, [...known, ...colleagues])
  return ok({ challengeId: challenge.challengeId, options: { ...options } })
}

/** Adds the passkey that was begun in this session, in which it confirms nothing. The refusal spends its challenge. */
export async function addPasskey(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor, desk, origin }: AtOwnDesk,
  { challengeId, name, response }: CallRequest<typeof addPasskeyCall>['body'],
): Promise<Result<Account>> {
  const { employeeId, sessionId } = actor
  const challenge = await takeChallenge(unit, challengeId, 'enroll')
  if (challenge?.employeeId !== employeeId || challenge.subject !== sessionId)
    return refuseAndCommit('enrollmentRefused')
  const made = await verifyRegistration(desk, challenge, response)
  const factorId = newId(deps.random)
  const head = { factorId, employeeId, name, invitationNo: null, madeInSession: sessionId, madeAt: unit.now }
  if (made === undefined) return refuseAndCommit('enrollmentRefused')
  if (!(await insertPasskey(unit.tx, { ...head, ...made })))
    return await refuseKnownKey(deps, unit, employeeId, made)
  await linkBySerial(deps, unit, employeeId, made.serialHash)
  await auditStaff(unit, { employeeId, action: 'passkeyAdded', facts: { factorId } })
  const facts = [{ label: 'Passkey', value: name }]
  await deps.notices.sendToEmployee(unit, {
    kind: 'passkeyAdded',
    employeeId,
    about: factorId,
    facts,
    from: origin,
  })
  return ok(await ownAccount(deps, unit.tx, actor, unit.now))
}

/**
 * Removes a passkey or the bound account of single sign-on, by another factor; what it had signed in ends. The last way in
 * of our own stays, for the company's provider may be away: of two removals at once one finds that it would be the last.
 * Errors: `notFound`, `lastFactor`, `staffSignInRefused` by the passkey itself.
 */
export async function removePasskey(
  deps: Pick<StaffDeps, 'notices' | 'config'>,
  unit: UnitOfWork,
  { actor, origin }: AtOwnDesk,
  { factorId, provenBy }: { readonly factorId: string; readonly provenBy: string },
): Promise<Result<Account>> {
  const { tx, now } = unit
  const { employeeId } = actor
  await lockStaff(tx)
  const factors = await listFactors(tx, employeeId)
  const removed = factors.find((factor) => factor.factorId === factorId && factor.kind !== 'password')
  if (removed === undefined) return refuse('notFound')
  const own = factors.filter(({ kind }) => kind !== 'openId')
  if (removed.kind !== 'openId' && own.length === 1) return refuse('lastFactor')
  if (provenBy === factorId) return refuse('staffSignInRefused')
  await endFactors(tx, { employeeId, factorId }, { reason: 'removed', at: now })
  const ended = await endStaffSessions(tx, { employeeId, onlyFactor: factorId }, now)
  const isOfProvider = removed.kind === 'openId'
  const action = isOfProvider ? 'openIdRemoved' : 'passkeyRemoved'
  await auditStaff(unit, { employeeId, action, facts: { factorId, ended } })
  const facts = [{ label: isOfProvider ? 'Account' : 'Passkey', value: removed.name }]
  await deps.notices.sendToEmployee(unit, { kind: action, employeeId, about: factorId, facts, from: origin })
  return ok(await ownAccount(deps, tx, actor, now))
}
