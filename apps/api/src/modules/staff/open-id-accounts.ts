import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type Employee,
  findEmployee,
  findEmployeeByEmail,
  lockStaff,
} from '@dolphin/database/staff/employee-repository'
import { type Factor, insertOpenId, listOpenIds, useOpenId } from '@dolphin/database/staff/factor-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { OpenIdIdentity } from '@dolphin/integrations/single-sign-on/open-id-client'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuseAndCommit } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { type OpenedStaffSession, openStaffSession } from './staff-sessions.ts'

/** As history and audit name what no employee stands behind. */
const PROVIDER = 'singleSignOn'
const ACTION = 'singleSignOnRefused'
/** Of methods of authentication and the context class, as the audit keeps them. */
const MOST_METHODS = 8
const LONGEST_CODE = 80

/**
 * Opens a session for an account that the provider has proved. A bound account is its employee whatever its address says;
 * one that is not bound yet is bound to the active employee with the verified work address, who gets a mail of it. Every
 * refusal is the same for the reader, is in the audit with its reason, and commits.
 */
export async function letAccountIn(
  deps: StaffDeps,
  unit: UnitOfWork,
  account: OpenIdIdentity,
  origin: RequestOrigin,
): Promise<Result<OpenedStaffSession>> {
  const bound = await findBinding(deps, unit, account)
  if (bound !== undefined) return await openBound(deps, unit, account, bound)
  // One at a time: a suspension, or another first sign-in, comes before or after.
  await lockStaff(unit.tx)
  const meanwhile = await findBinding(deps, unit, account)
  if (meanwhile !== undefined) return await openBound(deps, unit, account, meanwhile)
  return await bindAccount(deps, unit, account, origin)
}

/** The binding of an account that counts today. */
async function findBinding(
  { cipher }: StaffDeps,
  { tx }: UnitOfWork,
  account: OpenIdIdentity,
): Promise<Factor | undefined> {
  return (await listOpenIds(tx, cipher, account)).find(({ endedAt }) => endedAt === null)
}

async function openBound(
  deps: StaffDeps,
  unit: UnitOfWork,
  account: OpenIdIdentity,
  bound: Factor,
): Promise<Result<OpenedStaffSession>> {
  const employee = await findEmployee(unit.tx, deps.cipher, bound.employeeId)
  assert(employee !== undefined, 'an employee is never deleted')
  const { employeeId, state } = employee
  if (state !== 'active') return await refuseAccount(unit, state, employeeId)
  return await open(deps, unit, account, bound)
}

/** The first sign-in of an account: its verified address must be the work address of an active employee. */
async function bindAccount(
  deps: StaffDeps,
  unit: UnitOfWork,
  account: OpenIdIdentity,
  origin: RequestOrigin,
): Promise<Result<OpenedStaffSession>> {
  const { cipher, config, random } = deps
  const { tx, now } = unit
  if (account.email === undefined) return await refuseAccount(unit, 'addressNotVerified')
  const employee = await findEmployeeByEmail(tx, cipher, account.email)
  if (employee === undefined) return await refuseAccount(unit, 'unknown')
  const { employeeId } = employee
  if (employee.state !== 'active') return await refuseAccount(unit, employee.state, employeeId)
  if (await isOfAnother(deps, unit, account, employee))
    return await refuseAccount(unit, 'accountOfAnother', employeeId)
  const bound = {
    factorId: newId(random),
    employeeId,
    name: config.singleSignOn?.name ?? PROVIDER,
    invitationNo: null,
    madeInSession: null,
    madeAt: now,
    issuer: account.issuer,
    subject: account.subject,
  }
  if (!(await insertOpenId(tx, cipher, bound))) return await refuseAccount(unit, 'otherAccount', employeeId)
  const { factorId, name } = bound
  await auditStaff(unit, { employeeId, action: 'openIdBound', facts: { factorId } })
  await deps.notices.sendToEmployee(unit, {
    kind: 'openIdBound',
    employeeId,
    about: factorId,
    facts: [{ label: 'Account', value: name }],
    from: origin,
  })
  return await open(deps, unit, account, bound)
}

/** An account was someone else's once: a subject is never given to another person, so this is no mistake of a name. */
async function isOfAnother(
  { cipher }: StaffDeps,
  { tx }: UnitOfWork,
  account: OpenIdIdentity,
  { employeeId }: Employee,
): Promise<boolean> {
  return (await listOpenIds(tx, cipher, account)).some((bound) => bound.employeeId !== employeeId)
}

async function open(
  deps: StaffDeps,
  unit: UnitOfWork,
  { acr, amr }: OpenIdIdentity,
  { employeeId, factorId }: Pick<Factor, 'employeeId' | 'factorId'>,
): Promise<Result<OpenedStaffSession>> {
  if (!(await useOpenId(unit.tx, factorId, unit.now)))
    return await refuseAccount(unit, 'bindingEnded', employeeId)
  const methods = amr.slice(0, MOST_METHODS).map((method) => method.slice(0, LONGEST_CODE))
  const facts = { factorId, amr: methods, acr: acr?.slice(0, LONGEST_CODE) ?? null }
  await auditStaff(unit, { employeeId, action: 'singleSignOn', facts })
  return ok(await openStaffSession(deps, unit, { employeeId, factorId, kind: 'desk' }))
}

async function refuseAccount(
  unit: UnitOfWork,
  reason: string,
  employeeId?: string,
): Promise<Result<OpenedStaffSession>> {
  const facts = { reason }
  if (employeeId === undefined) {
    const event = { portfolioId: WHOLE_SERVER, subject: PROVIDER, action: ACTION, actor: PROVIDER, facts }
    await appendAudit(unit.tx, { ...event, at: unit.now })
  } else await auditStaff(unit, { employeeId, action: ACTION, actor: PROVIDER, facts })
  return refuseAndCommit('staffSignInRefused')
}
