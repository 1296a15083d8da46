import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShiftableClock } from '../../wall-clock.ts'
import { moveClock, readClock } from './clock-service.ts'

const calendar = federalReserveCalendar()
const machine = new FakeClock('2026-07-02T16:00:00-04:00')
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-clock-'))
  file = join(folder, 'clock-offset.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function parts() {
  const clock = openShiftableClock(file, machine)
  return { clock, calendar, movableClock: clock }
}

test('the next banking day skips the weekend, a Saturday holiday being open on Friday, and stays after a restart', async () => {
  const moved = await moveClock(parts(), { to: 'nextBankingDay' })
  expect(moved).toMatchObject({ ok: true, value: { today: '2026-07-03', isBankingDay: true } })
  await moveClock(parts(), { to: 'nextBankingDay' })
  expect(readClock(parts())).toMatchObject({
    now: '2026-07-06T09:00:00-04:00',
    aheadSeconds: 3 * 86_400 + 17 * 3_600,
    movable: true,
  })
})

test('time moves forward only', async () => {
  expect(await moveClock(parts(), { to: 'later', seconds: 60 })).toMatchObject({ ok: true })
  const back = await moveClock(parts(), { to: 'instant', instant: '2026-07-02T16:00:30-04:00' })
  expect(back).toMatchObject({ ok: false, error: { name: 'clockNotMovable' } })
  expect(readClock(parts()).now).toBe('2026-07-02T16:01:00-04:00')
})

test('production’s clock is the machine’s', async () => {
  const fixed = { clock: machine, calendar, movableClock: undefined }
  expect(await moveClock(fixed, { to: 'nextBankingDay' })).toMatchObject({
    ok: false,
    error: { name: 'clockNotMovable' },
  })
})
