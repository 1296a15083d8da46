import { TransactionMode } from '@dolphin/domain/payments/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ledgerDifferences, debitsOf, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { openTerminal, type TestTerminal } from '../../testing/terminal.ts'
import { runMoneyRound } from './timetable.ts'

let api: TestApi
let terminal: TestTerminal
let days: ReturnType<typeof moneyDays>
beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

const ops = (...line: string[]) => terminal.ops([...line, '--portfolio', '118'])
const openItems = () => listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'failedRound' })
const statusOf = async (loan: SignedLoan) => (await findLoan(api.database.db, loan))?.status

async function threeLoans(): Promise<[SignedLoan, SignedLoan, SignedLoan]> {
  return [await signLoan(api), await signLoan(api), await signLoan(api)]
}

async function failuresOf(round: string): Promise<number> {
  const { text } = await api.deps.observability.metrics.scrape()
  return Number(
    new RegExp(`^dolphin_round_failures_total\\{round="${round}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  )
}

/** The credit is on a batch to settle after the first payment's day, as one could be before such credits were held. */
async function breakSettlement({ loanNo }: SignedLoan): Promise<() => Promise<void>> {
  const due = async (day: string) =>
    void (await api.database.db.execute(
      sql`update installments set due_date = ${day}::date where loan_no = ${loanNo} and number = 1`,
    ))
  await due('2026-03-01')
  return () => due('2026-03-13')
}

/** Rows that do not fit: every read of the plan's facts throws. */
async function breakPlan({ loanNo }: SignedLoan): Promise<() => Promise<void>> {
  await api.database.db.execute(
    sql`update payment_plans set disclosure = disclosure || '{"returnedPaymentFee": "much"}' where loan_no = ${loanNo}`,
  )
  return async () =>
    void (await api.database.db.execute(
      sql`update payment_plans set disclosure = disclosure || '{"returnedPaymentFee": "15.00"}' where loan_no = ${loanNo}`,
    ))
}

describe('a loan whose settlement throws stops no other (domain.md §14)', () => {
  test('on demand: the others settle, the run names it and exits with 1; once it is mended, the run settles it', async () => {
    const [first, broken, last] = await threeLoans()
    await days.batch('2026-03-05')
    const mend = await breakSettlement(broken)
    days.at('2026-03-06', '09:00')
    const before = await failuresOf('settlement')
    const run = await ops('settle', 'run', '--json')
    expect(run.code).toBe(1)
    expect(JSON.parse(run.text)).toMatchObject([
      {
        portfolioId: 118,
        failed: true,
        answer: {
          settled: [{ loanNo: first.loanNo }, { loanNo: last.loanNo }],
          failed: [{ loanNo: broken.loanNo, failure: 'AssertionFailure' }],
        },
      },
    ])
    expect(await failuresOf('settlement')).toBe(before + 1)
    expect([await statusOf(first), await statusOf(broken), await statusOf(last)]).toEqual([202, 201, 202])
    expect(await ledgerDifferences(api, last)).toEqual([])
    expect(await noticesOf(api, broken)).not.toContain('loanFunded')
    const item = { subject: `settlement/${broken.loanNo}`, loanNo: broken.loanNo }
    expect(await openItems()).toMatchObject([item])
    const again = await ops('settle', 'run')
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining(broken.loanNo) })
    await mend()
    expect((await ops('settle', 'run')).code).toBe(0)
    expect(await statusOf(broken)).toBe(202)
    expect(await openItems()).toEqual([])
    expect(await ledgerDifferences(api, broken)).toEqual([])
  })

  test('by the timetable: the run counts what it settled and names what it did not', async () => {
    const [first, broken, last] = await threeLoans()
    await days.batch('2026-03-05')
    await breakSettlement(broken)
    const run = await days.settle('2026-03-06')
    expect(run.settled.map(({ loanNo }) => loanNo)).toEqual([first.loanNo, last.loanNo])
    expect(run.failed).toEqual([{ loanNo: broken.loanNo, failure: 'AssertionFailure' }])
    await runMoneyRound(days.money)
  })
})

describe('a loan that a batch cannot take stops no other', () => {
  test('a credit: the file is cut without it, and the next run takes it', async () => {
    const [first, broken, last] = await threeLoans()
    const mend = await breakPlan(broken)
    days.at('2026-03-03', '10:00')
    const run = await ops('batch', 'run', '--json')
    expect(run.code).toBe(1)
    expect(JSON.parse(run.text)).toMatchObject([
      {
        answer: { files: [{ credits: 2 }], failed: [{ loanNo: broken.loanNo, failure: 'AssertionFailure' }] },
      },
    ])
    expect([await statusOf(first), await statusOf(broken), await statusOf(last)]).toEqual([201, 104, 201])
    expect((await days.batch('2026-03-03')).failed).toMatchObject([{ loanNo: broken.loanNo }])
    expect(await openItems()).toMatchObject([{ subject: `batch/${broken.loanNo}`, loanNo: broken.loanNo }])
    await mend()
    expect(await days.batch('2026-03-03')).toMatchObject({ files: [{ credits: 1 }], failed: [] })
    expect(await openItems()).toEqual([])
  })

  test('a debit: it is neither announced nor sent, the others are', async () => {
    const [first, broken, last] = await days.fund(3)
    if (first === undefined || broken === undefined || last === undefined) throw new Error('three loans')
    const mend = await breakPlan(broken)
    await days.announce('2026-03-06')
    for (const loan of [first, last]) expect(await noticesOf(api, loan)).toContain('paymentUpcoming')
    expect(await noticesOf(api, broken)).not.toContain('paymentUpcoming')
    const run = await days.batch('2026-03-12')
    expect(run).toMatchObject({ files: [{ debits: 2 }], failed: [{ loanNo: broken.loanNo }] })
    await days.settle('2026-03-13')
    expect(await debitsOf(api, broken)).toEqual([])
    await mend()
    for (const loan of [first, last]) expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a check: the others are mailed', async () => {
    const [first, broken, last] = await threeLoans()
    await api.database.db.execute(
      sql`update transactions set mode = ${TransactionMode.paperCheck} where loan_no in (${first.loanNo}, ${broken.loanNo})`,
    )
    await api.database.db.execute(sql`update loans set open_id = null where loan_no = ${broken.loanNo}`)
    const run = await days.batch('2026-03-03')
    expect(run).toMatchObject({ files: [{ credits: 1 }], failed: [{ loanNo: broken.loanNo }] })
    expect([await statusOf(first), await statusOf(broken), await statusOf(last)]).toEqual([201, 104, 201])
  })

  test('a missed cut-off: the others are moved to the next, and go', async () => {
    const [first, broken, last] = await threeLoans()
    await breakPlan(broken)
    days.at('2026-03-04', '18:00')
    await runMoneyRound(days.money)
    expect(await findLoan(api.database.db, last)).toMatchObject({ disbursementDate: expect.any(Number) })
    expect(await days.batch('2026-03-05')).toMatchObject({ files: [{ credits: 2 }] })
    expect([await statusOf(first), await statusOf(broken), await statusOf(last)]).toEqual([201, 104, 201])
  })
})
