import { TransactionStatus, TransactionMode } from '@dolphin/domain/payments/codes'
import { LoanStatus, LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { approveLoanCall, reviewQueueCall } from '@dolphin/contract/applications-staff'
import { signingDeclineCall, signingSignCall } from '@dolphin/contract/agreements'
import { withdrawApplicationCall } from '@dolphin/contract/applications'
import {
  disbursementDateCall,
  listDisbursementLoanCall,
  paperCheckCall,
  repairBankCall,
} from '@dolphin/contract/disbursement'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { findLoan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, daysBetween, formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import type { MoneyDeps } from '../../deps.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { bankFile } from '../../testing/bank-returns.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { creditOf } from '../../testing/loan-facts.ts'
import { ledgerDifferences, noticesOf } from '../../testing/money-days.ts'
import { type AppliedLoan, askAmount, plansOf } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { giveConsent, openSigning, readyToSign, signInput, signNow } from '../../testing/signing-sessions.ts'
import { importInboxFile } from './returns/import-file.ts'
import { originateWholeBatch } from './originate-batch.ts'
import { settleAll } from './settle.ts'
import { runMoneyRound } from './timetable.ts'
import { announceDebits } from './upcoming-debits.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

/** Another account of the sandbox bank's borrower. */
const SAVINGS = { routingNumber: '123456780', accountNumber: '000444555666', accountType: 3000 } as const

type Borrower = AppliedLoan & { readonly portfolioId: number; readonly customerKey: string }

/** A borrower who has signed, the way a person does. */
async function signed(portfolioId = 118): Promise<Borrower> {
  const loan = await readyToSign(api, { portfolioId, sharedAccounts: 2 })
  await loan.client.ask(signingSignCall, signInput(loan.opened))
  return { ...loan, portfolioId, customerKey: loan.client.openId }
}

const loanOf = async (loan: Borrower) => {
  const found = await findLoan(api.database.db, loan)
  assert(found !== undefined, 'the loan is there')
  return found
}
const planOf = async (loan: Borrower) => {
  const found = await findCurrentPlan(api.database.db, loan)
  assert(found !== undefined, 'the loan has a plan')
  return found
}
const rowOf = async ({ client, loanNo }: Borrower) => {
  const { homeFlag, loans } = await client.ask(listDisbursementLoanCall, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  assert(row !== undefined, 'the loan is listed')
  return { homeFlag, ...row }
}
const itemsOf = ({ portfolioId }: Borrower) =>
  listOpenWorkItems(api.database.db, { portfolioId, kind: 'heldCredit' })
const money = (): MoneyDeps => ({
  ...api.deps,
  bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank),
})

/** The bank sends the credit back. */
async function returned(loan: Borrower, day: string): Promise<void> {
  api.clock.set(`${day}T12:00:00-05:00`)
  const data = api.deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'the portfolio of the loan')
  const bytes = bankFile([{ transaction: await creditOf(api, loan), code: 'R03' }], { serial: 0 })
  await importInboxFile(money(), [data], { fileName: `RET-${day}.ach`, bytes, actor: 'test' })
}

/** Money moves by its timetable, day by day, until the loan has ended. */
async function payAll(loan: Borrower, from: string): Promise<void> {
  const first = parseLocalDate(from)
  assert(first !== undefined, 'a day')
  for (let day = first; daysBetween(first, day) < 250; day = addDays(day, 1)) {
    await liveOn(api, `${formatLocalDate(day)}T10:00:00-05:00`)
    await announceDebits(money())
    await settleAll(money(), loan.portfolioId, 'test')
    await originateWholeBatch(money(), loan.portfolioId, 'test')
    if ((await loanOf(loan)).status === LoanStatus.terminated) break
  }
  expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.terminated, subStatus: 'paidOff' })
  expect(await ledgerDifferences(api, loan)).toEqual([])
}

/** Back with its borrower: no credit waits, the new dates are worked out, and the way to sign them is shown. */
async function expectNewTerms(loan: Borrower): Promise<void> {
  expect(await loanOf(loan)).toMatchObject({
    status: LoanStatus.originating,
    subStatus: 'customerReview',
    signedAt: null,
    flags: [LoanFlag.reSignLoanAgreement],
  })
  const row = await rowOf(loan)
  expect(row).toMatchObject({
    homeFlag: 3,
    signsAgain: true,
    loanFlags: [LoanFlag.reSignLoanAgreement],
    datesToPick: [],
  })
  expect(row.next).toMatch(/^\/signature\//)
  expect(await noticesOf(api, loan)).toContain('newTerms')
}

const statusesOf = async (loan: Borrower) =>
  (await listLoanMoves(api.database.db, loan)).map(({ toStatus }) => toStatus)

describe('an approved loan whose money cannot leave in time is signed again (domain.md §14)', () => {
  test('returned, repaired after the first due date, signed again, funded, all paid', async () => {
    const loan = await signed()
    const before = await planOf(loan)
    await batchOn(api, '2026-03-03')
    await returned(loan, '2026-03-05')
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...SAVINGS } })
    await expectNewTerms(loan)
    const after = await planOf(loan)
    expect(after.plan).toMatchObject({
      amount: before.plan.amount,
      installmentCount: before.plan.installmentCount,
      frequency: before.plan.frequency,
    })
    expect(
      daysBetween(parseLocalDate('2026-04-01') ?? after.plan.firstDate, after.plan.firstDate),
    ).toBeGreaterThanOrEqual(7)
    const shown = await signNow(api, loan.client, loan.loanNo)
    expect(shown).toMatchObject({ signStatus: SignStatus.signed, loanStatus: LoanStatus.approved })
    expect(await loanOf(loan)).toMatchObject({ flags: [], signedAt: expect.any(Date) })
    const sessions = await listSigningSessions(api.database.db, loan)
    expect(sessions.map(({ signStatus }) => signStatus)).toEqual([1, 1])
    const agreements = (await listDocumentsOfLoan(api.database.db, loan)).filter(
      ({ documentType, sealedAt }) => documentType === 1 && sealedAt !== null,
    )
    expect(agreements).toHaveLength(2)
    expect(await batchOn(api, '2026-03-31')).toMatchObject({ files: [{ credits: 1 }] })
    await settleOn(api, '2026-04-01')
    // Signed before the same-day cut-off.
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.disbursed,
      effectiveDate: parseLocalDate('2026-03-31'),
    })
    await payAll(loan, '2026-04-02')
    expect((await statusesOf(loan)).slice(0, 10)).toEqual([101, 102, 102, 104, 201, 104, 102, 104, 201, 202])
  })

  test('approved by a person after the first due date: said before, signed again, funded, all paid', async () => {
    const loan = await signed(110)
    await liveOn(api, '2026-03-16T09:00:00-04:00')
    const employee = await signInEmployee(api)
    const { loans } = await employee.ask(reviewQueueCall, { query: { portfolioId: 110 } })
    expect(loans[0]?.newTermsReason).toContain('too soon')
    const preview = { loanNo: loan.loanNo, note: '', mode: FormActionMode.preview }
    expect(await employee.ask(approveLoanCall, { body: preview })).toMatchObject({
      loanStatus: LoanStatus.originating,
      subStatus: 'underwriterReview',
      newTermsReason: expect.stringContaining('too soon'),
    })
    const approved = await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    expect(approved).toMatchObject({
      loanStatus: LoanStatus.originating,
      subStatus: 'customerReview',
      newTermsReason: expect.stringContaining('too soon'),
    })
    await expectNewTerms(loan)
    expect(await noticesOf(api, loan)).not.toContain('approved')
    await signNow(api, loan.client, loan.loanNo)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved })
    await batchOn(api, '2026-03-16', 110)
    await settleOn(api, '2026-03-17', 110)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.disbursed })
    await payAll(loan, '2026-03-18')
  })

  test('every batch since was missed: the round asks for new dates', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    await expectNewTerms(loan)
    expect(await creditOf(api, loan)).toMatchObject({ status: TransactionStatus.rejected, traceNumber: null })
    await batchOn(api, '2026-03-13')
    expect(await creditOf(api, loan)).toMatchObject({ status: TransactionStatus.rejected, traceNumber: null })
  })

  test('not signed for two banking days, a person has it; it closes with the signature', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    await batchOn(api, '2026-03-13')
    expect(await itemsOf(loan)).toEqual([])
    await batchOn(api, '2026-03-16')
    expect(await itemsOf(loan)).toMatchObject([
      { subject: `loan/${loan.loanNo}`, loanNo: loan.loanNo, reason: expect.stringContaining('not signed') },
    ])
    await batchOn(api, '2026-03-17')
    expect(await itemsOf(loan)).toHaveLength(1)
    await signNow(api, loan.client, loan.loanNo)
    expect(await itemsOf(loan)).toEqual([])
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved })
  })

  test('never signed, it is withdrawn after 30 days', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    await liveOn(api, '2026-04-12T18:00:00-04:00')
    await api.runJobs()
    await api.deps.jobs.runTimetable()
    await api.runJobs()
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.withdrawn })
    expect(await itemsOf(loan)).toEqual([])
    expect(await noticesOf(api, loan)).toContain('applicationClosed')
  })

  test('declined, another signing can be asked for; withdrawn, nothing is owed', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    const { requestCode } = await openSigning(loan.client, loan.loanNo)
    await loan.client.ask(signingDeclineCall, { params: { requestCode }, body: {} })
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode],
    })
    expect((await rowOf(loan)).next).toMatch(/^\/signature\//)
    await loan.client.ask(withdrawApplicationCall, { body: { loanNo: loan.loanNo } })
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.withdrawn })
  })

  test('the dates slip once more while the signing is open: it is void, the next ones are worked out', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    const first = (await planOf(loan)).plan.firstDate
    await liveOn(api, `${formatLocalDate(addDays(first, -9))}T09:00:00-04:00`)
    const opened = await openSigning(loan.client, loan.loanNo)
    await giveConsent(api, loan.client, opened)
    expect((await planOf(loan)).plan.firstDate).toBe(first)
    await liveOn(api, `${formatLocalDate(addDays(first, -3))}T09:00:00-04:00`)
    expect((await loan.client.call(signingSignCall, signInput(opened))).code).toBe(codeOf('signingVoided'))
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement, LoanFlag.recreateRequestCode],
    })
    expect((await planOf(loan)).plan.firstDate).toBeGreaterThan(first)
    await signNow(api, loan.client, loan.loanNo)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved, flags: [] })
  })

  test('another amount is picked meanwhile: it is what is signed and sent', async () => {
    const loan = await signed()
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    const { plans } = await plansOf(loan, '400.00')
    const [plan] = plans
    assert(plan !== undefined, 'a plan is on offer')
    await loan.client.ask(savePaymentOptionCall, {
      body: { loanNo: loan.loanNo, optionId: plan.optionId },
    })
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement],
    })
    await signNow(api, loan.client, loan.loanNo)
    expect(await creditOf(api, loan)).toMatchObject({ status: TransactionStatus.none, amount: 40_000n })
  })

  test('a check that was asked for stays asked for', async () => {
    const loan = await signed()
    await loan.client.ask(paperCheckCall, { body: { loanNo: loan.loanNo, addressConfirmed: true } })
    await liveOn(api, '2026-03-12T18:00:00-04:00')
    await runMoneyRound(money())
    await signNow(api, loan.client, loan.loanNo)
    expect(await creditOf(api, loan)).toMatchObject({
      status: TransactionStatus.none,
      mode: TransactionMode.paperCheck,
    })
  })

  test('a second return, when the offer is over: bank, amount and plan again, signed, sent', async () => {
    const loan = await signed()
    await batchOn(api, '2026-03-03')
    await returned(loan, '2026-03-05')
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...SAVINGS } })
    await signNow(api, loan.client, loan.loanNo)
    await batchOn(api, '2026-03-31')
    await returned(loan, '2026-04-02')
    await liveOn(api, '2026-04-24T09:00:00-04:00')
    const checking = { ...SAVINGS, accountNumber: '000111222333', accountType: 3001 } as const
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...checking } })
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement, LoanFlag.recalculateLoanAmount],
    })
    expect((await rowOf(loan)).next).toMatch(/^\/application\//)
    await linkBank(api, loan.client, loan.loanNo, { username: 'user_good', shared: 2 })
    expect(await askAmount(loan)).toMatchObject({ result: 1 })
    expect(await loanOf(loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement, LoanFlag.recalculatePaymentPlan],
    })
    const { recommendedOptionId } = await plansOf(loan)
    const body = { loanNo: loan.loanNo, optionId: recommendedOptionId ?? '' }
    await loan.client.ask(savePaymentOptionCall, { body })
    await signNow(api, loan.client, loan.loanNo)
    expect(await batchOn(api, '2026-04-24')).toMatchObject({ files: [{ credits: 1 }] })
  })
})

describe('a later disbursement day beyond the signed terms (domain.md §14)', () => {
  test('is offered as one to sign for; picked, signed and funded on that day', async () => {
    const loan = await signed()
    const { datesToPick, datesToSign, apr, signedApr } = await rowOf(loan)
    const date = datesToSign.at(-1)
    assert(date !== undefined, 'a later day is on offer')
    expect(datesToPick).toContain(date)
    expect({ apr, signedApr }).toEqual({ apr: (await planOf(loan)).plan.apr, signedApr: null })
    const picked = await loan.client.ask(disbursementDateCall, { body: { loanNo: loan.loanNo, date } })
    expect(picked).toMatchObject({ date, signsAgain: true })
    await expectNewTerms(loan)
    expect(await batchOn(api, '2026-03-03')).toMatchObject({ files: [] })
    await signNow(api, loan.client, loan.loanNo)
    expect(await rowOf(loan)).toMatchObject({ loanStatus: LoanStatus.approved, effectiveDate: date })
    const day = parseLocalDate(date)
    assert(day !== undefined, 'a day')
    await batchOn(api, formatLocalDate(api.deps.calendar.previous(day)))
    await settleOn(api, date)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.disbursed, effectiveDate: day })
  })

  test('a day for which the signed terms hold asks for no signature', async () => {
    const loan = await signed()
    const { datesToPick, datesToSign } = await rowOf(loan)
    const date = datesToPick.find((one) => !datesToSign.includes(one))
    assert(date !== undefined, 'a day is on offer')
    const picked = await loan.client.ask(disbursementDateCall, { body: { loanNo: loan.loanNo, date } })
    expect(picked).toMatchObject({ signsAgain: false })
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.approved, flags: [] })
  })
})
