import { passOnLoanCall } from '@dolphin/contract/applications-staff'
import { requestMyDataCall } from '@dolphin/contract/my-data'
import { sendMessageCall } from '@dolphin/contract/messages'
import { manualPostingCall } from '@dolphin/contract/payments'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { beginApplication, fillApplication } from '@dolphin/api/testing/applications'
import { createCustomer } from '@dolphin/api/testing/customers'
import { applyForLoan, askAmount } from '@dolphin/api/testing/offers'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { noiaRoundJob } from '@dolphin/api/modules/applications/noia-round'
import { watchReturnRates } from '@dolphin/api/modules/payments/returns/return-rate-watch'
import { runStrandedRound } from '@dolphin/api/modules/servicing/stranded-round'
import { moneyDays } from '@dolphin/api/testing/money-days'
import { uploadStatement } from '@dolphin/api/testing/uploads'
import {
  accountOf,
  type Begun,
  type Cases,
  casesFrom,
  employeeOf,
  REVIEWED,
  signedForReview,
} from './cases.ts'
import { loansInProcessing } from './entries.ts'
import { makeLastCases } from './last-cases.ts'
import { noteLaw } from './law-cases.ts'
import { linkUnknownBank } from './link-cases.ts'
import { readReturnMail } from './mail-cases.ts'
import { callPastDue } from './past-due-calls.ts'
import { receiveTexts } from './text-cases.ts'

/** Users of the sandbox bank whose reports an underwriter looks at twice. */
const REVIEWED_BANK_USERS = ['user_good', 'user_lenders', 'user_tight', 'user_monthly', 'user_weekly']

/** Makes cases of each kind that wait for employees, on from those of the last weeks; answers how many. */
export async function makeOpenCases(api: TestApi, borrowers: number, begun: Begun): Promise<number> {
  const cases = casesFrom(api, borrowers)
  const counts = [
    await waitForReview(cases),
    await passOnReviews(cases),
    await signToday(cases),
    await sendStatements(cases),
    await writeMessages(cases),
    await stopHalfway(cases),
    await enterPosting(cases),
    await makeLastCases(cases),
    await linkUnknownBank(cases),
    await receiveTexts(cases, begun),
    await readReturnMail(cases),
    await callPastDue(cases),
    await noteLaw(cases),
  ]
  // What the server finds at its start: documents that did not come, returns that are too many, loans that nothing moves
  // on. Money rests.
  await noiaRoundJob(api.deps).run({})
  await watchReturnRates(moneyDays(api).money)
  await runStrandedRound(api.deps)
  await api.runJobs()
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Loans, most of them signed, that wait for an underwriter. */
async function waitForReview(cases: Cases): Promise<number> {
  for (const bankUser of REVIEWED_BANK_USERS) await signedForReview(cases, bankUser)
  return REVIEWED_BANK_USERS.length
}

/** Reviews to which an underwriter passed applications on. */
const PASSED_ON = ['nonVoiceAgentReview', 'tribeReview', 'blocked'] as const

/** Applications that an underwriter passed on: to a colleague of another review, or to rest. */
async function passOnReviews(cases: Cases): Promise<number> {
  const { api } = cases
  const underwriter = await employeeOf(api, 'underwriter')
  for (const to of PASSED_ON) {
    const person = cases.next()
    const client = await accountOf(cases, person, REVIEWED)
    const { personal, employment, bankUser } = person
    const applied = await applyForLoan(api, { portfolioId: REVIEWED, client, bankUser, personal, employment })
    await askAmount(applied)
    const note = 'passed on for a second look'
    await underwriter.ask(passOnLoanCall, { body: { loanNo: applied.loanNo, to, note } })
  }
  return PASSED_ON.length
}

/** A loan that was signed and approved today: its money leaves with the next file. */
async function signToday(cases: Cases): Promise<number> {
  const { personal, employment, email, name } = cases.next()
  await signLoan(cases.api, { customer: (api) => createCustomer(api, { email, name }), personal, employment })
  return 0
}

const STATEMENTS = 2

/** Bank statements of those who did not link their bank. */
async function sendStatements(cases: Cases): Promise<number> {
  const { api, today } = cases
  for (let sent = 0; sent < STATEMENTS; sent += 1) {
    const person = cases.next()
    const client = await accountOf(cases, person)
    const { loanNo } = await fillApplication(client, person.personal, person.employment)
    const answer = await uploadStatement(api, client, loanNo, {
      fileName: 'statement.csv',
      bytes: statementUntil(today),
    })
    assert(answer.code === 1, 'a statement of a demonstration is taken')
  }
  return STATEMENTS
}

const STATEMENT_DAYS = 91
const PAY_EVERY = 14
const RENT_EVERY = 30

/** Three months of wages every two weeks, rent and groceries, ending yesterday. */
function statementUntil(today: LocalDate): string {
  let balance = cents(64_000n)
  const rows = Array.from({ length: STATEMENT_DAYS }, (_, at) => {
    const lines: (readonly [string, bigint])[] = []
    if (at % PAY_EVERY === 1) lines.push(['PAYROLL SAMPLE WORKS INC', 142_000n])
    if (at % RENT_EVERY === 2) lines.push(['SAMPLE RENT', -115_000n])
    if (at % 5 === 3) lines.push(['EXAMPLE GROCERY', -7_250n])
    return lines.map(([words, amount]) => {
      balance = cents(balance + amount)
      const day = formatLocalDate(addDays(today, at - STATEMENT_DAYS))
      return `${day},${words},${moneyToWire(cents(amount))},${moneyToWire(balance)}`
    })
  })
  return ['Date,Description,Amount,Running Bal.', ...rows.flat()].join('\n')
}

const MESSAGES: readonly (readonly [Locale, string])[] = [
  ['en', 'My employer moved payday to Thursday. Can my payments follow?'],
  ['es', 'Cambié de banco. ¿Cómo doy el número de mi cuenta nueva?'],
  ['en', 'I paid the repair bill and would like to pay the loan off early. What do I owe today?'],
]

/** Messages that wait for an answer. */
async function writeMessages(cases: Cases): Promise<number> {
  for (const [language, text] of MESSAGES) {
    const client = await accountOf(cases, cases.next(), 118, language)
    await client.ask(sendMessageCall, { body: { text } })
  }
  return MESSAGES.length
}

/** An application that stopped after the first form, and a wish for one's data to be deleted. */
async function stopHalfway(cases: Cases): Promise<number> {
  const person = cases.next()
  await beginApplication(await accountOf(cases, person), person.personal)
  const leaver = await accountOf(cases, cases.next())
  await leaver.ask(requestMyDataCall, { body: { kind: 'deletion', details: '' } })
  return 2
}

/** Money that came by check, entered by one employee; another confirms it at the desk. */
async function enterPosting({ api, today }: Cases): Promise<number> {
  const [loanNo] = await loansInProcessing(api)
  if (loanNo === undefined) return 0
  const cash = await employeeOf(api, 'cash')
  await cash.ask(manualPostingCall, {
    body: {
      loanNo,
      kind: 'receipt',
      changeTypeCode: 0,
      amount: '50.00',
      effectiveDate: formatLocalDate(today),
      transactionNo: null,
      installmentNo: null,
      paymentMode: PaymentMode.cashierCheck,
      note: 'A cashier’s check came by mail.',
    },
  })
  return 1
}
