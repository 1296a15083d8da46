import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import {
  accountLink,
  employee,
  employeeId,
  employeeName,
  grantNo,
  grantedRole,
  invitation,
  invitationNo,
} from './shapes/staff.ts'
import { enters, toEnter } from './staff-rule.ts'
import { email, instant, text, written } from './wire.ts'

const note = written(500).trim().min(3, 'Say why')

/** What who enters an invitation passes on by one way, and who confirms it by another. */
const code = text(20)
const link = text(300)

export const listEmployeeCall = defineCall({
  name: 'listEmployee',
  method: 'GET',
  path: '/dolphin-ops/employee',
  feature: 'staff',
  access: 'operations',
  staff: {
    kind: 'need',
    need: { permission: 'employee.invite', acts: ['enter', 'confirm'] },
    about: 'server',
  },
  request: {},
  reply: z.strictObject({
    employees: z.array(employee).max(5_000),
    invitations: z.array(invitation).max(5_000),
    /** Accounts that confirm nothing of each other, until two others lift it. */
    links: z.array(accountLink).max(5_000),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Who the staff are, with roles, factors and open invitations',
  source: 'ours',
})

export const inviteEmployeeCall = defineCall({
  name: 'inviteEmployee',
  method: 'POST',
  path: '/dolphin-ops/employee/invite',
  feature: 'staff',
  access: 'operations',
  staff: enters('employee.invite', 'server'),
  request: {
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('new'),
        name: employeeName,
        email,
        roles: z.array(grantedRole).min(1, 'Name at least one role').max(20),
      }),
      /** Who lost every factor, or returns: the old factors and sessions end once another confirms. */
      z.strictObject({ kind: z.literal('again'), employeeId }),
    ]),
  },
  reply: z.strictObject({ employeeId, invitationNo, code, expiresAt: instant, approval: enteredApproval }),
  refusals: ['notFound', 'employeeExists', 'employeeStateRefused', 'ownAccountRefused'],
  idempotent: true,
  summary: 'Enters an invitation; another confirms it',
  source: 'ours',
})

export const enrollFirstAdministratorCall = defineCall({
  name: 'enrollFirstAdministrator',
  method: 'POST',
  path: '/dolphin-ops/first-administrator',
  feature: 'staff',
  access: 'public',
  request: { body: z.strictObject({ name: employeeName, email, ticket: text(200) }) },
  reply: z.strictObject({
    employeeId,
    code,
    /** Null: administrators exist; one of them confirms the invitation. */
    link: link.nullable(),
    expiresAt: instant,
    /** Of the invitation that someone at the desk confirms; null where none has to. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['credentialInvalid', 'employeeExists', 'administratorsExist', 'tooManyRequests'],
  idempotent: false,
  summary: 'Invites the first two administrators with a ticket made from the operations secret',
  source: 'ours',
})

export const changeEmployeeCall = defineCall({
  name: 'changeEmployee',
  method: 'POST',
  path: '/dolphin-ops/employee/state',
  feature: 'staff',
  access: 'operations',
  staff: enters('employee.invite', 'server'),
  request: { body: z.strictObject({ employeeId, change: z.enum(['suspend', 'depart']), note }) },
  reply: employee,
  refusals: ['notFound', 'employeeStateRefused', 'ownAccountRefused', 'lastAdministrator'],
  idempotent: true,
  summary: 'Suspends an employee or notes that one has left; every session ends at once',
  source: 'ours',
})

export const changeRoleCall = defineCall({
  name: 'changeRole',
  method: 'POST',
  path: '/dolphin-ops/employee/role',
  feature: 'staff',
  access: 'operations',
  staff: {
    kind: 'byField',
    field: 'act',
    needs: {
      enter: toEnter('role.grant'),
      end: toEnter('role.grant'),
    },
    about: 'server',
  },
  request: {
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('enter'), employeeId, role: grantedRole }),
      z.strictObject({ act: z.literal('end'), employeeId, grantNo }),
    ]),
  },
  reply: z.strictObject({
    employee,
    /** Of a role that is entered, which another confirms; null of one that is ended. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['notFound', 'conflict', 'employeeStateRefused', 'ownAccountRefused', 'lastAdministrator'],
  idempotent: true,
  summary: 'Enters a role, which another confirms, or ends one at once',
  source: 'ours',
})

export const liftLinkCall = defineCall({
  name: 'liftLink',
  method: 'POST',
  path: '/dolphin-ops/employee/link/lift',
  feature: 'staff',
  access: 'operations',
  staff: enters('role.grant', 'server'),
  request: { body: z.strictObject({ linkNo: accountLink.shape.linkNo, note }) },
  reply: z.strictObject({ linkNo: accountLink.shape.linkNo, approval: enteredApproval }),
  refusals: ['notFound', 'ownAccountRefused', 'conflict'],
  idempotent: true,
  summary: 'Enters that two linked accounts are of two persons; another administrator confirms it',
  source: 'ours',
})
