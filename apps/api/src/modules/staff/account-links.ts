import { listFactors } from '@dolphin/database/staff/factor-repository'
import type { Factor } from '@dolphin/database/staff/factor-repository'
import { insertLink, noteBrowser } from '@dolphin/database/staff/link-repository'
import { grantOf, listAllRoles } from '@dolphin/database/staff/role-repository'
import type { LinkFinding } from '@dolphin/domain/staff/codes'
import { holdsCounterRight } from '@dolphin/domain/staff/linked-accounts'
import type { DeskVisit } from '../../http/desk.ts'
import { hashToken, newId, newToken } from '../../security/secrets.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { isFirstAdministrator } from './signing-passkeys.ts'
import { auditStaff } from './staff-audit.ts'
import type { StaffDeps } from './staff-deps.ts'
import { staffDay } from './staff-sessions.ts'

/** How many of the colleagues' credentials a browser is asked to look for. Source: docs/design/console.md, Staff. */
const MOST_NAMED = 60

type Needed = Pick<StaffDeps, 'random'>

/** Two accounts, and what was seen of them. */
interface Found {
  readonly employeeId: string
  readonly other: string
  readonly finding: LinkFinding
}

/**
 * Links two accounts that may be of one person: neither confirms what the other entered until two others lift it. The first
 * two administrators are not linked with each other, since no one could lift that.
 */
export async function linkAccounts(
  { random }: Needed,
  unit: UnitOfWork,
  { employeeId, other, finding }: Found,
): Promise<void> {
  const { tx, now } = unit
  if (employeeId === other) return
  if ((await isFirstAdministrator(tx, employeeId)) && (await isFirstAdministrator(tx, other))) return
  const link = { linkNo: newId(random), finding, foundAt: now }
  if (!(await insertLink(tx, link, [employeeId, other]))) return
  const facts = { linkNo: link.linkNo, finding }
  await auditStaff(unit, { employeeId, action: 'accountsLinked', facts: { ...facts, with: other } })
  await auditStaff(unit, {
    employeeId: other,
    action: 'accountsLinked',
    facts: { ...facts, with: employeeId },
  })
}

/** Notes that an employee enrolled or signed in at a browser, and links them with whom it has seen before. */
export async function noteBrowserOf(
  deps: Needed,
  unit: UnitOfWork,
  desk: DeskVisit,
  employeeId: string,
): Promise<void> {
  const mark = desk.browserMark ?? newToken(deps.random)
  desk.keepBrowserMark(mark)
  const others = await noteBrowser(unit.tx, { markHash: hashToken(mark), employeeId }, unit.now)
  for (const other of others) await linkAccounts(deps, unit, { employeeId, other, finding: 'browser' })
}

/** Links an employee with those whose key gave the same serial number, where an attestation gives one at all. */
export async function linkBySerial(
  deps: Needed,
  unit: UnitOfWork,
  employeeId: string,
  serialHash: string | null,
): Promise<void> {
  if (serialHash === null) return
  const same = (await listFactors(unit.tx)).filter((factor) => factor.serialHash === serialHash)
  for (const other of same)
    await linkAccounts(deps, unit, { employeeId, other: other.employeeId, finding: 'serialNumber' })
}

/**
 * Passkeys of colleagues that a new one may not be on one key with: of those who could confirm what this employee enters, or
 * the reverse, in a portfolio of both; the newest 60.
 */
export async function counterpartPasskeys(
  { tx, now }: ReadPoint,
  employeeId: string,
): Promise<readonly Factor[]> {
  const day = staffDay(now)
  const confirmed = (await listAllRoles(tx)).filter(({ confirmedAt }) => confirmedAt !== null)
  const roles = Map.groupBy(confirmed, (role) => role.employeeId)
  const rolesOf = (who: string) => (roles.get(who) ?? []).map(grantOf)
  const mine = rolesOf(employeeId)
  const counterparts = new Set(
    [...roles.keys()].filter((who) => who !== employeeId && holdsCounterRight(mine, rolesOf(who), day)),
  )
  return (await listFactors(tx))
    .filter((factor) => factor.kind === 'passkey' && counterparts.has(factor.employeeId))
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
    .slice(0, MOST_NAMED)
}
