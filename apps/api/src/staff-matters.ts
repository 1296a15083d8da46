import { findDecisionByNo } from '@dolphin/database/decisions/decision-repository'
import { WHOLE_SERVER, findWorkItem } from '@dolphin/database/work-items/work-item-repository'
import type { StaffSubject } from '@dolphin/contract/staff-rule'
import { isLoanNo, portfolioOfLoanNo } from '@dolphin/domain/loans/loan-number'
import type { Deps } from './deps.ts'
import type { NamedFields } from './http/request-parts.ts'
import type { FindMatter, StaffMatter } from './http/staff-guard.ts'
import { amountAtStake } from './modules/loans/amount-at-stake.ts'
import { findAnyLoan } from './modules/loans/any-loan.ts'
import { portfolioOfCustomer } from './modules/portfolios/customer-portfolio.ts'
import { findStatement } from './modules/verification/statement-review.ts'

type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios'>
type Found = Promise<StaffMatter | undefined>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** How each thing that staff name is looked up, before their roles are compared with its portfolio. */
const FINDERS: Readonly<Partial<Record<StaffSubject, (deps: NeededDeps, named: NamedFields) => Found>>> = {
  async loanAmount({ database }, { loanNo }) {
    const found = await findAnyLoan(database.db, textOf(loanNo))
    if (!found.ok) return undefined
    return { portfolioId: found.value.portfolioId, amount: amountAtStake(found.value) ?? undefined }
  },
  async customer(deps, { openId }) {
    const data = await portfolioOfCustomer(deps, deps.database.db, textOf(openId))
    return data && { portfolioId: data.portfolio.portfolioId }
  },
  async customerFile(deps, { file }) {
    const given = textOf(file)
    if (isLoanNo(given)) return { portfolioId: portfolioOfLoanNo(given) }
    const data = await portfolioOfCustomer(deps, deps.database.db, given)
    return data && { portfolioId: data.portfolio.portfolioId }
  },
  async statement(deps, { requestCode }) {
    const found = await findStatement(deps, deps.database.db, textOf(requestCode))
    return found && { portfolioId: found.loan.portfolioId }
  },
  async workItem({ database }, { workItemNo }) {
    const item = await findWorkItem(database.db, textOf(workItemNo))
    return item && { portfolioId: item.portfolioId === WHOLE_SERVER ? null : item.portfolioId }
  },
  async decision({ database, cipher }, { id, decisionNo }) {
    const given = textOf(id ?? decisionNo)
    if (isLoanNo(given)) return { portfolioId: portfolioOfLoanNo(given) }
    const decision = given === '' ? undefined : await findDecisionByNo(database.db, cipher, given)
    return decision && { portfolioId: decision.portfolioId }
  },
}

/** Looks up what a request of staff is about; undefined for what does not exist. */
export const staffMatters =
  (deps: NeededDeps): FindMatter =>
  async (about, named) =>
    await FINDERS[about]?.(deps, named)
