import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { type Customer, findCustomer } from '@dolphin/database/identity/customer-repository'
import { listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import { isLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { isOver } from '../loans/loan-moves.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'

/** A customer with their loans, or one application that belongs to no account yet. */
export interface CustomerFile {
  readonly portfolioId: number
  /** Undefined: the application of a guest. */
  readonly customer: Customer | undefined
  /** Newest first. */
  readonly loans: readonly Loan[]
}

type NeededDeps = Pick<Deps, 'cipher' | 'portfolios'>

/** The file that a customer or a loan names: of a loan, its customer's. Errors: `notFound`. */
export async function fileOf(
  deps: NeededDeps,
  executor: Executor,
  file: string,
): Promise<Result<CustomerFile>> {
  if (!isLoanNo(file)) return await ofCustomer(deps, executor, file)
  const loan = await findAnyLoan(executor, file)
  if (!loan.ok) return refuse('notFound')
  const { portfolioId, openId } = loan.value
  if (openId === null) return ok({ portfolioId, customer: undefined, loans: [loan.value] })
  return await ofOwner(deps.cipher, executor, { portfolioId, openId })
}

/**
 * The loan of a file that is asked for, else the newest that is not over, else the newest; undefined where there is none.
 * Errors: `loanNotFound` for one that is not of this file.
 */
export function loanOfFile({ loans }: CustomerFile, asked: string | undefined): Result<Loan | undefined> {
  if (asked === undefined) return ok(loans.find((loan) => !isOver(loan)) ?? loans[0])
  const named = loans.find(({ loanNo }) => loanNo === asked)
  return named === undefined ? refuse('loanNotFound') : ok(named)
}

async function ofCustomer(
  deps: NeededDeps,
  executor: Executor,
  openId: string,
): Promise<Result<CustomerFile>> {
  const data = await portfolioOfCustomer(deps, executor, openId)
  if (data === undefined) return refuse('notFound')
  return await ofOwner(deps.cipher, executor, { portfolioId: data.portfolio.portfolioId, openId })
}

async function ofOwner(
  cipher: FieldCipher,
  executor: Executor,
  owner: { readonly portfolioId: number; readonly openId: string },
): Promise<Result<CustomerFile>> {
  const customer = await findCustomer(executor, cipher, owner)
  if (customer === undefined) return refuse('notFound')
  const loans = (await listOwnLoans(executor, owner)).toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  )
  return ok({ portfolioId: owner.portfolioId, customer, loans })
}
