import { createHmac } from 'node:crypto'
import { findEmployee, insertEmployee } from '@dolphin/database/staff/employee-repository'
import { findPasskey, insertPasskey } from '@dolphin/database/staff/factor-repository'
import { confirmRoles, insertRole, listRoles } from '@dolphin/database/staff/role-repository'
import { assert } from '@dolphin/domain/assert'
import { STAFF_ROLES, type StaffRole, type StaffSessionKind } from '@dolphin/domain/staff/codes'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { employeeIdOf } from './employee-id.ts'
import { DEMONSTRATION } from './signing-passkeys.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { SoftwarePasskey } from './software-passkey.ts'
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

type Needed = Pick<StaffDeps, 'cipher' | 'random' | 'config' | 'keys'>

/**
 * The passkey of a demonstration's employee: derived from the keys of the development server, which alone holds it.
 * Never in production.
 */
export function demonstrationPasskey({ keys, config }: Pick<Needed, 'keys' | 'config'>, employeeId: string) {
  assert(config.mode !== 'production', 'a demonstration has its own staff')
  const seed = createHmac('sha256', keys.derive('demonstration passkeys')).update(employeeId).digest()
  return new SoftwarePasskey(seed)
}

/** Enrolls an employee of a demonstration, once by name, with the passkey of the development server. */
export async function enrollDemonstration(
  deps: Needed,
  unit: UnitOfWork,
  { name, roles, portfolioId }: DemonstrationEmployee,
): Promise<string> {
  const { cipher, random } = deps
  const { tx, now } = unit
  const employeeId = employeeIdOf(name)
  const email = `${employeeId}@staff.example`
  const who = { employeeId, name, email, state: 'active', createdAt: now, changedAt: now } as const
  const isNew = await insertEmployee(tx, cipher, who)
  await insertPasskey(tx, factorOf(demonstrationPasskey(deps, employeeId), employeeId, now))
  if (isNew) await auditStaff(unit, { employeeId, action: 'employeeEnrolled', actor: BY.enters })
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

const factorIdOf = ({ credentialId }: SoftwarePasskey): string => `${DEMONSTRATION}-${credentialId}`

/** Of a passkey in software, whose count stays at 0. */
const factorOf = (passkey: SoftwarePasskey, employeeId: string, madeAt: Date) => ({
  factorId: factorIdOf(passkey),
  employeeId,
  name: 'demonstration',
  invitationNo: DEMONSTRATION,
  madeInSession: null,
  madeAt,
  credentialId: passkey.credentialId,
  publicKey: passkey.publicKey,
  counter: 0,
  backupEligible: false,
  backedUp: false,
  aaguid: '',
  transports: [],
  serialHash: null,
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
  const factorId = factorIdOf(demonstrationPasskey(deps, employeeId))
  const session = { employeeId, factorId, kind, label: 'demonstration' }
  return { ...(await openStaffSession(deps, unit, session)), name: employee?.name ?? who.name }
}

/** Opens a session at the desk of someone of the demonstration who is enrolled already; undefined for anyone else. */
export async function openDeskOf(
  deps: Needed,
  unit: UnitOfWork,
  employeeId: string,
): Promise<(OpenedStaffSession & { readonly name: string }) | undefined> {
  const passkey = demonstrationPasskey(deps, employeeId)
  const factor = await findPasskey(unit.tx, passkey.credentialId)
  const employee = factor && (await findEmployee(unit.tx, deps.cipher, employeeId))
  if (factor === undefined || employee === undefined) return undefined
  const { factorId } = factor
  const session = { employeeId, factorId, kind: 'desk', label: 'demonstration' } as const
  return { ...(await openStaffSession(deps, unit, session)), name: employee.name }
}
