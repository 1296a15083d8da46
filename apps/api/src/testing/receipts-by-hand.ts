import type { LoanKey } from '@dolphin/database/driver/owner'
import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { TestApi } from './api-fixture.ts'
import { confirmApproval } from './confirmations.ts'
import { signInEmployee } from './employees.ts'
import { liveOn } from './funded-loans.ts'

/** A wire of the borrower that two employees post by hand at an instant, received that day. */
export async function receiveWire(
  api: TestApi,
  { loanNo }: Pick<LoanKey, 'loanNo'>,
  { at, amount }: { readonly at: string; readonly amount: string },
): Promise<void> {
  await liveOn(api, at)
  const ada = await signInEmployee(api)
  const { approval } = await ada.ask(CALLS.manualPosting, {
    body: {
      loanNo,
      kind: 'receipt',
      changeTypeCode: 0,
      amount,
      effectiveDate: at.slice(0, 10),
      transactionNo: null,
      installmentNo: null,
      paymentMode: PaymentMode.wire,
      note: 'wire of the borrower',
    },
  })
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
}
