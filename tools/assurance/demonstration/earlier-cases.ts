import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { requestDocumentsCall } from '@dolphin/contract/document-requests'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ChangeType, PaymentMode, TransactionType } from '@dolphin/domain/payments/codes'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import type { BankNews } from '@dolphin/api/testing/bank-returns'
import { moneyDays } from '@dolphin/api/testing/money-days'
import {
  type Begun,
  type Cases,
  casesFrom,
  confirmAs,
  employeeOf,
  signedAndApproved,
  signedForReview,
} from './cases.ts'
import { loansInProcessing, postAndConfirm, reverseAndConfirm, sentEntries } from './entries.ts'
import { endTokens, signByToken } from './link-cases.ts'
import { proveCell } from './text-cases.ts'

/** Days in which a borrower may send documents, at the least. */
const ANSWER_DAYS = 10
/** A payment that is skipped is due so many days later, at the least. */
const SKIPPED_AFTER_DAYS = 6
/** Which loan, of those whose payments go on, a case is about: each another one. */
const OF_CHECK = 2
const OF_REFUND = 4
const BANK_USER = 'user_lenders'
/** Told apart from the returns of the day before by the mark of its file. */
const SERIAL = 24

/** More people than any case has. */
const PEOPLE_A_CASE = 5

interface EarlierCase {
  /** How many days before the end. */
  readonly daysBefore: number
  readonly make: (cases: Cases, begun: Begun) => Promise<void>
}

/** What employees did in the last weeks, of which something is left to do on the last day. */
const EARLIER: readonly EarlierCase[] = [
  { daysBefore: 33, make: leaveAtReview },
  { daysBefore: 20, make: askForDocuments },
  { daysBefore: 20, make: takePersonalCheck },
  { daysBefore: 18, make: signForReview },
  { daysBefore: 18, make: skipPayment },
  { daysBefore: 18, make: proveCellPhone },
  { daysBefore: 8, make: approveLate },
  { daysBefore: 8, make: refundPayment },
  { daysBefore: 8, make: reverseDebit },
  { daysBefore: 8, make: signByToken },
  { daysBefore: 4, make: hearFromBank },
  { daysBefore: 4, make: endTokens },
]

/** Makes each case once, on the first of the last days that is near enough; people are counted from a number on. */
export function earlierCases(first: number, begun: Begun): (api: TestApi, daysLeft: number) => Promise<void> {
  const left = [...EARLIER]
  let come = first
  return async (api, daysLeft) => {
    for (let one = left[0]; one !== undefined && one.daysBefore >= daysLeft; one = left[0]) {
      left.shift()
      await one.make(casesFrom(api, come), begun)
      come += PEOPLE_A_CASE
    }
  }
}

/** A loan that was signed, and at which no one looks at all: its time to be decided on passes. */
async function leaveAtReview(cases: Cases): Promise<void> {
  await signedForReview(cases, BANK_USER)
}

/** An underwriter asks for documents that do not come in time. */
async function askForDocuments(cases: Cases): Promise<void> {
  const { api, today } = cases
  const signed = await signedForReview(cases, BANK_USER)
  if (signed === undefined) return
  const underwriter = await employeeOf(api, 'underwriter')
  await underwriter.ask(requestDocumentsCall, {
    body: {
      loanNo: signed.loanNo,
      documentTypes: [101],
      note: 'The name on your bank account differs from yours.',
      answerBy: formatLocalDate(addDays(today, ANSWER_DAYS)),
    },
  })
}

/** A personal check came by mail: once its hold is over, someone asks the bank whether it was paid. */
async function takePersonalCheck(cases: Cases): Promise<void> {
  const loanNo = (await loansInProcessing(cases.api))[OF_CHECK]
  if (loanNo === undefined) return
  await postAndConfirm(cases, {
    loanNo,
    kind: 'receipt',
    changeTypeCode: 0,
    amount: '60.00',
    paymentMode: PaymentMode.personalCheck,
    note: 'A personal check came by mail.',
  })
}

/** A loan that is signed, and at which no one looks until its dates are over. */
async function signForReview(cases: Cases, begun: Begun): Promise<void> {
  const signed = await signedForReview(cases, BANK_USER)
  if (signed !== undefined) begun.lateApproval = signed.loanNo
}

/** An employee skips a payment by telephone; the borrower does not sign the change. */
async function skipPayment(cases: Cases): Promise<void> {
  const { api, today } = cases
  const { rows } = await api.database.executeSql(
    `select p.loan_no, min(i.number) as number from payment_plans p join installments i using (portfolio_id, plan_no)
       where p.superseded_at is null and p.loan_no = any ($1) and i.due_date > $2::date + $3::int
       group by p.loan_no order by p.loan_no desc`,
    [await loansInProcessing(api), formatLocalDate(today), SKIPPED_AFTER_DAYS],
  )
  for (const row of rows) {
    const isPosted = await postAndConfirm(cases, {
      loanNo: String(row['loan_no']),
      kind: 'scheduleChange',
      changeTypeCode: ChangeType.skip,
      installmentNo: Number(row['number']),
      note: 'Asked by telephone: the car is in repair.',
    })
    if (isPosted) return
  }
}

/** Who takes a loan and has text messages sent to them. */
async function proveCellPhone(cases: Cases, begun: Begun): Promise<void> {
  const signed = await signedAndApproved(cases, 'user_good')
  if (signed === undefined) return
  await proveCell(cases, signed)
  begun.byPhone = signed
}

/** It is approved at last: its borrower has new dates to sign, and does not. */
async function approveLate({ api }: Cases, { lateApproval: loanNo }: Begun): Promise<void> {
  if (loanNo === undefined) return
  const underwriter = await employeeOf(api, 'underwriter')
  const note = 'The employer confirmed the income by telephone.'
  const { approval } = await underwriter.ask(approveLoanCall, { body: { loanNo, note } })
  await confirmAs(api, 'compliance', approval)
}

/** A refund for goodwill, to an account that is closed by now. */
async function refundPayment(cases: Cases): Promise<void> {
  const loans = await loansInProcessing(cases.api)
  for (const loanNo of loans.slice(OF_REFUND)) {
    const isPosted = await postAndConfirm(cases, {
      loanNo,
      kind: 'refund',
      changeTypeCode: ChangeType.refundGoodwill,
      amount: '15.00',
      note: 'For the trouble with the call of last week.',
    })
    if (isPosted) return
  }
}

/** A payment that was taken in the wrong amount is taken back. */
async function reverseDebit(cases: Cases): Promise<void> {
  const note = 'The clearing report shows another amount.'
  for (const entry of await sentEntries(cases, { type: TransactionType.debit, within: 6 }))
    if (await reverseAndConfirm(cases, entry, { reason: 'amount', note })) return
}

/** The bank sends the refund and the reversal back. */
async function hearFromBank(cases: Cases): Promise<void> {
  const [refund] = await sentEntries(cases, { type: TransactionType.refund, within: 8 })
  const [reversal] = await sentEntries(cases, { type: TransactionType.credit, isReversal: true, within: 8 })
  const news: BankNews[] = [
    ...(refund === undefined ? [] : [{ transaction: refund, code: 'R03' }]),
    ...(reversal === undefined ? [] : [{ transaction: reversal, code: 'R02' }]),
  ]
  if (news.length === 0) return
  await moneyDays(cases.api).bankSaysNow(news, SERIAL, `RET-${formatLocalDate(cases.today)}-5.ach`)
}
