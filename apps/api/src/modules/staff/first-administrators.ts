import type { enteredApproval } from '@dolphin/contract/shapes/approval'
import type { CallRequest } from '@dolphin/contract/call'
import type { enrollFirstAdministratorCall } from '@dolphin/contract/employees'
import { hasWaitedOut } from '@dolphin/database/approvals/approval-repository'
import {
  countEverAdministrators,
  type Employee,
  findEmployeeByEmail,
  listActive,
  listAdministrators,
  lockStaff,
} from '@dolphin/database/staff/employee-repository'
import { listOpenInvitations } from '@dolphin/database/staff/invitation-repository'
import { listRoles } from '@dolphin/database/staff/role-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { STAFF_ROLES } from '@dolphin/domain/staff/codes'
import { actsOfRole } from '@dolphin/domain/staff/permissions'
import type { z } from 'zod'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import {
  enterInvitation,
  type EnteredInvitation,
  inviteNewcomer,
  letIn,
  type Newcomer,
} from './invitations.ts'
import { BY_SECRET, isTicketGood } from './operations-ticket.ts'
import { approveInvitation } from './staff-approvals.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { staffDay } from './staff-sessions.ts'

const SECRET_ENTERS = { by: BY_SECRET.enters, factorId: null, sessionId: null } as const

const FIRST = 2

const NOT_OF_SECRET =
  'The ticket is not of this server’s operations secret, or older than ten minutes. Set OPERATIONS_SECRET as the server has it, and try again.'

interface FirstInvitation {
  readonly employeeId: string
  readonly code: string
  readonly link: string | null
  readonly expiresAt: Date
  /** Of the invitation that someone at the desk confirms. */
  readonly approval: z.output<typeof enteredApproval> | null
}

/**
 * Invites one of the first two administrators with a ticket of the operations secret. Once two have been let in, the
 * secret opens nothing alone: with fewer than two left it only enters an invitation, which someone at the desk confirms.
 * Where no one is left who confirms it, or none of them answered in its days, it lets one in again. Each use alarms, is
 * audited and mailed to who may confirm. Source: docs/design/console.md, Staff; docs/decisions/staff.md.
 */
export async function enrollFirstAdministrator(
  deps: StaffDeps,
  unit: UnitOfWork,
  { name, email, ticket }: CallRequest<typeof enrollFirstAdministratorCall>['body'],
  deskOrigin: string,
): Promise<Result<FirstInvitation>> {
  const { tx, now } = unit
  const secret = deps.operationsSecret
  if (secret === undefined || !isTicketGood(secret, { name, email }, ticket, now))
    return refuse('credentialInvalid', { message: NOT_OF_SECRET })
  await lockStaff(tx)
  const waiting = await findEmployeeByEmail(tx, deps.cipher, email)
  const day = staffDay(now)
  const active = await listAdministrators(tx, day)
  const others = (await listOpenInvitations(tx, now)).filter(
    ({ invitedBy, employeeId }) => invitedBy === BY_SECRET.enters && employeeId !== waiting?.employeeId,
  )
  if (active.length + others.length >= FIRST) return refuse('administratorsExist')
  const entered = await invite(deps, unit, { name, email }, waiting)
  if (!entered.ok) return entered
  const { employeeId, invitationNo, code, expiresAt } = entered.value
  deps.observability.metrics.staffAlarm('operationsSecretUsed')
  deps.log.warn({ employeeId }, 'the operations secret invites an administrator')
  await auditStaff(unit, { employeeId, action: 'operationsSecretUsed', actor: BY_SECRET.enters })
  const confirmers = (await countEverAdministrators(tx)) < FIRST ? [] : await listConfirmers(tx, day)
  await tellConfirmers(deps, unit, { confirmers, about: invitationNo, name })
  const entry = { kind: 'invitation', enteredBy: BY_SECRET.enters, subject: employeeId } as const
  if (confirmers.length > 0 && !(await hasWaitedOut(tx, entry, now)))
    return ok({
      employeeId,
      code,
      link: null,
      expiresAt,
      approval: await approveInvitation(deps, unit, SECRET_ENTERS, { employeeId, invitationNo }),
    })
  const invitation = { invitationNo, employeeId, invitedBy: BY_SECRET.enters }
  const grantNos = (await listRoles(tx, employeeId)).map(({ grantNo }) => grantNo)
  const how = { by: BY_SECRET.confirms, deskOrigin, employee: { state: 'invited' }, grantNos } as const
  const confirmed = await letIn(deps, unit, invitation, how)
  return confirmed.ok ? ok({ ...confirmed.value, code, approval: null }) : confirmed
}

/** Who is active and confirms an invitation today: administrators and compliance. */
async function listConfirmers(tx: UnitOfWork['tx'], day: LocalDate): Promise<string[]> {
  const confirming = STAFF_ROLES.filter((role) => actsOfRole(role, 'employee.invite').includes('confirm'))
  return await listActive(tx, confirming, day)
}

/** By mail too: who knows nothing of it refuses it at the desk, and it never counts. */
async function tellConfirmers(
  { notices }: Pick<StaffDeps, 'notices'>,
  unit: UnitOfWork,
  {
    confirmers,
    about,
    name,
  }: { readonly confirmers: readonly string[]; readonly about: string; readonly name: string },
): Promise<void> {
  const facts = [{ label: 'Invited as administrator', value: name }]
  for (const employeeId of confirmers)
    await notices.sendToEmployee(unit, {
      kind: 'secretInvited',
      employeeId,
      about,
      facts,
      page: '/approvals',
    })
}

/** A new employee, or one entered before: whose link was not opened in time, or whose entry had no confirmation. */
async function invite(
  deps: StaffDeps,
  unit: UnitOfWork,
  who: Pick<Newcomer, 'name' | 'email'>,
  waiting: Employee | undefined,
): Promise<Result<EnteredInvitation>> {
  if (waiting !== undefined) {
    const isOurs = (await listRoles(unit.tx, waiting.employeeId)).some(
      ({ role, grantedBy }) => role === 'administrator' && grantedBy === BY_SECRET.enters,
    )
    if (waiting.state === 'invited' && isOurs)
      return ok(await enterInvitation(deps, unit, waiting.employeeId, BY_SECRET.enters))
  }
  const from = formatLocalDate(staffDay(unit.now))
  const role = { role: 'administrator', portfolioId: null, amountLimit: null, from, until: null } as const
  return await inviteNewcomer(deps, unit, { ...who, roles: [role] }, BY_SECRET.enters)
}
