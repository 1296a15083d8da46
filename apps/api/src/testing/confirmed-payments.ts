import { insertDebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { insertTransaction, type NewTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import {
  TransactionMode,
  type TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import type { TestApi } from './api-fixture.ts'
import { accountFactsOf } from './loan-facts.ts'
import type { SignedLoan } from './signed-loans.ts'

/** What pays a loan off on a day. */
export async function payoffAmountOn(api: TestApi, loan: SignedLoan, day: LocalDate): Promise<Cents> {
  const { terms, account } = await accountFactsOf(api, loan)
  return payoffOn(terms, account.state, day).total
}

/** Plans a payment that the borrower confirmed online, as the change that asks for it does. */
export async function planConfirmed(
  api: TestApi,
  loan: SignedLoan,
  { purpose, on, amount }: Readonly<{ purpose: TransactionPurpose; on: LocalDate; amount: Cents }>,
): Promise<void> {
  const account = await findLoanAccount(api.database.db, loan)
  assert(account !== undefined, 'a funded loan has a bank account')
  const { portfolioId, customerKey, loanNo, client } = loan
  const base = { portfolioId, customerKey, loanNo, openId: client.openId, amount } as const
  const paidFrom = { accountKey: account.accountKey, authorizationNo: `A-${purpose}-${loanNo}` } as const
  await api.deps.units.write(async ({ tx, now }) => {
    await insertDebitAuthorization(tx, {
      ...base,
      ...paidFrom,
      kind: 'singlePayment',
      grantedAt: now,
      documentNo: null,
    })
    const transaction: NewTransaction = {
      ...base,
      ...paidFrom,
      purpose,
      transactionNo: `T-${purpose}-${loanNo}`,
      type: TransactionType.debit,
      mode: TransactionMode.ach,
      effectiveDate: on,
      status: TransactionStatus.none,
      instructionKey: `test/${loanNo}/${purpose}`,
      installmentNumber: null,
    }
    await insertTransaction(tx, transaction, { cause: 'confirmed', actor: 'test', at: now })
    return ok(undefined)
  })
}
