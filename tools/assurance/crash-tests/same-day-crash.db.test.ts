import { FakeClock } from '@dolphin/testkit/fake-clock'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailboxSender } from '@dolphin/integrations/mail/mailbox-sender'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { makeTestPlace, startTestApi, type TestApi, type TestPlace } from '@dolphin/api/testing/api-fixture'
import { lastBankFile } from '@dolphin/api/testing/bank-outbox'
import { liveOn } from '@dolphin/api/testing/funded-loans'
import { statusOf } from '@dolphin/api/testing/loan-facts'
import { resetApi } from '@dolphin/api/testing/reset-api'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { type FaultPoint, faultPointsIn, MONEY_FAULT_POINTS } from './fault-points.ts'
import { watchedServer } from './watched-ports.ts'

let place: TestPlace
let api: TestApi
let crashAt: FaultPoint | undefined
beforeAll(async () => {
  place = await makeTestPlace()
  const mail = createMailboxSender({ keep: () => Promise.resolve() })
  const passed = faultPointsIn((faultPoint) => {
    if (faultPoint === crashAt) throw new Error('crashed')
  })
  api = await startTestApi(watchedServer({ place, clock: new FakeClock(), mail }, passed))
})
beforeEach(() => resetApi(api))
afterAll(async () => {
  await api.close()
  await place.remove()
})

const roundAt = async (time: string) => {
  await liveOn(api, `2026-03-03T${time}-05:00`)
  await runMoneyRound(api.deps)
}

test.each(MONEY_FAULT_POINTS.filter((faultPoint) => !faultPoint.startsWith('settlement')))(
  'a crash at "%s" sends the entry of a same-day credit once, in one file (domain.md §9)',
  async (faultPoint) => {
    const loan = await signLoan(api, { sameDay: true })
    crashAt = faultPoint
    await expect(roundAt('13:00:00')).rejects.toThrow('crashed')
    crashAt = undefined
    await roundAt('13:01:00')
    await roundAt('13:02:00')
    expect((await statusOf(api, loan))[0]).toBe(201)
    const { rows } = await api.database.db.execute(
      sql`select f.file_no, f.sent_at is not null as sent from ach_entries e join ach_files f using (portfolio_id, file_no)`,
    )
    expect(rows).toEqual([{ file_no: '118-20260303-A', sent: true }])
    expect((await lastBankFile(api.deps)).batches.flatMap(({ entries }) => entries)).toHaveLength(1)
  },
)
