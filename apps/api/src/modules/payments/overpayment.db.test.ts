import {
  TransactionType,
  PaymentMode,
  TransactionStatus,
  TransactionMode,
} from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import type { CallInputOf } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { sql } from 'drizzle-orm'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { paidInAll } from '@dolphin/domain/servicing/loan-account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteBackJob } from '../applications/invite-back.ts'
import { loadPersonRecord } from '../decisions/person-record.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { agreeToMailOffers } from '../../testing/agree-to-offers.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

type Body = CallInputOf<typeof manualPostingCall>['body']
type Order = Partial<Body> & Pick<Body, 'kind'>

/** Ada enters on a day at ten, and Bea confirms. */
async function post({ loanNo }: SignedLoan, day: string, order: Order) {
  days.at(day, '10:00')
  await liveOn(api, api.clock.now().toISOString())
  const body: Body = {
    loanNo,
    changeTypeCode: 0,
    amount: null,
    effectiveDate: day,
    transactionNo: null,
    installmentNo: null,
    paymentMode: null,
    note: 'letter of the borrower',
    ...order,
  }
  const ada = await signInEmployee(api)
  const { approval } = await ada.ask(CALLS.manualPosting, { body })
  const bea = await signInEmployee(api, 'bea-example')
  await confirmApproval(bea, approval.approvalNo)
}

const refundsOf = async (loan: SignedLoan) =>
  (await listTransactions(api.database.db, loan)).filter(({ type }) => type === TransactionType.refund)
async function stateOf(loan: SignedLoan) {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  return facts.account.state
}

const standing = async (loan: SignedLoan) => {
  const row = await findLoan(api.database.db, loan)
  return [row?.status, row?.subStatus]
}
const MONEY_ORDER = PaymentMode.moneyOrder
const PERSONAL_CHECK = PaymentMode.personalCheck

/** 540.00 by personal check on March 5, when 503.56 was owed: 36.44 too much. */
async function overpaidByCheck() {
  const loan = await days.fundOne()
  await post(loan, '2026-03-05', { kind: 'receipt', amount: '540.00', paymentMode: PERSONAL_CHECK })
  const [check] = await debitsOf(api, loan)
  if (check === undefined) throw new Error('the check was posted')
  const clear = (day = '2026-03-09') =>
    post(loan, day, {
      kind: 'checkReceipt',
      changeTypeCode: 903,
      transactionNo: check.transactionNo,
    })
  return { loan, check, clear }
}

describe('money paid beyond what is owed (domain.md §14)', () => {
  test('is planned to go back with the posting, and is sent once the payment is checked', async () => {
    const { loan, clear } = await overpaidByCheck()
    expect(await refundsOf(loan)).toMatchObject([{ status: TransactionStatus.none, amount: 3_644n }])
    expect(await standing(loan)).toEqual([202, null])
    // The check may still come back: nothing is sent, and no employee is needed.
    expect((await days.batch('2026-03-05')).files).toEqual([])
    await days.settle('2026-03-06')
    expect((await days.batch('2026-03-06')).files).toEqual([])
    expect(await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'failedRefund' })).toEqual([])
    await clear()
    expect(await standing(loan)).toEqual([206, 'paidOff'])
    const { files } = await days.batch('2026-03-09')
    expect(files).toMatchObject([{ credits: 1, creditTotal: 3_644n }])
    expect(await noticesOf(api, loan)).toContain('refundSent')
    expect(await ledgerDifferences(api, loan)).toEqual([])
    // 540.00 came and 36.44 went back: mail, letter and statement name one total.
    expect(paidInAll(await stateOf(loan))).toBe(50_356n)
  })

  test('a personal check that is not checked when its hold is over becomes a work item', async () => {
    const { loan, check, clear } = await overpaidByCheck()
    const items = () => listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'receiptToCheck' })
    // Ten banking days from March 5.
    await days.settle('2026-03-18')
    expect(await items()).toEqual([])
    await days.settle('2026-03-19')
    expect(await items()).toMatchObject([
      { loanNo: loan.loanNo, subject: `transaction/${check.transactionNo}` },
    ])
    await clear('2026-03-19')
    expect(await items()).toEqual([])
    expect(await standing(loan)).toEqual([206, 'paidOff'])
  })

  test('goes by check where the account came back closed', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const [debit] = await debitsOf(api, loan)
    if (debit === undefined) throw new Error('the first payment was sent')
    await days.bankSays('2026-03-16', [{ transaction: debit, code: 'R02' }])
    await post(loan, '2026-03-17', { kind: 'receipt', amount: '700.00', paymentMode: MONEY_ORDER })
    const [planned] = await refundsOf(loan)
    expect(planned).toMatchObject({ status: TransactionStatus.none, type: TransactionType.refund })
    const { files } = await days.batch('2026-03-17')
    expect(files).toEqual([])
    expect(await refundsOf(loan)).toMatchObject([
      { status: TransactionStatus.onBatch, mode: TransactionMode.paperCheck, amount: planned?.amount },
    ])
    expect(await noticesOf(api, loan)).toContain('refundMailed')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('is planned to the cent with each posting, and never twice', async () => {
    const { loan } = await overpaidByCheck()
    await post(loan, '2026-03-06', { kind: 'receipt', amount: '20.00', paymentMode: PERSONAL_CHECK })
    const planned = (await refundsOf(loan)).filter(({ status }) => status === 0)
    expect(planned.map(({ amount }) => amount)).toEqual([3_644n, 2_000n])
  })

  test('money after a write-off is a recovery: it lessens what was given up and is no refund', async () => {
    const loan = await days.fundOne()
    await api.database.db.execute(
      sql`update loans set status = ${LoanStatus.collecting}, sub_status = 'notified' where loan_no = ${loan.loanNo}`,
    )
    await post(loan, '2026-03-05', { kind: 'writeOff' })
    // 500.00 and one day of 3.56.
    expect(await stateOf(loan)).toMatchObject({ principal: 0n, writtenOff: 50_356n })
    expect(await standing(loan)).toEqual([206, 'paidOff'])
    // A loan that was written off is none that was paid off, for invitations and for the next decision.
    await agreeToMailOffers(api, loan.client)
    await inviteBackJob(api.deps).run({})
    expect(await noticesOf(api, loan)).not.toContain('returning')
    const row = await findLoan(api.database.db, loan)
    if (row === undefined) throw new Error('the loan is there')
    const person = {
      ssn: '900123456',
      firstName: 'Jordan',
      lastName: 'Sample',
      birthDate: localDate(1990, 1, 1),
    }
    const asked = { ...row, loanNo: '118-9999999' }
    const { db } = api.database
    expect(
      await loadPersonRecord({ tx: db, now: api.clock.now() }, api.deps.cipher, asked, person),
    ).toMatchObject({
      loansPaidOff: 0,
      chargedOffHere: true,
    })
    await post(loan, '2026-03-09', { kind: 'receipt', amount: '200.00', paymentMode: MONEY_ORDER })
    expect(await stateOf(loan)).toMatchObject({ writtenOff: 30_356n, overpaid: 0n, paid: 20_000n })
    expect(await refundsOf(loan)).toEqual([])
    expect(await ledgerDifferences(api, loan)).toEqual([])
    const notices = await noticesOf(api, loan)
    expect(notices).toContain('loanSettled')
    expect(notices).not.toContain('paidOff')
    await post(loan, '2026-03-10', { kind: 'receipt', amount: '310.00', paymentMode: MONEY_ORDER })
    expect(await refundsOf(loan)).toMatchObject([{ status: TransactionStatus.none, amount: 644n }])
  })

  test('a later return leaves the refund as money paid to the customer and the rest is owed again', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.settle('2026-03-17')
    await post(loan, '2026-03-18', { kind: 'receipt', amount: '700.00', paymentMode: PaymentMode.wire })
    const [refund] = await refundsOf(loan)
    await days.batch('2026-03-18')
    expect(await standing(loan)).toEqual([206, 'paidOff'])
    const debit = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'installment')
    if (debit === undefined) throw new Error('the first payment was taken')
    await days.bankSays('2026-04-01', [{ transaction: debit, code: 'R01' }])
    expect(await standing(loan)).toEqual([203, null])
    // What was sent beyond the 700.00 that stayed is principal that was paid to the borrower.
    expect((await stateOf(loan)).principal).toBeGreaterThan(0n)
    expect(await noticesOf(api, loan)).toContain('loanReopened')
    expect((await days.batch('2026-04-09')).files).toEqual([])
    expect((await refundsOf(loan)).map(({ status, amount }) => [status, amount])).toEqual([
      [4, refund?.amount],
    ])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a payment that comes back after a write-off adds no fee: what it paid is written off with the rest, and a person looks', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.settle('2026-03-17')
    await api.database.db.execute(
      sql`update loans set status = ${LoanStatus.collecting}, sub_status = 'notified' where loan_no = ${loan.loanNo}`,
    )
    await post(loan, '2026-03-18', { kind: 'writeOff' })
    const before = await stateOf(loan)
    const [debit] = await debitsOf(api, loan)
    if (debit === undefined) throw new Error('the first payment was taken')
    await days.bankSays('2026-03-19', [{ transaction: debit, code: 'R01' }])
    const after = await stateOf(loan)
    expect(after).toMatchObject({ principal: 0n, unpaidInterest: 0n, fees: 0n, feesCharged: 0n, paid: 0n })
    expect(after.writtenOff).toBeGreaterThan(before.writtenOff)
    expect(await standing(loan)).toEqual([206, 'paidOff'])
    const forReview = { portfolioId: 118, kind: 'returnForReview', loanNo: loan.loanNo } as const
    expect(await listOpenWorkItems(api.database.db, forReview)).toHaveLength(1)
    const mail = (await api.mailsTo(loan.email)).find(({ kind }) => kind === 'paymentReturned')
    expect(mail?.content.text).toContain('The rest of this loan was written off.')
    expect(mail?.content.text).not.toContain('You owe the')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})
