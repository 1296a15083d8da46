import type { Executor } from '@dolphin/database/driver/executor'
import { firstCustomerKey } from '@dolphin/database/driver/customer-key'
import type { KeyedLoan } from '@dolphin/database/driver/owner'
import { insertLoan, type LoanPatch } from '@dolphin/database/loans/loan-repository'
import { nextSerial } from '@dolphin/database/driver/serial'
import { FIRST_LOAN_STATE } from '@dolphin/domain/loans/loan-life'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'

/** Stores a loan just begun at portfolio 118; without a customer unless one is named. */
export async function storedLoan(
  executor: Executor,
  overrides: LoanPatch & { readonly openId?: string } = {},
): Promise<KeyedLoan> {
  const portfolioId = 118
  const serial = await nextSerial(executor, 'loan')
  const loanNo = makeLoanNo(portfolioId, serial)
  const { openId = null, ...patch } = overrides
  const applicationNo = `A${serial}`
  const customerKey = firstCustomerKey({ openId, applicationNo })
  const key = { portfolioId, customerKey, loanNo }
  const loan = { ...key, applicationNo, openId, ...FIRST_LOAN_STATE, ...patch }
  const reason = { cause: 'created', actor: 'system', at: new Date('2026-03-03T15:00:00Z') }
  if (!(await insertLoan(executor, loan, reason))) throw new Error('the customer has an open loan')
  return key
}
