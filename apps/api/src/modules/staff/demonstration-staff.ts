import { findEmployee, insertEmployee } from '@dolphin/database/staff/employee-repository'
import { insertPasskey } from '@dolphin/database/staff/factor-repository'
import { confirmRoles, insertRole, listRoles } from '@dolphin/database/staff/role-repository'
import { assert } from '@dolphin/domain/assert'
import { STAFF_ROLES, type StaffRole, type StaffSessionKind } from '@dolphin/domain/staff/codes'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { employeeIdOf } from './employee-id.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { type OpenedStaffSession, openStaffSession, staffDay } from './staff-sessions.ts'

/** Who enrolls in a demonstration: no person, and named so in history. */
const BY = { enters: 'demonstration', confirms: 'demonstration check' } as const

/** Someone to act as outside production. */
export interface DemonstrationEmployee {
  readonly name: string
  readonly roles: readonly StaffRole[]
  /** Null: every portfolio. */
  readonly portfolioId: number | null
}

/** One employee for each role, by whose name one sees what a role may do. */
export const DEMONSTRATION_TEAM: readonly DemonstrationEmployee[] = [
  ['Sofia Support', 'support'],
  ['Uma Underwriter', 'underwriter'],
  ['Carlos Collector', 'collector'],
  ['Theo Lead', 'teamLead'],
  ['Casey Cash', 'cash'],
  ['Alex Accounting', 'accounting'],
  ['Corinne Compliance', 'compliance'],
  ['Pat Portfolio', 'portfolioManager'],
  ['Ada Administrator', 'administrator'],
  ['Ines Auditor', 'auditor'],
].map(([name, role]) => ({ name: name ?? '', roles: [role as StaffRole], portfolioId: null }))

/** In every role, where none is named. */
export const anyRole = (name: string): DemonstrationEmployee => ({
  name,
  roles: STAFF_ROLES,
  portfolioId: null,
})

type Needed = Pick<StaffDeps, 'cipher' | 'random' | 'config'>

/**
 * Enrolls an employee of a demonstration, once by name. Its factor has no key, so it opens no sign-in: a session
 * is opened by the development server itself. Never in production.
 */
export async function enrollDemonstration(
  { cipher, random, config }: Needed,
  unit: UnitOfWork,
  { name, roles, portfolioId }: DemonstrationEmployee,
): Promise<string> {
  assert(config.mode !== 'production', 'a demonstration has its own staff')
  const { tx, now } = unit
  const employeeId = employeeIdOf(name)
  const email = `${employeeId}@staff.example`
  const who = { employeeId, name, email, state: 'active', createdAt: now, changedAt: now } as const
  if (await insertEmployee(tx, cipher, who)) {
    await insertPasskey(tx, keylessFactor(employeeId, now))
    await auditStaff(unit, { employeeId, action: 'employeeEnrolled', actor: BY.enters })
  }
  const held = await listRoles(tx, employeeId)
  const missing = roles.filter(
    (role) => !held.some((one) => one.role === role && one.portfolioId === portfolioId),
  )
  for (const role of missing)
    await insertRole(tx, {
      grantNo: newId(random),
      employeeId,
      role,
      portfolioId,
      amountLimit: null,
      fromDay: staffDay(new Date(0)),
      untilDay: null,
      grantedBy: BY.enters,
      grantedAt: now,
    })
  await confirmRoles(tx, { employeeId }, { by: BY.confirms, at: now })
  return employeeId
}

const factorIdOf = (employeeId: string): string => `demonstration-${employeeId}`

const keylessFactor = (employeeId: string, madeAt: Date) => ({
  factorId: factorIdOf(employeeId),
  employeeId,
  name: 'demonstration',
  invitationNo: 'demonstration',
  madeAt,
  credentialId: factorIdOf(employeeId),
  publicKey: '',
  counter: 0,
  backupEligible: false,
  backedUp: false,
  aaguid: '',
  transports: [],
})

/** Opens a session of a demonstration's employee, without any proof: development and tests alone. */
export async function openDemonstration(
  deps: Needed,
  unit: UnitOfWork,
  who: DemonstrationEmployee,
  kind: StaffSessionKind,
): Promise<OpenedStaffSession & { readonly name: string }> {
  const employeeId = await enrollDemonstration(deps, unit, who)
  const employee = await findEmployee(unit.tx, deps.cipher, employeeId)
  const session = { employeeId, factorId: factorIdOf(employeeId), kind, label: 'demonstration' }
  return { ...(await openStaffSession(deps, unit, session)), name: employee?.name ?? who.name }
}
