import type { Call } from '@dolphin/contract/call'
import { personalClassesIn, shownReply, Withheld } from '@dolphin/contract/personal-fields'
import { ok } from '@dolphin/domain/outcome'
import { scopeOf } from '@dolphin/domain/staff/authority'
import { hiddenClasses, type PersonalClass } from '@dolphin/domain/staff/personal-fields'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { type Result, refuse } from '../refusal.ts'
import type { EmployeeActor } from './actor.ts'
import type { NamedFields } from './request-parts.ts'
import { type FindMatter, portfoliosIn } from './staff-guard.ts'

type Reader = Pick<EmployeeActor, 'roles' | 'day'>

/** Whether an employee has a right alone in each of these portfolios; of none that is named, in all. */
export function holdsIn(
  { roles, day }: Reader,
  permission: StaffPermission,
  portfolioIds: readonly number[],
): boolean {
  const scope = scopeOf(roles, { permission, day }, ['may'])
  if (scope === 'all') return true
  return portfolioIds.length > 0 && portfolioIds.every((portfolioId) => scope.includes(portfolioId))
}

/** What an employee is not shown of what is in these portfolios. */
export const hiddenFrom = (reader: Reader, portfolioIds: readonly number[]): ReadonlySet<PersonalClass> =>
  hiddenClasses((permission) => holdsIn(reader, permission, portfolioIds))

const NOTHING: ReadonlySet<PersonalClass> = new Set()

/** What an employee is not shown of a reply, by the portfolios that the request is about. */
export async function hiddenInReply(
  { reply, staff }: Call,
  reader: Reader,
  named: NamedFields,
  find: FindMatter,
): Promise<ReadonlySet<PersonalClass>> {
  if (personalClassesIn(reply).size === 0 || staff?.kind !== 'need') return NOTHING
  const found = await find(staff.about, named)
  const portfolioId = found?.portfolioId ?? undefined
  return hiddenFrom(reader, [...portfoliosIn(named), ...(portfolioId === undefined ? [] : [portfolioId])])
}

/**
 * A reply as its reader may see it: masked or left out by the marks of its schema. A file has no marks: it is a document.
 * Errors: `mirrorNotForRole` where it cannot be shown in part.
 */
export function shownTo(
  { reply, replyType }: Call,
  value: unknown,
  hidden: ReadonlySet<PersonalClass>,
): Result<unknown> {
  if (replyType === 'file') return hidden.has('document') ? refuse('mirrorNotForRole') : ok(value)
  try {
    return ok(shownReply(reply, value, hidden))
  } catch (error) {
    if (error instanceof Withheld) return refuse('mirrorNotForRole')
    throw error
  }
}
