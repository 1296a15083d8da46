import type { LoanKey } from '@dolphin/database/driver/owner'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { readHomeFlag } from '../modules/loans/home-state.ts'
import { loadAccount } from '../modules/servicing/account-facts.ts'
import type { TestApi } from './api-fixture.ts'
import { debitsOf } from './money-days.ts'
import type { SignedLoan } from './signed-loans.ts'

/** A loan's status and what explains it. */
export async function statusOf({ database }: TestApi, key: LoanKey) {
  const loan = await findLoan(database.db, key)
  return [loan?.status, loan?.subStatus]
}

/** What a funded loan's account says: its terms and its state. */
export async function accountFactsOf({ deps, database }: TestApi, key: LoanKey) {
  const loan = await findLoan(database.db, key)
  const facts = loan && (await loadAccount(deps, database.db, loan))
  assert(facts !== undefined, 'a funded loan has an account')
  return facts
}

/** The flag of the borrower's home page at the present time. */
export const homeFlagOf = ({ clock, database }: TestApi, { portfolioId, client: { openId } }: SignedLoan) =>
  readHomeFlag(database.db, { portfolioId, openId }, clock.now())

/** The debit at a place, the oldest first. */
export async function debitAt(api: TestApi, loan: LoanKey, index: number): Promise<MoneyTransaction> {
  const debit = (await debitsOf(api, loan))[index]
  assert(debit !== undefined, 'the debit is there')
  return debit
}

/** The latest disbursement. */
export async function creditOf({ database }: TestApi, loan: LoanKey): Promise<MoneyTransaction> {
  const all = await listTransactions(database.db, loan)
  const credit = all.findLast(({ type }) => type === TransactionType.credit)
  assert(credit !== undefined, 'the credit is there')
  return credit
}
