import type { CallInputOf } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { TestApi } from './api-fixture.ts'
import { confirmApproval } from './confirmations.ts'
import { signInEmployee } from './employees.ts'
import { liveOn } from './funded-loans.ts'

type Posting = CallInputOf<typeof manualPostingCall>['body']

/** The body of a posting by hand, with nothing in it but the order; it counts from a day. */
export const postingBody = (
  loanNo: string,
  effectiveDate: string,
  order: Partial<Posting> & Pick<Posting, 'kind'>,
): Posting => ({
  loanNo,
  changeTypeCode: 0,
  amount: null,
  effectiveDate,
  transactionNo: null,
  installmentNo: null,
  paymentMode: null,
  note: 'letter of the borrower',
  ...order,
})

/** What two employees post by hand at an instant; it counts from that day unless the order says another. */
export async function postByHand(
  api: TestApi,
  { loanNo }: Pick<LoanKey, 'loanNo'>,
  at: string,
  order: Partial<Posting> & Pick<Posting, 'kind'>,
): Promise<void> {
  await liveOn(api, at)
  const body = postingBody(loanNo, at.slice(0, 10), order)
  const ada = await signInEmployee(api)
  const { approval } = await ada.ask(CALLS.manualPosting, { body })
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
}

/** A wire of the borrower that two employees post by hand at an instant, received that day. */
export const receiveWire = (
  api: TestApi,
  loan: Pick<LoanKey, 'loanNo'>,
  { at, amount }: { readonly at: string; readonly amount: string },
): Promise<void> => postByHand(api, loan, at, { kind: 'receipt', amount, paymentMode: PaymentMode.wire })
