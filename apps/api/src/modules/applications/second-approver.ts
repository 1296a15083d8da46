import { listActors } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import { listLinkedTo } from '@dolphin/database/staff/link-repository'
import { grantOf, listAllRoles } from '@dolphin/database/staff/role-repository'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { authorityOf } from '@dolphin/domain/staff/authority'
import { needsAnotherApprover } from '@dolphin/domain/staff/second-approver'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { employeeIdIn } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

type Needed = Pick<Deps, 'cipher' | 'portfolios'>

/**
 * Refuses who accepted a statement of this loan to approve it above the limit of the portfolio, and says who can. An account
 * that is linked with theirs counts as theirs. Errors: `secondPersonNeeded`. Source: docs/decisions/staff.md.
 */
export async function judgeApprover(
  deps: Needed,
  unit: UnitOfWork,
  loan: Loan,
  { by, amount }: { readonly by: string; readonly amount: Cents | null },
): Promise<Result<undefined>> {
  const twoPeopleAbove = deps.portfolios.byId(loan.portfolioId)?.portfolio.twoPeopleAbove
  const acceptedBy = await acceptorsOf(unit, loan)
  const isNeeded =
    twoPeopleAbove !== undefined && needsAnotherApprover({ by, acceptedBy, amount, twoPeopleAbove })
  if (!isNeeded) return ok(undefined)
  const names = await namesOfOthers(deps, unit, loan, { amount, acceptedBy })
  const who =
    names.length === 0
      ? 'No colleague may do that alone: ask an administrator for an underwriter.'
      : `Ask ${names.join(', ')}.`
  const message = `You accepted the statement of this loan. Above ${formatCurrency(twoPeopleAbove)} a colleague approves it. ${who}`
  return refuse('secondPersonNeeded', { message })
}

/** Who accepted a statement of the loan, and the accounts that may be of the same person. */
async function acceptorsOf({ tx }: UnitOfWork, { portfolioId, loanNo }: Loan): Promise<string[]> {
  const actors = await listActors(tx, { portfolioId, subject: loanNo, action: 'statementAccepted' })
  const all = new Set(actors)
  for (const actor of actors) {
    const employeeId = employeeIdIn(actor)
    const linked = employeeId === undefined ? [] : await listLinkedTo(tx, employeeId)
    for (const other of linked) all.add(`employee:${other}`)
  }
  return [...all]
}

const MOST_NAMED = 5

async function namesOfOthers(
  { cipher }: Needed,
  { tx, now }: UnitOfWork,
  { portfolioId }: Loan,
  { amount, acceptedBy }: { readonly amount: Cents | null; readonly acceptedBy: readonly string[] },
): Promise<string[]> {
  const intent = {
    permission: 'review.approve',
    portfolioId,
    amount: amount ?? undefined,
    day: dateIn(now, NEW_YORK),
  } as const
  const confirmed = (await listAllRoles(tx)).filter(({ confirmedAt }) => confirmedAt !== null)
  const names: string[] = []
  for (const [employeeId, roles] of Map.groupBy(confirmed, (role) => role.employeeId)) {
    const authority = authorityOf(roles.map(grantOf), intent)
    const mayAlone = authority.allowed && authority.acts.has('may')
    if (!mayAlone || acceptedBy.includes(`employee:${employeeId}`)) continue
    const employee = await findEmployee(tx, cipher, employeeId)
    if (employee?.state === 'active') names.push(employee.name)
  }
  return names.toSorted().slice(0, MOST_NAMED)
}
