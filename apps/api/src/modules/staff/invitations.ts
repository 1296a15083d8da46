import { createHmac } from 'node:crypto'
import {
  type Employee,
  findEmployee,
  findEmployeeByEmail,
  insertEmployee,
  listEmployeeIds,
  lockStaff,
  moveEmployee,
  renameInvited,
} from '@dolphin/database/staff/employee-repository'
import { endFactors } from '@dolphin/database/staff/factor-repository'
import {
  closeInvitations,
  confirmInvitation,
  findInvitation,
  insertInvitation,
  type Invitation,
  listOpenInvitations,
} from '@dolphin/database/staff/invitation-repository'
import { confirmRoles, endRoles, listRoles } from '@dolphin/database/staff/role-repository'
import { endStaffSessions } from '@dolphin/database/staff/staff-session-repository'
import { ok } from '@dolphin/domain/outcome'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { stateAfter } from '@dolphin/domain/staff/employee-life'
import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { type Result, refuse } from '../../refusal.ts'
import type { KeyRing } from '../../security/keys.ts'
import { hashToken, newId, newToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { judgeMove } from './judge-move.ts'
import { enterRoles, reenterRoles, type RoleTerms, roleWords } from './roles.ts'
import { auditStaff, employeeActor } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { employeeIdOf, freeId } from './employee-id.ts'

/** What one entered waits so long for another. Source: docs/design/console.md, Approvals. */
const CONFIRM_WITHIN_MS = 5 * DAY_MS
/** From then on the invited employee has so long to enroll. Source: docs/facts/staff-passkeys.md. */
const LINK_MS = 30 * MINUTE_MS
const CODE_LENGTH = 10
/** 32 characters that are not taken for one another; 50 bits a code. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** "7F2KQ-0M9XT": what is typed by hand, from a list of characters that look different. */
export function newShortCode(random: RandomSource): string {
  const code = Array.from(random.bytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length] ?? '').join(
    '',
  )
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

/** What is stored of a code, keyed: however it is typed, it is the same. */
export const shortCodeHash = (keys: KeyRing, purpose: string, code: string): string =>
  createHmac('sha256', keys.derive('staff codes'))
    .update(`${purpose}:${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)
    .digest('hex')

export const invitationCodeHash = (keys: KeyRing, invitationNo: string, code: string): string =>
  shortCodeHash(keys, `invitation/${invitationNo}`, code)

/** Who is new. */
export interface Newcomer {
  readonly name: string
  readonly email: string
  readonly roles: readonly RoleTerms[]
}

/** An invitation as who enters it sees it: the code is theirs to pass on, and shown this once. */
export interface EnteredInvitation {
  readonly employeeId: string
  readonly invitationNo: string
  readonly code: string
  readonly expiresAt: Date
}

/** Enters a new employee with the roles asked for; nothing counts before another confirms. */
export async function inviteNewcomer(
  deps: StaffDeps,
  unit: UnitOfWork,
  { name, email, roles }: Newcomer,
  by: string,
): Promise<Result<EnteredInvitation>> {
  const { tx } = unit
  await lockStaff(tx)
  const known = await findEmployeeByEmail(tx, deps.cipher, email)
  const employeeId =
    known === undefined
      ? await addNewcomer(deps, unit, { name, email })
      : await reenterNewcomer(unit, known, { name, by })
  if (employeeId === undefined) return refuse('employeeExists')
  await enterRoles(deps, unit, { employeeId, roles }, by)
  return ok(await enterInvitation(deps, unit, employeeId, by))
}

async function addNewcomer(
  { cipher }: StaffDeps,
  { tx, now }: UnitOfWork,
  { name, email }: Pick<Newcomer, 'name' | 'email'>,
): Promise<string | undefined> {
  const start = employeeIdOf(name)
  const employeeId = freeId(start, await listEmployeeIds(tx, start))
  const employee = {
    employeeId,
    name,
    email: email.trim(),
    state: 'invited',
    createdAt: now,
    changedAt: now,
  } as const
  return (await insertEmployee(tx, cipher, employee)) ? employeeId : undefined
}

/** Someone whose invitation was returned, refused or has ended is entered again, with the roles that are said now. */
async function reenterNewcomer(
  { tx, now }: UnitOfWork,
  known: Employee,
  { name, by }: { readonly name: string; readonly by: string },
): Promise<string | undefined> {
  const { employeeId } = known
  const isOpen = (await listOpenInvitations(tx, now)).some((one) => one.employeeId === employeeId)
  if (isOpen || !(await isNewcomer(tx, known))) return undefined
  await endRoles(tx, { employeeId }, { by, at: now })
  await renameInvited(tx, employeeId, { name, at: now })
  return employeeId
}

/** Whether an employee was never let in: no role of theirs counts. */
export const isNewcomer = async (tx: UnitOfWork['tx'], { employeeId, state }: Employee): Promise<boolean> =>
  state === 'invited' && (await listRoles(tx, employeeId)).every(({ confirmedAt }) => confirmedAt === null)

/** Enters a new invitation for someone who lost every factor, or returns. Until another confirms, nothing changes. */
export async function inviteAgain(
  deps: StaffDeps,
  unit: UnitOfWork,
  employeeId: string,
  by: string,
): Promise<Result<EnteredInvitation>> {
  await lockStaff(unit.tx)
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  if (employee === undefined) return refuse('notFound')
  if (employeeActor(employeeId) === by) return refuse('ownAccountRefused')
  if (stateAfter(employee.state, 'reinvited') === undefined) return refuse('employeeStateRefused')
  return ok(await enterInvitation(deps, unit, employeeId, by))
}

/**
 * Enters an invitation once more, with the roles of its first entry. Errors: `employeeExists` where a colleague has
 * invited them meanwhile, `employeeStateRefused` where they have come in.
 */
export async function reenterInvitation(
  deps: StaffDeps,
  unit: UnitOfWork,
  { invitationNo, grantNos }: EnteredHalf,
  by: string,
): Promise<Result<EnteredInvitation & EnteredHalf>> {
  const { tx, now } = unit
  await lockStaff(tx)
  const invitation = await findInvitation(tx, invitationNo)
  const employee = invitation && (await findEmployee(tx, deps.cipher, invitation.employeeId))
  if (employee === undefined) return refuse('notFound')
  const { employeeId, name, state } = employee
  if (grantNos.length > 0) {
    // Someone new: the roles that are said now are those of this entry.
    if ((await reenterNewcomer(unit, employee, { name, by })) === undefined) return refuse('employeeExists')
  } else {
    const isOpen = (await listOpenInvitations(tx, now)).some((one) => one.employeeId === employeeId)
    if (isOpen) return refuse('employeeExists')
    if (stateAfter(state, 'reinvited') === undefined) return refuse('employeeStateRefused')
  }
  const entered = await reenterRoles(deps, unit, grantNos, by)
  return ok({ ...(await enterInvitation(deps, unit, employeeId, by)), grantNos: entered })
}

/** Enters an invitation; what was open of an earlier one ends. */
export async function enterInvitation(
  { random, keys }: StaffDeps,
  unit: UnitOfWork,
  employeeId: string,
  by: string,
): Promise<EnteredInvitation> {
  const { tx, now } = unit
  await closeInvitations(tx, { employeeId }, now)
  const invitationNo = newId(random)
  const code = newShortCode(random)
  const expiresAt = new Date(now.getTime() + CONFIRM_WITHIN_MS)
  const codeHash = invitationCodeHash(keys, invitationNo, code)
  await insertInvitation(tx, { invitationNo, employeeId, codeHash, invitedBy: by, invitedAt: now, expiresAt })
  await auditStaff(unit, { employeeId, action: 'employeeInvited', actor: by, facts: { invitationNo } })
  return { employeeId, invitationNo, code, expiresAt }
}

/** An invitation that counts: the link is for who confirmed it to pass on, and shown this once. */
export interface ConfirmedInvitation {
  readonly employeeId: string
  readonly link: string
  readonly expiresAt: Date
}

/**
 * Confirms another's invitation and the roles entered with it. Of someone who was here before, every factor and session
 * ends now: the lost passkey is out before the new one is in.
 */
export async function confirmEntered(
  deps: StaffDeps,
  unit: UnitOfWork,
  { invitationNo, grantNos }: EnteredHalf,
  { by, deskOrigin }: { readonly by: string; readonly deskOrigin: string },
): Promise<Result<ConfirmedInvitation>> {
  const { tx } = unit
  await lockStaff(tx)
  const invitation = await findInvitation(tx, invitationNo)
  if (invitation === undefined) return refuse('notFound')
  const employee = await findEmployee(tx, deps.cipher, invitation.employeeId)
  if (employee === undefined) return refuse('notFound')
  const judged = await judgeMove(unit, employee, 'reinvited', [invitation.invitedBy, by])
  if (!judged.ok) return judged
  return await letIn(deps, unit, invitation, { by, deskOrigin, employee, grantNos })
}

/** What one entered: the invitation, and the roles that count with it. */
export interface EnteredHalf {
  readonly invitationNo: string
  readonly grantNos: readonly string[]
}

/** Makes the link of an invitation and puts the employee before the door. */
export async function letIn(
  { random, notices }: Pick<StaffDeps, 'random' | 'notices'>,
  unit: UnitOfWork,
  { invitationNo, employeeId, invitedBy }: Pick<Invitation, 'invitationNo' | 'employeeId' | 'invitedBy'>,
  how: {
    readonly by: string
    readonly deskOrigin: string
    readonly employee: Pick<Employee, 'state'>
    readonly grantNos: readonly string[]
  },
): Promise<Result<ConfirmedInvitation>> {
  const { tx, now } = unit
  const token = newToken(random)
  const expiresAt = new Date(now.getTime() + LINK_MS)
  const confirmation = { linkHash: hashToken(token), by: how.by, at: now, expiresAt }
  if (!(await confirmInvitation(tx, invitationNo, confirmation))) return refuse('linkNoLongerValid')
  if (how.employee.state !== 'invited') {
    await moveEmployee(tx, employeeId, { from: how.employee.state, to: 'invited', at: now })
    await endFactors(tx, { employeeId }, { reason: 'replaced', at: now })
    await endStaffSessions(tx, { employeeId }, now)
  }
  if (how.grantNos.length > 0)
    await confirmRoles(tx, { employeeId, grantNos: how.grantNos }, { by: how.by, at: now })
  await auditStaff(unit, {
    employeeId,
    action: 'invitationConfirmed',
    actor: how.by,
    facts: { invitationNo, invitedBy },
  })
  const roles = (await listRoles(tx, employeeId)).filter(({ grantNo }) => how.grantNos.includes(grantNo))
  await notices.sendToEmployee(unit, {
    kind: how.employee.state === 'invited' ? 'invited' : 'invitedAgain',
    employeeId,
    about: invitationNo,
    facts: roles.map((role) => ({ label: 'Role', value: roleWords(role) })),
    by: [invitedBy, how.by],
    page: '',
  })
  return ok({ employeeId, link: `${how.deskOrigin}/enroll#${token}`, expiresAt })
}
