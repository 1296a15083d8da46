import type { ApprovalHead } from '@dolphin/database/approvals/approval-repository'
import type { StaffNoticeKind } from '@dolphin/domain/staff/staff-notice'
import { employeeIdIn } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApprovalDeps } from './approval-deps.ts'

/** What became of an entry without a confirmation. */
type EndKind = Extract<StaffNoticeKind, 'approvalReturned' | 'approvalRefused' | 'approvalEnded'>

/** Mails what became of an entry to who entered it; the note of an answer stands at the desk alone. */
export async function notifyEnterer(
  { notices }: Pick<ApprovalDeps, 'notices'>,
  unit: UnitOfWork,
  { approvalNo, title, subject, enteredBy }: ApprovalHead,
  { kind, by }: { readonly kind: EndKind; readonly by?: string },
): Promise<void> {
  const employeeId = employeeIdIn(enteredBy)
  // The operations secret has no mailbox; what it entered stands in the list.
  if (employeeId === undefined) return
  await notices.sendToEmployee(unit, {
    kind,
    employeeId,
    about: approvalNo,
    facts: [
      { label: 'What', value: title },
      { label: 'About', value: subject },
      { label: 'Approval', value: approvalNo },
    ],
    ...(by !== undefined && { by: [by] }),
    page: `/approvals/${approvalNo}`,
  })
}
