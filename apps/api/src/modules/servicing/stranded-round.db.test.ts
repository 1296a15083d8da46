import { TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { runStrandedRound } from './stranded-round.ts'

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

const open = (kind: WorkItemKind) => listOpenWorkItems(api.database.db, { portfolioId: 118, kind })
async function round(day: string) {
  days.at(day, '03:00')
  await runStrandedRound(api.deps)
  return [...(await open('strandedLoan')), ...(await open('strandedMoney'))]
}

describe('the nightly look for stranded loans and money (domain.md §14)', () => {
  test('an ordinary loan is never found: approved, sent, funded, in repayment, past due', async () => {
    const loan = await signLoan(api)
    expect(await round('2026-03-03')).toEqual([])
    await days.batch('2026-03-03')
    expect(await round('2026-03-04')).toEqual([])
    await days.settle('2026-03-04')
    expect(await round('2026-03-05')).toEqual([])
    await days.collect(PAYDAYS[0])
    expect(await round('2026-03-14')).toEqual([])
    // Nothing is collected any more: the rest becomes past due, which is an answer with its status.
    expect(await round('2026-09-01')).toEqual([])
    expect(loan.loanNo).toMatch(/^118-/)
  })

  test('a schedule lost while the loan owes 500.00: found once; another loan is not; a failing one stops neither', async () => {
    const [broken, lost, fine] = await days.fund(3)
    const removed = (loanNo: string) =>
      api.database.db.execute(sql`update installments set flags = 4 where loan_no = ${loanNo}`)
    await removed(lost!.loanNo)
    await api.database.db.execute(
      sql`update payment_plans set disclosure = disclosure || '{"returnedPaymentFee": "much"}' where loan_no = ${broken!.loanNo}`,
    )
    const found = await round('2026-03-05')
    expect(found).toMatchObject([
      {
        kind: 'strandedLoan',
        subject: `loan/${lost!.loanNo}`,
        loanNo: lost!.loanNo,
        facts: { clause: 'owesWithNothingAhead', status: LoanStatus.disbursed },
      },
    ])
    expect(await open('failedRound')).toMatchObject([{ subject: `stranded-round/${broken!.loanNo}` }])
    expect(await round('2026-03-06')).toHaveLength(1)
    const { text } = await api.deps.observability.metrics.scrape()
    expect(text).toContain('dolphin_work_items_open{kind="strandedLoan"} 1')
    await api.database.db.execute(sql`update installments set flags = 0 where loan_no = ${lost!.loanNo}`)
    expect(await round('2026-03-07')).toEqual([])
    expect(fine!.loanNo).not.toBe(lost!.loanNo)
  })

  test('a held credit waits for the batch two banking days, then for an employee', async () => {
    const loan = await signLoan(api)
    await api.database.db.execute(
      sql`update loans set disbursement_date = null where loan_no = ${loan.loanNo}`,
    )
    expect(await round('2026-03-05')).toEqual([])
    expect(await round('2026-03-06')).toMatchObject([
      { facts: { clause: 'waitIsOver', status: LoanStatus.approved } },
    ])
  })

  test('50.00 overpaid with no refund planned is money without a reason', async () => {
    const [loan] = await days.fund(1)
    await days.collect(PAYDAYS[0])
    await days.settle('2026-03-17')
    await api.database.db.execute(
      sql`update loans set status = ${LoanStatus.terminated}, sub_status = 'paidOff' where loan_no = ${loan!.loanNo}`,
    )
    await api.database.db.execute(
      sql`update transactions set amount = amount + 60000 where loan_no = ${loan!.loanNo} and type = ${TransactionType.debit}`,
    )
    const [item] = (await round('2026-03-18')).filter(({ kind }) => kind === 'strandedMoney')
    expect(item).toMatchObject({ loanNo: loan!.loanNo, subject: `loan/${loan!.loanNo}` })
    expect(item?.reason).toMatch(/^\d+\.\d\d of the borrower is here without a refund planned or a reason$/)
  })
})
