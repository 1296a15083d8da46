import {
  disbursementDateCall,
  listDisbursementLoanCall,
  paperCheckCall,
} from '@dolphin/contract/disbursement'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { batchOn, settleOn } from '../../testing/funded-loans.ts'
import { signOnOffer } from '../../testing/check-loans.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { signNow } from '../../testing/signing-sessions.ts'
import { resetApi } from '../../testing/reset-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const rowOf = async ({ client, loanNo }: SignedLoan) => {
  const { loans } = await client.ask(listDisbursementLoanCall, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  if (row === undefined) throw new Error('the loan is on the home page')
  return row
}
const askForCheck = ({ client, loanNo }: SignedLoan) =>
  client.ask(paperCheckCall, { body: { loanNo, addressConfirmed: true } })
const checkMails = async ({ loanNo }: SignedLoan) => {
  const { rows } = await api.database.db.execute<{ kind: string }>(
    sql`select kind from outbox where loan_no = ${loanNo} and kind in ('checkMailed', 'newTerms') order by created_at`,
  )
  return rows.map(({ kind }) => kind)
}

describe('the money by check has one day, one way and one APR (domain.md §14, "a later disbursement day is picked")', () => {
  test('where the APR of what will be collected is too far above the signed one, new terms are signed first', async () => {
    const loan = await signOnOffer(api)
    const asked = await askForCheck(loan)
    // Mailed with the batch of Tuesday, paid out five banking days later.
    expect(asked).toMatchObject({ mailedOn: '2026-03-03', arrivesOn: '2026-03-10', signsAgain: true })
    expect(await findLoan(api.database.db, loan)).toMatchObject({
      status: LoanStatus.originating,
      flags: [LoanFlag.reSignLoanAgreement],
    })
    expect(await checkMails(loan)).toEqual(['newTerms'])
    const toSign = await rowOf(loan)
    expect(toSign).toMatchObject({ method: TransactionMode.paperCheck, account: null, signsAgain: true })
    await signNow(api, loan.client, loan.loanNo)
    const signed = await findCurrentPlan(api.database.db, loan)
    const row = await rowOf(loan)
    expect(row).toMatchObject({
      method: TransactionMode.paperCheck,
      effectiveDate: '2026-03-10',
      mailedOn: '2026-03-03',
      apr: signed?.plan.apr,
      signedApr: null,
    })
    expect(toSign.apr).toBe(row.apr)
    expect(await checkMails(loan)).toEqual(['newTerms', 'checkMailed'])
    await batchOn(api, '2026-03-03')
    expect(await rowOf(loan)).toMatchObject({
      loanStatus: LoanStatus.pending,
      effectiveDate: '2026-03-10',
      mailedOn: '2026-03-03',
      apr: signed?.plan.apr,
    })
    await settleOn(api, '2026-03-10')
    const funded = await findLoan(api.database.db, loan)
    expect(funded?.effectiveDate).toBe(parseLocalDate('2026-03-10'))
    const collected = await findCurrentPlan(api.database.db, loan)
    expect(collected?.plan.apr).toBe(signed?.plan.apr)
  })

  test('days to pick of a check are days on which it arrives; the batch of a picked day mails it', async () => {
    const loan = await signOnOffer(api)
    await askForCheck(loan)
    await signNow(api, loan.client, loan.loanNo)
    const { datesToPick } = await rowOf(loan)
    expect(datesToPick.slice(0, 2)).toEqual(['2026-03-10', '2026-03-11'])
    await loan.client.ask(disbursementDateCall, { body: { loanNo: loan.loanNo, date: '2026-03-11' } })
    const sessions = await listSigningSessions(api.database.db, loan)
    expect(sessions.length).toBeGreaterThan(0)
    if ((await findLoan(api.database.db, loan))?.status !== LoanStatus.approved)
      await signNow(api, loan.client, loan.loanNo)
    expect(await rowOf(loan)).toMatchObject({ effectiveDate: '2026-03-11', mailedOn: '2026-03-04' })
    await batchOn(api, '2026-03-03')
    expect((await listTransactions(api.database.db, loan)).at(-1)?.status).toBe(TransactionStatus.none)
    await batchOn(api, '2026-03-04')
    expect((await listTransactions(api.database.db, loan)).at(-1)).toMatchObject({
      status: TransactionStatus.onBatch,
      effectiveDate: parseLocalDate('2026-03-11'),
    })
  })
})
