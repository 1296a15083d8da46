import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { assert } from '@dolphin/domain/assert'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { originateBatch } from './originate-batch.ts'

const MOST_ENTRIES = 30_000
/** Before every number that a test's loan gets. */
const FIRST_LOAN = '118-0000000'

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

/** A loan whose planned debits fill a file; it was never funded, so none of them goes out. */
async function fillOneFile(): Promise<void> {
  const { db } = api.database
  await db.execute(sql`insert into loans (portfolio_id, customer_key, loan_no, application_no, status, created_at, updated_at)
    values (118, 'first', ${FIRST_LOAN}, 'A0', ${LoanStatus.approved}, now(), now())`)
  await db.execute(sql`insert into transactions (portfolio_id, customer_key, transaction_no, loan_no, open_id, type, mode, amount,
      effective_date, status, instruction_key, created_at, updated_at)
    select 118, 'first', 'F' || n, ${FIRST_LOAN}, 'first', ${TransactionType.debit}::integer, ${TransactionMode.ach}::integer, 100, '2026-03-04',
      ${TransactionStatus.none}::integer, 'first/' || n, now(), now()
    from generate_series(1, ${MOST_ENTRIES}::integer) n`)
}

async function batchAfter(after: string) {
  const run = await api.deps.units.write((unit) =>
    originateBatch(days.money, unit, 118, { actor: 'test', after }),
  )
  assert(run.ok, 'a batch is cut on a banking day')
  return run.value
}

test('a file takes so many entries and no more; the next goes on after its last loan', async () => {
  await fillOneFile()
  await signLoan(api)
  await signLoan(api)
  days.at('2026-03-03', '10:00')
  const first = await batchAfter('')
  expect(first).toMatchObject({ files: [], continuesAfter: FIRST_LOAN })
  const second = await batchAfter(FIRST_LOAN)
  expect(second).toMatchObject({ files: [{ credits: 2, fileIdModifier: 'A' }], continuesAfter: null })
})

test('a run over the whole batch cuts file after file', async () => {
  await fillOneFile()
  await signLoan(api)
  expect(await days.batch('2026-03-03')).toMatchObject({ files: [{ credits: 1 }], failed: [] })
})

test('a day that has had its 36 files keeps what is due, and an employee learns of it', async () => {
  await signLoan(api)
  await api.database.db.execute(sql`insert into ach_files (portfolio_id, file_no, business_date, file_id_modifier, sha256,
      object_key, entry_count, debit_total, credit_total, created_at, sent_at)
    select 118, 'F' || n, '2026-03-03', substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', n, 1), lpad(n::text, 64, '0'), 'ach/' || n,
      1, 0, 1, now(), now() from generate_series(1, 36) n`)
  expect(await days.batch('2026-03-03')).toMatchObject({ files: [], ineligible: [], failed: [] })
  const { rows } = await api.database.db.execute(
    sql`select subject, facts from work_items where kind = 'failedRound'`,
  )
  expect(rows).toMatchObject([{ subject: 'batch/files/118', facts: { loans: 1 } }])
  expect(await days.batch('2026-03-04')).toMatchObject({ files: [{ credits: 1 }] })
})
