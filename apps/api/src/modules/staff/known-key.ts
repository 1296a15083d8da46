import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { nameKnownKeyCall, reportKnownKeyCall } from '@dolphin/contract/staff'
import { findPasskey } from '@dolphin/database/staff/factor-repository'
import { ok } from '@dolphin/domain/outcome'
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
  const { invitationNo, employeeId } = found.invitation
  const begun = await takeChallenge(unit, challengeId, 'enroll')
  if (begun?.subject !== invitationNo) return refuseAndCommit('linkNoLongerValid')
  await auditStaff(unit, { employeeId, action: 'knownKeyOffered', facts: { invitationNo } })
  const asked = { purpose: 'knownKey', employeeId, subject: invitationNo, actDigest: null } as const
  const challenge = await newChallenge(deps, unit, asked)
  const options = await assertionOptions(desk, challenge, await counterpartPasskeys(unit, employeeId))
  return ok({ challengeId: challenge.challengeId, options: { ...options } })
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
  const passkey = await findPasskey(unit.tx, response.id)
  if (passkey === undefined) return refuseAndCommit('staffSignInRefused')
  const proven = await proveByPasskey(deps, unit, { desk, challenge, passkey, response })
  if (!proven.ok) return proven
  await linkAccounts(deps, unit, { employeeId, other: passkey.employeeId, finding: 'knownKey' })
  return ok({ linked: passkey.employeeId !== employeeId })
}
