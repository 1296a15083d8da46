import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { Loan } from './loan-repository.ts'
import type { ApplicationKey, Owner } from './owner.ts'
import { loans } from './schema/loan.ts'

/** How far a borrower's session reaches: everything of one customer, or the loan of one application. */
export type Reach = Owner | ApplicationKey

/** Which loan is asked for; by either of its numbers, or the newest in reach. */
export type LoanName = { readonly loanNo: string } | { readonly applicationNo: string } | 'newest'

const isInReach = (reach: Reach): SQL | undefined =>
  and(
    eq(loans.portfolioId, reach.portfolioId),
    'openId' in reach ? eq(loans.openId, reach.openId) : eq(loans.applicationNo, reach.applicationNo),
  )

function isNamed(name: LoanName): SQL | undefined {
  if (name === 'newest') return undefined
  return 'loanNo' in name ? eq(loans.loanNo, name.loanNo) : eq(loans.applicationNo, name.applicationNo)
}

const select = (executor: Executor, reach: Reach, name: LoanName) =>
  executor
    .select()
    .from(loans)
    .where(and(isInReach(reach), isNamed(name)))
    .orderBy(desc(loans.createdAt), desc(loans.loanNo))
    .limit(1)

/** The loan, if this session reaches it; another customer's, portfolio's or application's is not there. */
export async function findReachableLoan(
  executor: Executor,
  reach: Reach,
  name: LoanName,
): Promise<Loan | undefined> {
  const [row] = await select(executor, reach, name)
  return row
}

/** As findReachableLoan; nobody else changes the loan until the transaction ends. */
export async function lockReachableLoan(
  executor: Executor,
  reach: Reach,
  name: LoanName,
): Promise<Loan | undefined> {
  const [row] = await select(executor, reach, name).for('update')
  return row
}
