import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { sql } from 'drizzle-orm'
import type { TestApi } from './api-fixture.ts'
import { signInEmployee } from './employees.ts'
import { type SignedLoan, signLoan } from './signed-loans.ts'

/** Lives on to an instant: an employee's session is new, and customers who were signed in still are. */
export async function liveOn(api: TestApi, instant: string): Promise<void> {
  api.clock.set(instant)
  await api.database.db.execute(
    sql`update sessions set expires_at = ${new Date(Date.parse(instant) + 43_200_000).toISOString()},
      last_seen_at = ${new Date(Date.parse(instant)).toISOString()},
      authenticated_at = ${new Date(Date.parse(instant)).toISOString()} where ended_at is null`,
  )
}

/** The batch of a day, before its cut-off. */
export async function batchOn(api: TestApi, day: string, portfolioId = 118) {
  await liveOn(api, `${day}T10:00:00-05:00`)
  const employee = await signInEmployee(api)
  return employee.ask(runBatchCall, { body: { portfolioId } })
}

/** The settlement of a day, after 08:30 New York. */
export async function settleOn(api: TestApi, day: string, portfolioId = 118) {
  await liveOn(api, `${day}T10:00:00-05:00`)
  const employee = await signInEmployee(api)
  return employee.ask(runSettlementCall, { body: { portfolioId } })
}

/**
 * A loan whose money has arrived: signed on Tuesday, 2026-03-03, on that day's batch, settled on the 4th. The first of
 * ten bi-weekly payments is due on 2026-03-13.
 */
export async function fundLoan(
  api: TestApi,
  options: Parameters<typeof signLoan>[1] = {},
): Promise<SignedLoan & LoanKey> {
  const loan = await signLoan(api, options)
  await batchOn(api, '2026-03-03', loan.portfolioId)
  await settleOn(api, '2026-03-04', loan.portfolioId)
  return loan
}
