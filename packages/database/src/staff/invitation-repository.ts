import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeInvitations } from '../schema/staff.ts'

export type Invitation = typeof employeeInvitations.$inferSelect

export type NewInvitation = Pick<
  Invitation,
  'invitationNo' | 'employeeId' | 'codeHash' | 'invitedBy' | 'invitedAt' | 'expiresAt'
>

export async function insertInvitation(executor: Executor, invitation: NewInvitation): Promise<void> {
  await executor.insert(employeeInvitations).values(invitation)
}

export async function findInvitation(
  executor: Executor,
  invitationNo: string,
): Promise<Invitation | undefined> {
  const [row] = await executor
    .select()
    .from(employeeInvitations)
    .where(eq(employeeInvitations.invitationNo, invitationNo))
  return row
}

export async function findInvitationByLink(
  executor: Executor,
  linkHash: string,
): Promise<Invitation | undefined> {
  const [row] = await executor
    .select()
    .from(employeeInvitations)
    .where(eq(employeeInvitations.linkHash, linkHash))
  return row
}

/** Invitations that are open at an instant, the newest first. */
export async function listOpenInvitations(executor: Executor, at: Date): Promise<Invitation[]> {
  return await executor
    .select()
    .from(employeeInvitations)
    .where(and(isNull(employeeInvitations.usedAt), gt(employeeInvitations.expiresAt, at)))
    .orderBy(desc(employeeInvitations.invitedAt), desc(employeeInvitations.invitationNo))
}

/** Confirms an invitation, which makes its link; false where it was confirmed, used or has expired. */
export async function confirmInvitation(
  executor: Executor,
  invitationNo: string,
  confirmation: {
    readonly linkHash: string
    readonly by: string
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<boolean> {
  const { linkHash, by, at, expiresAt } = confirmation
  const confirmed = await executor
    .update(employeeInvitations)
    .set({ linkHash, confirmedBy: by, confirmedAt: at, expiresAt })
    .where(
      and(
        eq(employeeInvitations.invitationNo, invitationNo),
        isNull(employeeInvitations.confirmedAt),
        isNull(employeeInvitations.usedAt),
        gt(employeeInvitations.expiresAt, at),
      ),
    )
    .returning({ invitationNo: employeeInvitations.invitationNo })
  return confirmed.length === 1
}

/** Uses an invitation up; false where it was used or has expired. */
export async function useInvitation(executor: Executor, invitationNo: string, at: Date): Promise<boolean> {
  const used = await executor
    .update(employeeInvitations)
    .set({ usedAt: at })
    .where(
      and(
        eq(employeeInvitations.invitationNo, invitationNo),
        isNull(employeeInvitations.usedAt),
        gt(employeeInvitations.expiresAt, at),
      ),
    )
    .returning({ invitationNo: employeeInvitations.invitationNo })
  return used.length === 1
}

/** Ends what is open of an employee's invitations, or one of them: a newer one counts, or none. */
export async function closeInvitations(
  executor: Executor,
  which: { readonly employeeId: string; readonly invitationNo?: string },
  at: Date,
): Promise<void> {
  await executor
    .update(employeeInvitations)
    .set({ expiresAt: at })
    .where(
      and(
        eq(employeeInvitations.employeeId, which.employeeId),
        which.invitationNo === undefined
          ? undefined
          : eq(employeeInvitations.invitationNo, which.invitationNo),
        isNull(employeeInvitations.usedAt),
        gt(employeeInvitations.expiresAt, at),
      ),
    )
}
