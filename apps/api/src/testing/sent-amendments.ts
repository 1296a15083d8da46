import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { manualPostingCall } from '@dolphin/contract/payments'
import { getRequestDetailsCall } from '@dolphin/contract/verification'
import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import type { TestApi } from './api-fixture.ts'
import { signInEmployee } from './employees.ts'
import { liveOn } from './funded-loans.ts'
import type { SignedLoan } from './signed-loans.ts'
import { giveConsent, signInput } from './signing-sessions.ts'

type Order = Partial<CallInputOf<typeof manualPostingCall>['body']>
type Posted = CallReply<typeof manualPostingCall>

/** Ada enters a posting about the schedule at an instant, and Bea confirms it. */
export async function postChange(
  api: TestApi,
  { loanNo }: Pick<SignedLoan, 'loanNo'>,
  at: string,
  order: Order,
): Promise<{ readonly entered: Posted; readonly confirmed: Posted }> {
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
  const entered = await ada.ask(manualPostingCall, { body })
  const bea = await signInEmployee(api, 'bea-example')
  const confirms = entered.posting.postingNo
  return { entered, confirmed: await bea.ask(manualPostingCall, { body: { ...body, confirms } }) }
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
  const read = async () => {
    const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
    if (details.purpose !== 'signature') throw new Error('a signing has details of a signing')
    return { requestCode, details }
  }
  const opened = await read()
  if (opened.details.electronicConsentGiven) return opened
  await giveConsent(api, client, {
    ...opened,
    purpose: 'signature',
    expiresAt: '',
    ticket: null,
    url: '',
    linkToken: null,
  } as never)
  return await read()
}

/** What the page sends to sign it. */
export const amendmentSignature = (opened: Awaited<ReturnType<typeof readAmendment>>) =>
  signInput(opened as never)
