import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import {
  findTerminal,
  findWaitingTerminal,
  insertTerminal,
  letTerminalIn,
  useTerminal,
} from '@dolphin/database/staff/terminal-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { EmployeeActor } from '../../http/actor.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { hashToken, newToken } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { newShortCode, shortCodeHash } from './invitations.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { openStaffSession } from './staff-sessions.ts'

/** How long a terminal shows its code. */
const WAITING_MS = 10 * MINUTE_MS
const POLL_SECONDS = 3

/** A terminal asks to be let in: it keeps the device code and shows the other. Source: RFC 8628. */
export async function beginTerminal(
  { random, keys }: StaffDeps,
  { tx, now }: UnitOfWork,
  label: string,
  deskOrigin: string,
) {
  const deviceCode = newToken(random)
  const code = newShortCode(random)
  const expiresAt = new Date(now.getTime() + WAITING_MS)
  await insertTerminal(tx, {
    deviceHash: hashToken(deviceCode),
    codeHash: shortCodeHash(keys, 'terminal', code),
    label,
    createdAt: now,
    expiresAt,
  })
  const until = isoInZone(expiresAt, NEW_YORK)
  return ok({ deviceCode, code, link: `${deskOrigin}/terminal`, expiresAt: until, pollSeconds: POLL_SECONDS })
}

/** Lets the terminal in that shows this code. Only at the desk: a terminal makes no further terminals. */
export async function admitTerminal(
  { keys, notices }: StaffDeps,
  unit: UnitOfWork,
  { actor, origin }: { readonly actor: EmployeeActor; readonly origin: RequestOrigin },
  code: string,
): Promise<Result<{ readonly label: string }>> {
  const { employeeId, factorId, sessionKind } = actor
  if (sessionKind !== 'desk') return refuse('deskRequired')
  const codeHash = shortCodeHash(keys, 'terminal', code)
  const waiting = await findWaitingTerminal(unit.tx, codeHash, unit.now)
  const who = { employeeId, factorId, at: unit.now }
  if (waiting === undefined || !(await letTerminalIn(unit.tx, codeHash, who))) return refuse('notFound')
  const { label } = waiting
  await auditStaff(unit, { employeeId, action: 'terminalAdmitted', facts: { label } })
  const facts = [{ label: 'Terminal', value: label }]
  await notices.sendToEmployee(unit, {
    kind: 'terminalAdmitted',
    employeeId,
    about: codeHash,
    facts,
    from: origin,
  })
  return ok({ label })
}

/** Gives a terminal its credential, once, after an employee let it in; until then it waits. */
export async function claimTerminal(deps: StaffDeps, unit: UnitOfWork, deviceCode: string) {
  const { tx, now } = unit
  const deviceHash = hashToken(deviceCode)
  const request = await findTerminal(tx, deviceHash)
  if (request === undefined || request.usedAt !== null || now >= request.expiresAt)
    return refuse('linkNoLongerValid')
  const { employeeId, factorId, label } = request
  if (employeeId === null || factorId === null) return ok({ waiting: true } as const)
  const employee = await findEmployee(tx, deps.cipher, employeeId)
  if (employee?.state !== 'active') return refuse('staffSignInRefused')
  if (!(await useTerminal(tx, deviceHash, now))) return refuse('linkNoLongerValid')
  const { token, session } = await openStaffSession(deps, unit, {
    employeeId,
    factorId,
    kind: 'terminal',
    label,
  })
  return ok({
    waiting: false,
    credential: token,
    employeeId,
    name: employee.name,
    expiresAt: isoInZone(session.expiresAt, NEW_YORK),
  } as const)
}
