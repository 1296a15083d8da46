import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** An employee as history and audit name one. */
export const employeeActor = (employeeId: string): string => `employee:${employeeId}`

/** What happened to an employee's access. Facts hold ids and codes, never an address or a secret. */
export interface StaffEvent {
  readonly employeeId: string
  readonly action: string
  /** From actorName; the employee where none is named. */
  readonly actor?: string
  readonly facts?: Readonly<Record<string, unknown>>
}

export async function auditStaff(
  { tx, now }: UnitOfWork,
  { employeeId, action, actor = employeeActor(employeeId), facts = {} }: StaffEvent,
): Promise<void> {
  const subject = employeeActor(employeeId)
  await appendAudit(tx, { portfolioId: WHOLE_SERVER, subject, action, actor, facts, at: now })
}
