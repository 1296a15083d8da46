import type { ApprovalReader } from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Confirming } from '@dolphin/domain/approvals/confirm-obstacle'
import { scopeOf } from '@dolphin/domain/staff/authority'
import { STAFF_PERMISSIONS } from '@dolphin/domain/staff/permissions'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import type { ApprovalDeps } from './approval-deps.ts'

/** An employee with what says which approvals they see and confirm. */
export interface Reader {
  readonly seen: ApprovalReader
  readonly confirming: Confirming
}

export type ReaderDeps = Pick<ApprovalDeps, 'config' | 'clock' | 'passkeys'>

/** What the employee enters or confirms, where their roles count, and the passkeys that they have. */
export async function readerOf(
  { config: { syncedConfirms }, clock, passkeys }: ReaderDeps,
  executor: Executor,
  actor: EmployeeActor,
): Promise<Reader> {
  const { roles, day, employeeId, sessionId, sessionKind } = actor
  const by = actorName(actor)
  const scopes = STAFF_PERMISSIONS.map((permission) => ({
    permission,
    scope: scopeOf(roles, { permission, day }, ['enter', 'confirm']),
  })).filter(({ scope }) => scope.length > 0)
  const signer = await passkeys.signer(executor, employeeId)
  const now = clock.now()
  const confirming = { by, sessionId, sessionKind, roles, day, now, ...signer, syncedConfirms }
  return { seen: { by, scopes }, confirming }
}
