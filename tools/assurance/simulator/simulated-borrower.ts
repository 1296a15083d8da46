import type { CallReply } from '@dolphin/contract/call'
import { cancelLoanCall } from '@dolphin/contract/disbursement'
import { documentListCall } from '@dolphin/contract/documents'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import {
  cancelChangeCall,
  payOffCall,
  payOffInNCall,
  requestChangeCall,
} from '@dolphin/contract/servicing-changes'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { mailedCode, PASSWORD } from '@dolphin/api/testing/customers'
import type { Applicant } from '@dolphin/api/testing/offers'
import type { Life } from './lives.ts'

/** Somebody with a loan, who knows the lender's site and the own account at the bank, nothing else. */
export interface SimulatedBorrower {
  readonly index: number
  readonly life: Life
  readonly email: string
  readonly client: Applicant
  /** The loan of now; a later one once the first is paid off. */
  readonly loanNo: string
  /** What was done already, so that a turn of life comes once. */
  readonly done: ReadonlySet<Turn>
}

/** What borrowers do by themselves on the site. */
type OwnTurn = 'paidDown' | 'payoffAsked' | 'revoked' | 'rescinded' | 'tookBack'
/** Payments rest where the borrower called and an employee saw to it. */
export type Turn = OwnTurn | 'paused'

/** What a borrower sees of a day before signing in. */
export interface BorrowerDay {
  /** The first day on which a payment confirmed today can be taken, as on the wire. */
  readonly payable: string
  /** How many debits the own bank has shown. */
  readonly debits: number
  /** Whether the money of the loan is there. */
  readonly isFunded: boolean
}

/** What was asked for, the code that answered, and the turn that it was if it was granted. */
export interface Asked {
  readonly code: number
  readonly turn: Turn
}

const { ach: paymentMode } = PaymentMode
const { save: mode } = FormActionMode
/** When the borrower of the story pays down, and when off: after so many payments. */
const STORY_PAY_DOWN = 4
const STORY_PAY_OFF = 6
const PAY_DOWN = '50.00'

/** The turn that a borrower's life takes on a day, if any; decided without asking the lender. */
function turnOf({ life, done }: SimulatedBorrower, { debits, isFunded }: BorrowerDay): OwnTurn | undefined {
  if (!isFunded) return undefined
  const is = (turn: OwnTurn, whenever: boolean) => (whenever && !done.has(turn) ? turn : undefined)
  const isTime = debits >= life.afterPayments
  switch (life.kind) {
    case 'story':
      return is('payoffAsked', debits >= STORY_PAY_OFF) ?? is('paidDown', debits >= STORY_PAY_DOWN)
    case 'rescinds':
      return is('rescinded', debits === 0)
    case 'paysDown':
      return is('paidDown', isTime) ?? is('tookBack', life.takesBack === 'inTime' && done.has('paidDown'))
    case 'paysOffInThree':
      return is('payoffAsked', isTime)
    case 'paysOff': {
      const isSeen = done.has('payoffAsked') && debits > life.afterPayments
      return is('payoffAsked', isTime) ?? is('tookBack', life.takesBack === 'tooLate' && isSeen)
    }
    case 'revokes':
      return is('revoked', isTime)
    case 'steady':
    case 'declined':
    case 'pauses':
    case 'broke':
    case 'disputes':
    case 'leaves':
      return undefined
  }
}

/** Signs in as on any day: the browser is remembered, else the code of the mail is typed. */
export async function signIn(api: TestApi, { client, email }: SimulatedBorrower): Promise<void> {
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

/** One day of a borrower; undefined where nothing was asked. */
export async function liveDay(
  api: TestApi,
  borrower: SimulatedBorrower,
  day: BorrowerDay,
): Promise<Asked | undefined> {
  const turn = turnOf(borrower, day)
  if (turn === undefined) return undefined
  await signIn(api, borrower)
  const { client, loanNo } = borrower
  const code = await ASKS[turn](client, loanNo, day.payable, borrower.life)
  return code === undefined ? undefined : { code, turn }
}

type Ask = (client: Applicant, loanNo: string, date: string, life: Life) => Promise<number | undefined>

const ASKS: Readonly<Record<OwnTurn, Ask>> = {
  paidDown: async (client, loanNo, date) => {
    const body = { loanNo, mode, amount: PAY_DOWN, date, paymentMode }
    return (await client.call(requestChangeCall, { params: { changeTypeCode: '103' }, body })).code
  },
  payoffAsked: async (client, loanNo, date, { kind }) =>
    kind === 'paysOffInThree'
      ? (await client.call(payOffInNCall, { body: { loanNo, mode, number: 3, paymentMode } })).code
      : (await client.call(payOffCall, { body: { loanNo, mode, paymentMode, date } })).code,
  revoked: async (client, loanNo) => {
    const body = { loanNo, mode }
    return (await client.call(requestChangeCall, { params: { changeTypeCode: '104' }, body })).code
  },
  rescinded: async (client, loanNo) => (await client.call(cancelLoanCall, { body: { loanNo, mode } })).code,
  tookBack: async (client, loanNo) => {
    const detail = await detailOf(client, loanNo)
    if (detail === undefined || detail.openChange === null) return SUCCESS_CODE
    const { changeNo } = detail.openChange
    return (await client.call(cancelChangeCall, { params: { changeNo }, body: {} })).code
  },
}

async function detailOf(client: Applicant, loanNo: string) {
  const answer = await client.call(paymentDetailCall, { query: { loanNo } })
  return answer.code === SUCCESS_CODE ? (answer.data as CallReply<typeof paymentDetailCall>) : undefined
}

/** Whether the loan has ended, as its page says. */
export async function hasEnded(api: TestApi, borrower: SimulatedBorrower): Promise<boolean> {
  await signIn(api, borrower)
  const detail = await detailOf(borrower.client, borrower.loanNo)
  return detail?.loanStatus === LoanStatus.terminated
}

/** Whether the letter lies under Documents that says the loan is paid in full. */
export async function hasPaidInFullLetter(api: TestApi, borrower: SimulatedBorrower): Promise<boolean> {
  await signIn(api, borrower)
  const { loanNo, client } = borrower
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  return documents.some(({ documentType }) => documentType === DocumentType.paidInFullLetter)
}
