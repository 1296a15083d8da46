import type { Call } from '@dolphin/contract/call'
import { needsOf, type StaffNeed, type StaffRule, type StaffSubject } from '@dolphin/contract/staff-rule'
import { assert } from '@dolphin/domain/assert'
import { isLoanNo, portfolioOfLoanNo } from '@dolphin/domain/loans/loan-number'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { authorityOf, type PortfolioScope, scopeOf } from '@dolphin/domain/staff/authority'
import { type Result, refuse } from '../refusal.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { EmployeeActor } from './actor.ts'
import type { NamedFields } from './request-parts.ts'

type Ruled = Pick<Call, 'name' | 'staff'>

/** What the server looks up of what a request is about; undefined: it does not exist. */
export interface StaffMatter {
  /** Null: the whole server. */
  readonly portfolioId: number | null
  readonly amount?: Cents | undefined
}

export type FindMatter = (about: StaffSubject, named: NamedFields) => Promise<StaffMatter | undefined>

/**
 * Reads, in the transaction of an act and before it, what it releases; the answer uses up the touch that was given for
 * exactly that, or refuses. Source: docs/decisions/staff.md.
 */
export type TouchFor = (
  unit: UnitOfWork,
  call: Call,
  actor: EmployeeActor,
  body: NamedFields,
) => Promise<() => Promise<Result<undefined>>>

/** A customer's file as an employee read it. */
export interface CustomerRead {
  readonly call: string
  readonly about: StaffSubject
  readonly actor: EmployeeActor
  readonly named: NamedFields
  /** As the employee said it; null where they did not. */
  readonly reason: string | null
}

const ruleOf = ({ name, staff }: Ruled): StaffRule => {
  assert(staff !== undefined, `${name} says what an employee needs`)
  return staff
}

const scopeFor = ({ roles, day }: EmployeeActor, { permission, acts }: StaffNeed): PortfolioScope =>
  scopeOf(roles, { permission, day }, acts)

/**
 * Whether some role of the employee allows this call anywhere. Asked before the request is read: those without the
 * right learn nothing of its fields. What no role names is refused. Source: docs/design/console.md, Permissions.
 */
export function mayCall(call: Ruled, actor: EmployeeActor): boolean {
  const rule = ruleOf(call)
  return rule.kind === 'everyEmployee' || needsOf(rule).some((need) => scopeFor(actor, need).length > 0)
}

/** The right that this very request takes; undefined where its field says nothing that the call knows. */
function needFor(
  rule: Exclude<StaffRule, { kind: 'everyEmployee' }>,
  named: NamedFields,
): StaffNeed | undefined {
  if (rule.kind === 'need') return rule.need
  return rule.needs[String(named[rule.field])]
}

/** The portfolios that a request names, itself and by a loan. */
export function portfoliosIn({ portfolioId, loanNo }: NamedFields): number[] {
  const named = typeof portfolioId === 'number' ? [portfolioId] : []
  return typeof loanNo === 'string' && isLoanNo(loanNo) ? [...named, portfolioOfLoanNo(loanNo)] : named
}

/** Everything that the right must count for. */
async function mattersOf(
  rule: Exclude<StaffRule, { kind: 'everyEmployee' }>,
  named: NamedFields,
  find: FindMatter,
): Promise<readonly StaffMatter[]> {
  if (rule.about === 'server') return [{ portfolioId: null }]
  const amount = typeof named['amount'] === 'string' ? parseMoney(named['amount']) : undefined
  const inRequest = portfoliosIn(named).map((portfolioId) => ({ portfolioId, amount }))
  const found = rule.about === 'request' ? undefined : await find(rule.about, named)
  return found === undefined ? inRequest : [...inRequest, found]
}

/**
 * Judges one request of an employee: the right must count in every portfolio that it is about, for its amount. A list
 * without a portfolio is kept to the employee's own: the answer is the portfolio to show, undefined for all or as asked;
 * a search over the employee's own portfolios is kept to them by its handler.
 * What does not exist is left to the handler, which says so.
 */
export async function judgeStaffRequest(
  call: Ruled,
  actor: EmployeeActor,
  named: NamedFields,
  find: FindMatter,
): Promise<Result<number | undefined>> {
  const rule = ruleOf(call)
  if (rule.kind === 'everyEmployee') return ok(undefined)
  const need = needFor(rule, named)
  if (need === undefined) return refuse('notPermitted')
  const matters = await mattersOf(rule, named, find)
  if (!matters.every((matter) => isAllowed(actor, need, matter))) return refuse('notPermitted')
  if (matters.length > 0 || rule.about === 'ownPortfolios') return ok(undefined)
  return onePortfolio(scopeFor(actor, need))
}

function isAllowed(
  { roles, day }: EmployeeActor,
  { permission, acts }: StaffNeed,
  matter: StaffMatter,
): boolean {
  const authority = authorityOf(roles, { permission, day, ...matter })
  return authority.allowed && acts.some((act) => authority.acts.has(act))
}

/** Where a list shows nothing but the employee's own: one portfolio, or the request to name one of several. */
function onePortfolio(scope: PortfolioScope): Result<number | undefined> {
  if (scope === 'all') return ok(undefined)
  const [only, ...more] = scope
  if (only === undefined) return refuse('notPermitted')
  if (more.length === 0) return ok(only)
  const message = `Name one of your portfolios: ${scope.join(', ')}`
  return refuse('invalidInput', { errors: [{ elementKey: 'portfolioId', message }] })
}
