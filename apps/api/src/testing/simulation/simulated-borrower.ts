import type { CallReply } from '@dolphin/contract/call'
import { documentListCall } from '@dolphin/contract/calls/document/document-list'
import { signInCall } from '@dolphin/contract/calls/identity/sign-in'
import { verifyLoginCodeCall } from '@dolphin/contract/calls/identity/verify-login-code'
import { ceremonySignCall } from '@dolphin/contract/calls/agreement/ceremony-sign'
import { cancelChangeCall } from '@dolphin/contract/calls/repayment/cancel-change'
import { payOffCall } from '@dolphin/contract/calls/repayment/pay-off'
import { payOffInNCall } from '@dolphin/contract/calls/repayment/pay-off-in-n'
import { paymentDetailCall } from '@dolphin/contract/calls/repayment/payment-detail'
import { requestChangeCall } from '@dolphin/contract/calls/repayment/request-change'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/document/document-type'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { LoanStatus } from '@dolphin/domain/loan/loan-status'
import { PaymentMode } from '@dolphin/domain/payment/payment-mode'
import { TransactionPurpose } from '@dolphin/domain/payment/transaction-purpose'
import type { TestApi } from '../api-fixture.ts'
import { readyToSign, signInput } from '../ceremonies.ts'
import { mailedCode, PASSWORD } from '../customers.ts'
import type { TestClient } from '../test-client.ts'
import type { Chance } from './chance.ts'

/** What borrowers do on an ordinary day, and how often. */
const ACTS = 0.015
const TAKES_BACK = 0.3
/** When the borrower of the story pays down, and when off: after so many payments that were taken. */
const STORY_PAY_DOWN = 3
const STORY_PAY_OFF = 5

/** Somebody with a loan, who knows the lender's site alone. */
export interface SimulatedBorrower {
  readonly loanNo: string
  readonly email: string
  readonly client: TestClient
  /** The one whose year goes by a script. */
  readonly isStory: boolean
}

const { ach: paymentMode } = PaymentMode
const { save: mode } = FormActionMode

const PAYMENTS: readonly string[] = [TransactionPurpose.installment, TransactionPurpose.representment]

const TAKEN: readonly string[] = ['taken', 'cleared']

/** From an account to a signed loan, by the site's own calls. */
export async function takeLoan(api: TestApi, isStory: boolean): Promise<SimulatedBorrower> {
  const { client, loanNo, email, opened } = await readyToSign(api)
  await client.ask(ceremonySignCall, signInput(opened))
  return { client, loanNo, email, isStory }
}

/** Signs in as on any day: the browser is remembered, else the code of the mail is typed. */
async function signIn(api: TestApi, { client, email }: SimulatedBorrower): Promise<void> {
  client.session = undefined
  const { portfolioId } = client
  const body = { portfolioId, account: email, password: PASSWORD, device: { remember: true } }
  const answer = await client.ask(signInCall, { body })
  if (!answer.needsCode) {
    client.session = answer
    return
  }
  const code = await mailedCode(api, email)
  const { sessionId } = answer
  client.session = await client.ask(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: true } })
}

/** One day of a borrower; answers the code of what was asked, or undefined where nothing was. */
export async function liveDay(
  api: TestApi,
  borrower: SimulatedBorrower,
  chance: Chance,
  { today, payable }: { readonly today: LocalDate; readonly payable: LocalDate },
): Promise<number | undefined> {
  const day = formatLocalDate(today)
  if (!borrower.isStory && chance('acts', borrower.loanNo, day) >= ACTS) return undefined
  await signIn(api, borrower)
  const { client, loanNo } = borrower
  const answer = await client.call(paymentDetailCall, { query: { loanNo, movements: 'all' } })
  if (answer.code !== 1) return undefined
  const detail = answer.data as CallReply<typeof paymentDetailCall>
  const date = formatLocalDate(payable)
  if (borrower.isStory) return await liveStory(client, detail, date)
  const { openChange } = detail
  if (openChange !== null) {
    if (chance('takes back', loanNo, day) >= TAKES_BACK) return undefined
    const params = { changeNo: openChange.changeNo }
    return (await client.call(cancelChangeCall, { params, body: {} })).code
  }
  const asked = [payDown, payOff, payOffInThree][Math.floor(chance('asks', loanNo, day) * 3)] ?? payDown
  return await asked(client, loanNo, date)
}

/** The script of the first loan: a pay-down, then a payoff, each after so many payments. */
async function liveStory(
  client: TestClient,
  { loanNo, loanStatus, openChange, timeline }: CallReply<typeof paymentDetailCall>,
  date: string,
): Promise<number | undefined> {
  if (openChange !== null || loanStatus === LoanStatus.terminated) return undefined
  const has = (purpose: string): boolean => timeline.some((row) => row.purpose === purpose)
  const taken = timeline.filter(
    ({ transactionNo, purpose, phase }) =>
      transactionNo !== null && PAYMENTS.includes(purpose) && TAKEN.includes(phase),
  ).length
  if (taken >= STORY_PAY_OFF && !has(TransactionPurpose.payOff)) return await payOff(client, loanNo, date)
  return taken >= STORY_PAY_DOWN && !has(TransactionPurpose.payDown)
    ? await payDown(client, loanNo, date)
    : undefined
}

const payOff = async (client: TestClient, loanNo: string, date: string): Promise<number> =>
  (await client.call(payOffCall, { body: { loanNo, mode, paymentMode, date } })).code

const payDown = async (client: TestClient, loanNo: string, date: string): Promise<number> => {
  const body = { loanNo, mode, amount: '50.00', date, paymentMode }
  return (await client.call(requestChangeCall, { params: { changeTypeCode: '103' }, body })).code
}

const payOffInThree = async (client: TestClient, loanNo: string): Promise<number> =>
  (await client.call(payOffInNCall, { body: { loanNo, mode, number: 3, paymentMode } })).code

/** Whether the letter lies under Documents that says the loan is paid in full. */
export async function hasPaidInFullLetter(api: TestApi, borrower: SimulatedBorrower): Promise<boolean> {
  await signIn(api, borrower)
  const { loanNo, client } = borrower
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  return documents.some(({ documentType }) => documentType === DocumentType.paidInFullLetter)
}
