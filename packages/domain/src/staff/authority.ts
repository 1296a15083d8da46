import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { StaffRole } from './codes.ts'
import { actsOfRole, type StaffAct, type StaffPermission } from './permissions.ts'

/** A role that an employee holds: where, up to which amount and for which days. */
export interface RoleGrant {
  readonly role: StaffRole
  /** Null: every portfolio, and what belongs to the whole server. */
  readonly portfolioId: number | null
  /** The largest amount that the employee decides alone or confirms, in cents; null: any. */
  readonly amountLimit: Cents | null
  readonly from: LocalDate
  /** The last day on which it counts; null: open. */
  readonly until: LocalDate | null
}

/** What an employee wants to do. */
export interface StaffIntent {
  readonly permission: StaffPermission
  /** Null: it concerns the whole server, such as a bank holiday. */
  readonly portfolioId: number | null
  /** Whole cents; absent where the act has no amount. */
  readonly amount?: Cents | undefined
  readonly day: LocalDate
}

/** Why an employee may not: no such role, not here, not on this day, or too much money for one. */
export type AuthorityRefusal = 'noRole' | 'otherPortfolio' | 'outsideDates' | 'aboveLimit'

export type Authority =
  | { readonly allowed: true; readonly acts: ReadonlySet<StaffAct> }
  | { readonly allowed: false; readonly reason: AuthorityRefusal }

const isInForce = ({ from, until }: RoleGrant, day: LocalDate): boolean =>
  from <= day && (until === null || day <= until)

const covers = ({ portfolioId }: RoleGrant, asked: number | null): boolean =>
  portfolioId === null || portfolioId === asked

/**
 * How one grant lets its holder take part. The limit bounds what one person decides: above it, what they may do alone
 * they may only enter, and they do not confirm.
 */
function actsOfGrant({ role, amountLimit }: RoleGrant, { permission, amount }: StaffIntent): StaffAct[] {
  const acts = [...actsOfRole(role, permission)]
  if (amountLimit === null || amount === undefined || amount <= amountLimit) return acts
  return acts.flatMap((act) => (act === 'confirm' ? [] : ['enter' as const]))
}

/**
 * What an employee's roles together allow: the rights add up. What no role names is refused, with the nearest reason.
 * Units: whole cents, nothing is rounded. Source: docs/design/console.md, Permissions.
 */
export function authorityOf(grants: readonly RoleGrant[], intent: StaffIntent): Authority {
  const named = grants.filter(({ role }) => actsOfRole(role, intent.permission).length > 0)
  if (named.length === 0) return { allowed: false, reason: 'noRole' }
  const here = named.filter((grant) => covers(grant, intent.portfolioId))
  if (here.length === 0) return { allowed: false, reason: 'otherPortfolio' }
  const today = here.filter((grant) => isInForce(grant, intent.day))
  if (today.length === 0) return { allowed: false, reason: 'outsideDates' }
  const acts = new Set(today.flatMap((grant) => actsOfGrant(grant, intent)))
  return acts.size === 0 ? { allowed: false, reason: 'aboveLimit' } : { allowed: true, acts }
}

/** Portfolios in which an employee takes part in one of these ways on a day; `all` where a grant names none. */
export type PortfolioScope = 'all' | readonly number[]

/** Where an employee's roles count for a right: what lists show and what is looked up is kept to it. */
export function scopeOf(
  grants: readonly RoleGrant[],
  { permission, day }: Pick<StaffIntent, 'permission' | 'day'>,
  acts: readonly StaffAct[],
): PortfolioScope {
  const counting = grants.filter(
    (grant) => isInForce(grant, day) && actsOfRole(grant.role, permission).some((act) => acts.includes(act)),
  )
  if (counting.some(({ portfolioId }) => portfolioId === null)) return 'all'
  return [...new Set(counting.flatMap(({ portfolioId }) => portfolioId ?? []))].toSorted((a, b) => a - b)
}

/**
 * Whether an employee may be the second of two: no one holds both halves of one item, whatever their roles.
 * Source: domain.md §10, maker and checker differ.
 */
export const isSecondPerson = (enteredBy: string, confirmedBy: string): boolean => enteredBy !== confirmedBy
