import type { Executor } from '../driver/executor.ts'
import { type Loan, lockKeyedLoan } from './loan-repository.ts'
import type { ApplicationKey, Owner } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { loans } from '../schema/loan.ts'

/** How far a borrower's session reaches: everything of one customer, or the loan of one application. */
export type Reach = Owner | ApplicationKey

/** Which loan is asked for; by either of its numbers, or the newest in reach. */
export type LoanName = { readonly loanNo: string } | { readonly applicationNo: string } | 'newest'

const packed = packedRows(loans)

/** Nearly every call of a borrower begins with it, so its few texts stay prepared. */
async function find(executor: Executor, reach: Reach, name: LoanName): Promise<Loan | undefined> {
  const isCustomer = 'openId' in reach
  const isByNo = name !== 'newest' && 'loanNo' in name
  const named = name === 'newest' ? '' : `and ${isByNo ? 'loan_no' : 'application_no'} = $3`
  const row = await queryOneRow(
    executor,
    `select ${packed.row} as loan from loans
      where portfolio_id = $1 and ${isCustomer ? 'open_id' : 'application_no'} = $2 ${named}
      order by created_at desc, loan_no desc limit 1`,
    [
      reach.portfolioId,
      isCustomer ? reach.openId : reach.applicationNo,
      ...(name === 'newest' ? [] : [isByNo ? name.loanNo : name.applicationNo]),
    ],
  )
  return row.loan === undefined ? undefined : packed.unpack(row.loan)
}

/** The loan, if this session reaches it; another customer's, portfolio's or application's is not there. */
export async function findReachableLoan(
  executor: Executor,
  reach: Reach,
  name: LoanName,
): Promise<Loan | undefined> {
  return await find(executor, reach, name)
}

const isReached = ({ openId, applicationNo }: Loan, reach: Reach): boolean =>
  'openId' in reach ? openId === reach.openId : applicationNo === reach.applicationNo

/** As findReachableLoan; locks the loan until the transaction ends. */
export async function lockReachableLoan(
  executor: Executor,
  reach: Reach,
  name: LoanName,
): Promise<Loan | undefined> {
  const seen = await find(executor, reach, name)
  const [row] = seen === undefined ? [] : await lockKeyedLoan(executor, seen)
  return row !== undefined && isReached(row, reach) ? row : undefined
}
