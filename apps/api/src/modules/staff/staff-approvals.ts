import type { enteredApproval } from '@dolphin/contract/shapes/approval'
import { findEmployee, lockStaff } from '@dolphin/database/staff/employee-repository'
import { listFactors } from '@dolphin/database/staff/factor-repository'
import { closeInvitations, findInvitation } from '@dolphin/database/staff/invitation-repository'
import { type EmployeeRole, endRoles, findRole, listRoles } from '@dolphin/database/staff/role-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { z } from 'zod'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type ApprovalRun } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { confirmEntered, type EnteredInvitation, isNewcomer, reenterInvitation } from './invitations.ts'
import { confirmRole, reenterRoles, roleWords } from './roles.ts'
import { employeeActor } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'

type EnteredApproval = z.output<typeof enteredApproval>

const RULE = 'Lender’s policy: access for staff takes two people. 16 CFR 314.4(c)(1), access controls.'
const NONE = '–'
const MAILED = 'They get a mail about it at their work address.'

const invitationRequest = z.strictObject({ invitationNo: z.string(), grantNos: z.array(z.string()) })

/** Enters the approval of an invitation, with every role that will count by it. */
export async function approveInvitation(
  deps: StaffDeps,
  unit: UnitOfWork,
  enterer: Enterer,
  { employeeId, invitationNo }: Pick<EnteredInvitation, 'employeeId' | 'invitationNo'>,
): Promise<EnteredApproval> {
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  assert(employee !== undefined, 'who was just invited is there')
  const isNew = await isNewcomer(unit.tx, employee)
  const roles = isNew ? await listRoles(unit.tx, employeeId) : []
  return await enterApproval(deps, unit, enterer, {
    kind: 'invitation',
    permission: 'employee.invite',
    portfolioId: null,
    title: isNew ? `Invitation of ${employee.name}` : `New invitation of ${employee.name}`,
    subject: employeeId,
    about: employeeActor(employeeId),
    asEntered: [
      { label: 'Name', value: employee.name },
      { label: 'Work email', value: employee.email },
      ...roles.map((role) => ({ label: 'Role', value: roleWords(role) })),
    ],
    note: '',
    request: { invitationNo, grantNos: roles.map(({ grantNo }) => grantNo) },
  })
}

/** An invitation: its confirmation makes the link. */
export const invitationApproval = (deps: StaffDeps) =>
  approvalKind({
    kind: 'invitation',
    rule: RULE,
    request: invitationRequest,
    carryOut: (run) => confirmInvitation(deps, run),
    async drop({ tx, now }, { invitationNo, grantNos }, by) {
      const invitation = await findInvitation(tx, invitationNo)
      if (invitation === undefined) return
      const { employeeId } = invitation
      await closeInvitations(tx, { employeeId, invitationNo }, now)
      // Its own roles alone: a colleague may have entered the same newcomer anew.
      for (const grantNo of grantNos) await endRoles(tx, { employeeId, grantNo }, { by, at: now })
    },
    async enterAgain(unit, request, by) {
      const again = await reenterInvitation(deps, unit, request, by)
      if (!again.ok) return again
      const { invitationNo, grantNos, code } = again.value
      return ok({ request: { invitationNo, grantNos: [...grantNos] }, code })
    },
  })

async function confirmInvitation(
  deps: StaffDeps,
  { unit, request, by, deskOrigin }: ApprovalRun<z.output<typeof invitationRequest>, undefined>,
) {
  const { tx } = unit
  const invitation = await findInvitation(tx, request.invitationNo)
  const before = invitation && (await findEmployee(tx, deps.cipher, invitation.employeeId))
  const factors = before === undefined ? 0 : (await listFactors(tx, before.employeeId)).length
  const done = await confirmEntered(deps, unit, request, { by, deskOrigin })
  if (!done.ok) return done
  const { link, expiresAt, employeeId } = done.value
  const roles = (await listRoles(tx, employeeId)).filter(({ grantNo }) => request.grantNos.includes(grantNo))
  const lost =
    factors === 0
      ? []
      : [{ label: 'Ways to sign in', before: String(factors), after: '0', change: `−${factors}` }]
  return ok({
    differences: [
      { label: 'State', before: before?.state ?? NONE, after: 'invited', change: null },
      ...lost,
      ...roles.map((role) => ({ label: 'Role', before: NONE, after: roleWords(role), change: null })),
    ],
    effects: [
      'You get a link that works for 30 minutes. Pass it on; who entered this passes on the code.',
      ...(factors === 0 ? [] : ['Every passkey, password and session that they have ends now.']),
      MAILED,
    ],
    invitation: { link, expiresAt },
  })
}

const roleRequest = z.strictObject({ grantNo: z.string() })

/** Enters the approval of one role of an active employee. */
export const approveRole = (
  deps: StaffDeps,
  unit: UnitOfWork,
  enterer: Enterer,
  { role, name }: { readonly role: EmployeeRole; readonly name: string },
): Promise<EnteredApproval> =>
  enterApproval(deps, unit, enterer, {
    kind: 'role',
    permission: 'role.grant',
    portfolioId: null,
    title: `Role ${role.role} for ${name}`,
    subject: role.employeeId,
    about: employeeActor(role.employeeId),
    asEntered: [
      { label: 'Employee', value: name },
      { label: 'Role', value: roleWords(role) },
    ],
    note: '',
    request: { grantNo: role.grantNo },
  })

/** A role of an active employee. */
export const roleApproval = (deps: StaffDeps) =>
  approvalKind({
    kind: 'role',
    rule: RULE,
    request: roleRequest,
    async carryOut({ unit, approval, request: { grantNo }, by }) {
      const done = await confirmRole(deps, unit, grantNo, by)
      if (!done.ok) return done
      await deps.notices.sendToEmployee(unit, {
        kind: 'roleGranted',
        employeeId: done.value.employeeId,
        about: grantNo,
        facts: [{ label: 'Role', value: roleWords(done.value) }],
        by: [approval.enteredBy, by],
      })
      const difference = { label: 'Role', before: NONE, after: roleWords(done.value), change: null }
      return ok({ differences: [difference], effects: ['It counts from their next request on.', MAILED] })
    },
    async drop({ tx, now }, { grantNo }, by) {
      const role = await findRole(tx, grantNo)
      if (role !== undefined) await endRoles(tx, { employeeId: role.employeeId, grantNo }, { by, at: now })
    },
    async enterAgain(unit, { grantNo }, by) {
      await lockStaff(unit.tx)
      const [again] = await reenterRoles(deps, unit, [grantNo], by)
      assert(again !== undefined, 'one role is entered again as one')
      return ok({ request: { grantNo: again } })
    },
  })
