import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'

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

const ach = PaymentMode.ach
const payOff = ({ loanNo }: SignedLoan, date: string) =>
  ({ body: { loanNo, mode: 1, paymentMode: ach, date } }) as const
const payDown = ({ loanNo }: SignedLoan, date: string) =>
  ({
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode: 1, paymentMode: ach, date, amount: '50.00' },
  }) as const

const askedByPages = async (loan: SignedLoan) =>
  (await listEligibilityDecisions(api.database.db, loan)).filter(({ asked }) => asked === 'page')

/** The bank sends back all that it was asked for and has not sent back yet. */
async function comesBack(loan: SignedLoan, day: string, code: string, serial = 0): Promise<void> {
  const { notChecked, checked } = TransactionStatus
  const sent = (await debitsOf(api, loan)).filter(({ status }) => status === notChecked || status === checked)
  expect(sent.length).toBeGreaterThan(0)
  const news = sent.map((transaction) => ({ transaction, code }))
  expect(await days.bankSays(day, news, serial)).toMatchObject({ returns: sent.length })
}

describe('a page runs the debit eligibility check before it plans a debit (domain.md §9)', () => {
  test('an allowed result is stored with the debit, and the batch sends it', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await loan.client.ask(CALLS.payOff, payOff(loan, '2026-03-06'))
    const [debit] = await debitsOf(api, loan)
    expect(await askedByPages(loan)).toMatchObject([
      {
        allowed: true,
        rule: 'allRulesHold',
        transactionNo: debit?.transactionNo,
        facts: { purpose: 'payOff', effectiveDate: '2026-03-06', amount: '507.12' },
      },
    ])
    expect(await days.batch('2026-03-05')).toMatchObject({ ineligible: [], files: [{ debits: 1 }] })
  })

  test('the account of another loan that came back as closed takes nothing (R02)', async () => {
    const first = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await first.client.ask(CALLS.payOff, payOff(first, '2026-03-06'))
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await days.settle('2026-03-10')
    expect(await findLoan(api.database.db, first)).toMatchObject({ subStatus: 'paidOff' })
    await liveOn(api, '2026-03-10T10:00:00-04:00')
    const loan = await signLoan(api, { customer: () => Promise.resolve(first.client) })
    await days.batch('2026-03-10')
    await days.settle('2026-03-11')
    // A loan that had ended owes again, beside the one that came after it.
    await comesBack(first, '2026-03-11', 'R02')
    expect(await findLoan(api.database.db, first)).toMatchObject({ subStatus: 'hardReturn' })
    await liveOn(api, '2026-03-11T13:00:00-04:00')
    expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.disbursed })
    const { client, loanNo } = loan
    const authorizations = await listDebitAuthorizations(api.database.db, loan)
    const ineligible = await client.call(CALLS.payOff, payOff(loan, '2026-03-12'))
    const words =
      'Your bank returned the payment because the account is closed. Please give us the details of another account.'
    expect(ineligible.data).toMatchObject({ errors: [{ elementKey: 'paymentMode', message: words }] })
    await expectRefused(client, 'payOff', payOff(loan, '2026-03-12'), 'debitNotEligible')
    await expectRefused(client, 'requestChange', payDown(loan, '2026-03-12'), 'debitNotEligible')
    await expectRefused(client, 'cancelLoan', { body: { loanNo, mode: 1 } }, 'debitNotEligible')
    expect((await askedByPages(loan)).map(({ allowed, rule }) => [allowed, rule])).toEqual(
      Array.from({ length: 4 }, () => [false, 'usableAccount']),
    )
    // Nothing else of what was refused is kept.
    expect(await debitsOf(api, loan)).toEqual([])
    expect(await listDebitAuthorizations(api.database.db, loan)).toEqual(authorizations)
    expect(await client.ask(CALLS.listChange, { query: { loanNo } })).toMatchObject({ changes: [] })
    // Another way to pay is open.
    const byHand = { ...payOff(loan, '2026-03-12').body, paymentMode: PaymentMode.moneyOrder }
    await client.ask(CALLS.payOff, { body: byHand })
  })

  test('after two failures a confirmed payment is taken at once only (12 CFR 1041.8)', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R01')
    await days.collect(PAYDAYS[1])
    await comesBack(loan, '2026-03-30', 'R01', 1)
    await liveOn(api, '2026-03-31T10:00:00-04:00')
    await expectRefused(loan.client, 'payOff', payOff(loan, '2026-04-07'), 'debitNotEligible')
    await expectRefused(loan.client, 'requestChange', payDown(loan, '2026-04-07'), 'debitNotEligible')
    const saved = await loan.client.ask(CALLS.payOff, payOff(loan, '2026-04-01'))
    expect((await askedByPages(loan)).map(({ rule }) => rule)).toEqual([
      'immediate',
      'immediate',
      'allRulesHold',
    ])
    const run = await days.batch('2026-03-31')
    const sent = (await debitsOf(api, loan)).find(({ changeNo }) => changeNo === saved.changeNo)
    expect([run.files.length, sent?.status]).toEqual([1, TransactionStatus.onBatch])
  })

  test('what was confirmed before the second failure was known is never sent (12 CFR 1041.8)', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R01')
    await days.collect(PAYDAYS[1])
    await liveOn(api, '2026-03-27T10:00:00-04:00')
    const saved = await loan.client.ask(CALLS.payOff, payOff(loan, '2026-03-31'))
    await comesBack(loan, '2026-03-30', 'R01', 1)
    const run = await days.batch('2026-03-30')
    expect(run).toMatchObject({ files: [], ineligible: [{ rule: expect.stringContaining('twoFailures') }] })
    const kept = (await debitsOf(api, loan)).find(({ changeNo }) => changeNo === saved.changeNo)
    expect(kept?.status).toBe(TransactionStatus.rejected)
    expect((await api.mailsTo(loan.email)).map(({ kind }) => kind)).toContain('changeFailed')
    // It is over, so another one can be confirmed.
    await liveOn(api, '2026-03-31T10:00:00-04:00')
    await loan.client.ask(CALLS.payOff, payOff(loan, '2026-04-01'))
  })

  test('a suspended loan is not debited, and no eligibility check runs (domain.md §2)', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R02')
    await liveOn(api, '2026-03-16T13:00:00-04:00')
    await expectRefused(loan.client, 'payOff', payOff(loan, '2026-03-17'), 'loanStatusInvalid')
    await expectRefused(loan.client, 'requestChange', payDown(loan, '2026-03-17'), 'loanStatusInvalid')
    expect(await askedByPages(loan)).toEqual([])
  })
})
