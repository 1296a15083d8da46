import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { nameKnownKeyCall, reportKnownKeyCall } from '@dolphin/contract/staff'
import type { nameOwnKnownKeyCall, reportOwnKnownKeyCall } from '@dolphin/contract/staff-passkeys'
import type { StaffChallenge } from '@dolphin/database/staff/challenge-repository'
import { findPasskey, listFactors } from '@dolphin/database/staff/factor-repository'
import { ok } from '@dolphin/domain/outcome'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { counterpartPasskeys, linkAccounts } from './account-links.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { openInvitation } from './open-invitation.ts'
import { assertionOptions } from './passkeys.ts'
import { proveByPasskey } from './sign-in.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Refuses a credential that an account has already; of another's account both are linked. The refusal commits. */
export async function refuseKnownKey(
  deps: Pick<StaffDeps, 'random'>,
  unit: UnitOfWork,
  employeeId: string,
  { credentialId }: { readonly credentialId: string },
): Promise<Result<never>> {
  const owner = await findPasskey(unit.tx, credentialId)
  if (owner === undefined || owner.employeeId === employeeId) return refuseAndCommit('enrollmentRefused')
  await linkAccounts(deps, unit, { employeeId, other: owner.employeeId, finding: 'knownKey' })
  return refuseAndCommit('knownKey')
}

/** Who makes a passkey, and the invitation or the session in which it was begun. */
interface Making {
  readonly employeeId: string
  readonly subject: string
}

/** Asks the key that the browser refused to say whose it is; that it was offered is in the audit, even where it does not say. */
async function askWhose(
  deps: StaffDeps,
  unit: UnitOfWork,
  desk: Desk,
  { employeeId, subject }: Making,
): Promise<CallReply<typeof reportKnownKeyCall>> {
  await auditStaff(unit, { employeeId, action: 'knownKeyOffered', facts: { begunIn: subject } })
  const asked = { purpose: 'knownKey', employeeId, subject, actDigest: null } as const
  const challenge = await newChallenge(deps, unit, asked)
  const own = (await listFactors(unit.tx, employeeId)).filter(({ kind }) => kind === 'passkey')
  const known = [...own, ...(await counterpartPasskeys(unit, employeeId))]
  const options = await assertionOptions(desk, challenge, known)
  return { challengeId: challenge.challengeId, options: { ...options } }
}

/** Links the account with the one whose key signed. Every refusal after the challenge commits. */
async function linkWithOwner(
  deps: StaffDeps,
  unit: UnitOfWork,
  desk: Desk,
  { employeeId, challenge, response }: Named,
): Promise<Result<CallReply<typeof nameKnownKeyCall>>> {
  const passkey = await findPasskey(unit.tx, response.id)
  if (passkey === undefined) return refuseAndCommit('staffSignInRefused')
  const proven = await proveByPasskey(deps, unit, { desk, challenge, passkey, response })
  if (!proven.ok) return proven
  await linkAccounts(deps, unit, { employeeId, other: passkey.employeeId, finding: 'knownKey' })
  return ok({ linked: passkey.employeeId !== employeeId })
}

interface Named extends Pick<CallRequest<typeof nameKnownKeyCall>['body'], 'response'> {
  readonly employeeId: string
  readonly challenge: StaffChallenge
}

/**
 * The browser would not make a passkey, as the key holds one of a colleague's: that is noted, and the key is asked to say
 * whose by signing. The enrollment begins again with another key.
 */
export async function reportKnownKey(
  deps: StaffDeps,
  unit: UnitOfWork,
  desk: Desk,
  { challengeId, ...halves }: CallRequest<typeof reportKnownKeyCall>['body'],
): Promise<Result<CallReply<typeof reportKnownKeyCall>>> {
  const found = await openInvitation(deps, unit, halves)
  if (found === undefined) return refuse('linkNoLongerValid')
  const { invitationNo: subject, employeeId } = found.invitation
  const begun = await takeChallenge(unit, challengeId, 'enroll')
  if (begun?.subject !== subject) return refuseAndCommit('linkNoLongerValid')
  return ok(await askWhose(deps, unit, desk, { employeeId, subject }))
}

/** Links the account that enrolls with the one whose key signed. Every refusal after the challenge commits. */
export async function nameKnownKey(
  deps: StaffDeps,
  unit: UnitOfWork,
  desk: Desk,
  { challengeId, response, ...halves }: CallRequest<typeof nameKnownKeyCall>['body'],
): Promise<Result<CallReply<typeof nameKnownKeyCall>>> {
  const found = await openInvitation(deps, unit, halves)
  if (found === undefined) return refuse('linkNoLongerValid')
  const { invitationNo, employeeId } = found.invitation
  const challenge = await takeChallenge(unit, challengeId, 'knownKey')
  if (challenge?.subject !== invitationNo) return refuseAndCommit('linkNoLongerValid')
  return await linkWithOwner(deps, unit, desk, { employeeId, challenge, response })
}

/** An employee at the desk who adds a passkey to their own account. */
interface AtOwnDesk {
  readonly actor: Pick<EmployeeActor, 'employeeId' | 'sessionId'>
  readonly desk: Desk
}

/** The same of a key that is offered as a further one under My account: it may be the employee's own, too. */
export async function reportOwnKnownKey(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor: { employeeId, sessionId: subject }, desk }: AtOwnDesk,
  { challengeId }: CallRequest<typeof reportOwnKnownKeyCall>['body'],
): Promise<Result<CallReply<typeof reportOwnKnownKeyCall>>> {
  const begun = await takeChallenge(unit, challengeId, 'enroll')
  if (begun?.employeeId !== employeeId || begun.subject !== subject)
    return refuseAndCommit('enrollmentRefused')
  return ok(await askWhose(deps, unit, desk, { employeeId, subject }))
}

/** Links the employee's account with the one whose key signed. Every refusal after the challenge commits. */
export async function nameOwnKnownKey(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor: { employeeId, sessionId }, desk }: AtOwnDesk,
  { challengeId, response }: CallRequest<typeof nameOwnKnownKeyCall>['body'],
): Promise<Result<CallReply<typeof nameOwnKnownKeyCall>>> {
  const challenge = await takeChallenge(unit, challengeId, 'knownKey')
  if (challenge?.employeeId !== employeeId || challenge.subject !== sessionId)
    return refuseAndCommit('enrollmentRefused')
  return await linkWithOwner(deps, unit, desk, { employeeId, challenge, response })
}
