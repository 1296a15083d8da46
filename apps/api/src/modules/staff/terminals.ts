import { createHash } from 'node:crypto'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { beginLettingInCall, letTerminalInCall } from '@dolphin/contract/staff-terminals'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import { listFactors } from '@dolphin/database/staff/factor-repository'
import { type EmployeeRole, listRoles } from '@dolphin/database/staff/role-repository'
import {
  findTerminal,
  findWaitingTerminal,
  insertTerminal,
  letTerminalIn,
  type TerminalRequest,
  useTerminal,
} from '@dolphin/database/staff/terminal-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { hashToken, newToken } from '../../security/secrets.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import type { ActAsked } from '../approvals/approval-deps.ts'
import { actPasskeys } from './act-passkeys.ts'
import { newShortCode, shortCodeHash } from './invitations.ts'
import { roleWords } from './roles.ts'
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
  { label, address }: { readonly label: string; readonly address: string },
  deskOrigin: string,
) {
  const deviceCode = newToken(random)
  const code = newShortCode(random)
  const expiresAt = new Date(now.getTime() + WAITING_MS)
  await insertTerminal(tx, {
    deviceHash: hashToken(deviceCode),
    codeHash: shortCodeHash(keys, 'terminal', code),
    label,
    address,
    createdAt: now,
    expiresAt,
  })
  const until = isoInZone(expiresAt, NEW_YORK)
  return ok({ deviceCode, code, link: `${deskOrigin}/terminal`, expiresAt: until, pollSeconds: POLL_SECONDS })
}

/** Who lets a terminal in, at the desk. */
interface AtDesk {
  readonly actor: EmployeeActor
  readonly desk: Desk
}

/** A terminal that waits, with exactly what its employee admits by a touch: where, who and which rights. */
interface Admission {
  readonly waiting: TerminalRequest
  readonly codeHash: string
  readonly roles: readonly string[]
  readonly asked: ActAsked
}

/** Only at the desk: a terminal makes no further terminals. */
async function admissionOf(
  { keys }: StaffDeps,
  { tx, now }: ReadPoint,
  { employeeId, sessionId, sessionKind, day }: EmployeeActor,
  code: string,
): Promise<Result<Admission>> {
  if (sessionKind !== 'desk') return refuse('deskRequired')
  const codeHash = shortCodeHash(keys, 'terminal', code)
  const waiting = await findWaitingTerminal(tx, codeHash, now)
  if (waiting === undefined) return refuse('notFound')
  const held = (await listRoles(tx, employeeId)).filter((role) => countsOn(role, day))
  const roles = held.map(roleWords).toSorted()
  const { label, address, createdAt } = waiting
  const act = { act: 'terminal', label, address, askedAt: createdAt.toISOString(), employeeId, roles }
  const passkeys = (await listFactors(tx, employeeId)).filter(({ kind }) => kind === 'passkey')
  const asked = {
    subject: `terminal/${codeHash}/${sessionId}`,
    digest: createHash('sha256').update(JSON.stringify(act)).digest('hex'),
    factorIds: passkeys.map(({ factorId }) => factorId),
  }
  return ok({ waiting, codeHash, roles, asked })
}

const countsOn = ({ confirmedAt, endedAt, fromDay, untilDay }: EmployeeRole, day: LocalDate): boolean =>
  confirmedAt !== null && endedAt === null && fromDay <= day && (untilDay === null || day <= untilDay)

/** Shows which terminal asks, and asks for a passkey over that, over who lets it in and over their rights. */
export async function beginLettingIn(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor, desk }: AtDesk,
  code: string,
): Promise<Result<CallReply<typeof beginLettingInCall>>> {
  const admission = await admissionOf(deps, unit, actor, code)
  if (!admission.ok) return admission
  const { waiting, roles, asked } = admission.value
  const { challengeId, options } = await actPasskeys(deps).ask(unit, actor, desk, asked)
  const { label, address, createdAt } = waiting
  const askedAt = isoInZone(createdAt, NEW_YORK)
  return ok({
    label,
    address: address ?? '',
    askedAt,
    roles: [...roles],
    challengeId,
    options: { ...options },
  })
}

/**
 * Lets in the terminal that was shown, by a passkey over where, who and which rights; what has changed since is another
 * digest. Errors: `notFound`, `deskRequired`, and those of the passkey, after which the challenge is spent.
 */
export async function admitTerminal(
  deps: StaffDeps,
  { actor, desk, origin }: AtDesk & { readonly origin: RequestOrigin },
  { code, challengeId, response }: CallRequest<typeof letTerminalInCall>['body'],
  write: (work: (unit: UnitOfWork) => Promise<Result<Let>>) => Promise<Result<Let>>,
): Promise<Result<Let>> {
  const now = deps.clock.now()
  const admission = await admissionOf(deps, { tx: deps.database.db, now }, actor, code)
  if (!admission.ok) return admission
  const { asked, codeHash, waiting } = admission.value
  const proven = await actPasskeys(deps).verify(actor, desk, { ...asked, challengeId, response })
  if (!proven.ok) return proven
  return await write(async (unit) => {
    const { employeeId } = actor
    const who = { employeeId, factorId: proven.value.answeredFactor, at: unit.now }
    if (!(await letTerminalIn(unit.tx, codeHash, who))) return refuse('notFound')
    const { label, address } = waiting
    const signed = { factorId: who.factorId, digest: asked.digest }
    await auditStaff(unit, { employeeId, action: 'terminalAdmitted', facts: { label, address, ...signed } })
    const facts = [{ label: 'Terminal', value: label }]
    await deps.notices.sendToEmployee(unit, {
      kind: 'terminalAdmitted',
      employeeId,
      about: codeHash,
      facts,
      from: origin,
    })
    return ok({ label })
  })
}

type Let = CallReply<typeof letTerminalInCall>

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
  const isThere = (await listFactors(tx, employeeId)).some((factor) => factor.factorId === factorId)
  if (employee?.state !== 'active' || !isThere) return refuse('linkNoLongerValid')
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
