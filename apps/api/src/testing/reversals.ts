import type { CallInputOf } from '@dolphin/contract/call'
import { reverseEntryCall } from '@dolphin/contract/entries'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { TestApi } from './api-fixture.ts'
import { confirmApproval } from './confirmations.ts'
import { signInEmployee } from './employees.ts'

export type ReversalBody = CallInputOf<typeof reverseEntryCall>['body']

/** The order that reverses an entry now. */
export const reversalBody = (
  { loanNo, transactionNo }: MoneyTransaction,
  reason: ReversalBody['reason'],
): ReversalBody => ({ loanNo, transactionNo, reason, foundAt: null, note: 'the clearing report shows it' })

/** One employee enters the reversal of an entry, another confirms it. */
export async function reverseEntry(
  api: TestApi,
  entry: MoneyTransaction,
  reason: ReversalBody['reason'],
): Promise<void> {
  const ada = await signInEmployee(api)
  const bea = await signInEmployee(api, 'bea-example')
  const { approval } = await ada.ask(reverseEntryCall, { body: reversalBody(entry, reason) })
  await confirmApproval(bea, approval.approvalNo)
}

/** The reversal of a loan's entry. */
export async function reversalIn({ database }: TestApi, loan: LoanKey): Promise<MoneyTransaction> {
  const found = (await listTransactions(database.db, loan)).find(({ purpose }) => purpose === 'reversal')
  assert(found !== undefined, 'an entry of the loan was reversed')
  return found
}
