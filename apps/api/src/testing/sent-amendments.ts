import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { manualPostingCall } from '@dolphin/contract/payments'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import type { TestApi } from './api-fixture.ts'
import { confirmApproval } from './confirmations.ts'
import { signInEmployee } from './employees.ts'
import { liveOn } from './funded-loans.ts'
import type { SignedLoan } from './signed-loans.ts'
import { giveConsent, readSigning } from './signing-sessions.ts'

type Order = Partial<CallInputOf<typeof manualPostingCall>['body']>
type Posted = CallReply<typeof manualPostingCall>

/** Ada enters a posting about the schedule at an instant. */
export async function enterChange(
  api: TestApi,
  { loanNo }: Pick<SignedLoan, 'loanNo'>,
  at: string,
  order: Order,
): Promise<Posted> {
  await liveOn(api, at)
  const body = {
    loanNo,
    kind: 'scheduleChange',
    changeTypeCode: 0,
    amount: null,
    effectiveDate: at.slice(0, 10),
    transactionNo: null,
    installmentNo: null,
    paymentMode: null,
    note: 'asked by phone',
    ...order,
  } as const
  const ada = await signInEmployee(api)
  return await ada.ask(manualPostingCall, { body })
}

/** The same, confirmed by Bea. */
export async function postChange(
  api: TestApi,
  loan: Pick<SignedLoan, 'loanNo'>,
  at: string,
  order: Order,
): Promise<Posted> {
  const entered = await enterChange(api, loan, at, order)
  await confirmApproval(await signInEmployee(api, 'bea-example'), entered.approval.approvalNo)
  return entered
}

/** A payment that employees skip (201), sent to the borrower for signature. */
export async function sendSkip(
  api: TestApi,
  loan: SignedLoan,
  at: string,
  installmentNo: number,
): Promise<LoanChange & { readonly requestCode: string }> {
  await postChange(api, loan, at, { changeTypeCode: 201, installmentNo })
  const [newest] = await listLoanChanges(api.database.db, loan)
  const requestCode = newest?.requestCode ?? null
  assert(newest !== undefined && requestCode !== null, 'an amendment is sent with its signing')
  return { ...newest, requestCode }
}

/** What the page reads of an amendment, with electronic records agreed to where that is still asked. */
export async function readAmendment(
  api: TestApi,
  { client }: SignedLoan,
  { requestCode }: { readonly requestCode: string },
) {
  const opened = await readSigning(client, requestCode)
  if (opened.details.electronicConsentGiven) return opened
  await giveConsent(api, client, opened)
  return await readSigning(client, requestCode)
}
