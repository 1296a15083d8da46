import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { debitsOf, ledgerDifferences, noticesOf } from '../../testing/money-days.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { planLapse } from '../reference-data/clock-service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Moves the clock as `ops clock set` does: some rounds at a time until it is there. */
async function moveTo(instant: string): Promise<void> {
  const movableClock = {
    now: () => api.clock.now(),
    offsetMs: () => 0,
    moveTo: (at: Date) => Promise.resolve(api.clock.set(at)),
    reset: () => Promise.resolve(),
  }
  for (let reached = false; !reached; ) {
    const lapse = planLapse({ ...api.deps, movableClock }, { to: 'instant', instant })
    if (!lapse.ok) throw new Error(lapse.error.name)
    ;({ reached } = await lapse.value.run())
  }
}

test('a demonstration’s clock moved over a payday: batch, settlement, notice and debit as if time had passed', async () => {
  const loan = await signLoan(api)
  await moveTo('2026-03-18T09:00:00-04:00')
  expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
  expect(await debitsOf(api, loan)).toMatchObject([
    { installmentNumber: 1, status: TransactionStatus.checked },
  ])
  const told = await noticesOf(api, loan)
  expect(told).toEqual(expect.arrayContaining(['loanFunded', 'paymentUpcoming', 'paymentReceived']))
  expect(told).not.toContain('paymentMoved')
  expect(told).not.toContain('loanPastDue')
  expect(await ledgerDifferences(api, loan)).toEqual([])
})
