import type { CallRequest } from '@dolphin/contract/call'
import type { beginEnrollmentCall } from '@dolphin/contract/staff'
import { type Employee, findEmployee } from '@dolphin/database/staff/employee-repository'
import { findInvitationByLink, type Invitation } from '@dolphin/database/staff/invitation-repository'
import { hashToken, sameDigest } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { invitationCodeHash } from './invitations.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Both halves of an invitation: the link's token, and the code. */
export type Halves = CallRequest<typeof beginEnrollmentCall>['body']

/** An invitation that is open, with whom it lets in. */
export interface OpenInvitation {
  readonly invitation: Invitation
  readonly employee: Employee
}

/** The invitation that both halves open, while it lasts; the same answer whatever does not fit. */
export async function openInvitation(
  deps: StaffDeps,
  { tx, now }: UnitOfWork,
  { link, code }: Halves,
): Promise<OpenInvitation | undefined> {
  const invitation = await findInvitationByLink(tx, hashToken(link))
  const given = invitationCodeHash(deps.keys, invitation?.invitationNo ?? '', code)
  if (invitation === undefined || !sameDigest(given, invitation.codeHash)) return undefined
  if (invitation.usedAt !== null || now >= invitation.expiresAt) return undefined
  const employee = await findEmployee(tx, deps.cipher, invitation.employeeId)
  return employee?.state === 'invited' ? { invitation, employee } : undefined
}
