import type { CallReply } from '@dolphin/contract/call'
import type { findCustomersCall } from '@dolphin/contract/customer-files'
import type { Executor } from '@dolphin/database/driver/executor'
import { listProfiles } from '@dolphin/database/identity/customer-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listLoansOfPerson } from '@dolphin/database/loans/person-repository'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import type { Deps } from '../../deps.ts'

/** A customer in a line: the name, empty while none is known, and the loans, newest first. */
export type CustomerGlance = Pick<CallReply<typeof findCustomersCall>['hits'][number], 'name' | 'loans'>

const MOST_LOANS = 50

/** These customers of a portfolio, by `openId`. */
export async function customersAtAGlance(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  portfolioId: number,
  openIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerGlance>> {
  const profiles = await listProfiles(executor, cipher, portfolioId, openIds)
  const loans = await listLoansOfPerson(executor, portfolioId, openIds)
  return new Map(
    profiles.map(({ openId, profile: { firstName, lastName } }) => [
      openId,
      {
        name: [firstName, lastName].filter((part) => part !== undefined).join(' '),
        loans: atAGlance(loans.filter((loan) => loan.openId === openId)),
      },
    ]),
  )
}

/** Where these loans stand, the newest first. */
export const atAGlance = (loans: readonly Loan[]): CustomerGlance['loans'] =>
  loans
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, MOST_LOANS)
    .map((loan) => ({
      loanNo: loan.loanNo,
      loanStatus: loan.status,
      subStatus: loan.subStatus,
      reviewStatus: reviewStatusOf(loan),
    }))
