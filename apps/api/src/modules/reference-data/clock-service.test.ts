import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadPortfolios } from '../portfolios/portfolio-catalog.ts'
import { openShiftableClock } from '../../wall-clock.ts'
import { planLapse, readClock } from './clock-service.ts'

const calendar = federalReserveCalendar()
/** Only cut-offs are read of it: 12:00 and 16:00 of 110, 13:00 and 17:00 of 118, both settling at 17:00. */
const LIVE = loadPortfolios(fileURLToPath(new URL('../../../../../data/portfolios', import.meta.url)))
const machine = new FakeClock('2026-07-02T16:00:00-04:00')
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-clock-'))
  file = join(folder, 'clock-offset.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The clock, and at which instants the timetable ran. */
function parts(base = machine) {
  const clock = openShiftableClock(file, base)
  const ran: string[] = []
  const runTimetable = async (): Promise<void> => {
    ran.push(isoInZone(clock.now(), NEW_YORK))
  }
  return { clock, calendar, movableClock: clock, portfolios: LIVE, jobs: { runTimetable }, ran }
}

type Asked = Parameters<typeof planLapse>[1]

async function move(deps: ReturnType<typeof parts>, to: Asked) {
  const lapse = planLapse(deps, to)
  if (!lapse.ok) throw new Error(lapse.error.name)
  return await lapse.value.run()
}

test('the next banking day skips the weekend, a Saturday holiday being open on Friday, and stays after a restart', async () => {
  const friday = await move(parts(), { to: 'nextBankingDay' })
  expect(friday).toMatchObject({ today: '2026-07-03', isBankingDay: true, reached: true })
  const sunday = await move(parts(), { to: 'nextBankingDay' })
  const monday = await move(parts(), { to: 'instant', instant: sunday.target })
  const { target: _target, reached: _reached, ...view } = monday
  expect(readClock(parts())).toEqual(view)
  expect(view).toMatchObject({
    now: '2026-07-06T09:00:00-04:00',
    aheadSeconds: 3 * DAY_SECONDS + 17 * 3_600,
    movable: true,
  })
})

test('the timetable runs at each round of the days passed, in order, and at the target', async () => {
  const deps = parts()
  await move(deps, { to: 'instant', instant: '2026-07-03T12:00:00-04:00' })
  expect(deps.ran).toEqual([
    '2026-07-02T16:40:00-04:00',
    '2026-07-02T17:01:00-04:00',
    '2026-07-03T08:31:00-04:00',
    '2026-07-03T09:00:00-04:00',
    '2026-07-03T12:00:00-04:00',
  ])
})

test('a long way goes some rounds at a time, and says where it goes on', async () => {
  const deps = parts()
  const first = await move(deps, { to: 'later', seconds: 7 * DAY_SECONDS })
  expect(first).toMatchObject({ reached: false, target: '2026-07-09T16:00:00-04:00' })
  expect(deps.ran).toHaveLength(16)
  expect(readClock(deps).now).toBe(first.now)
  let calls = 1
  for (let { reached, target } = first; !reached; calls += 1)
    ({ reached, target } = await move(deps, { to: 'instant', instant: target }))
  expect([calls, readClock(deps).now]).toEqual([4, '2026-07-09T16:00:00-04:00'])
  expect(new Set(deps.ran).size).toBe(deps.ran.length)
})

test('a clock that ran on while the rounds before were worked off is not set back', async () => {
  const ticking = new FakeClock(machine.now())
  const deps = parts(ticking)
  const slow = {
    ...deps,
    jobs: {
      async runTimetable() {
        await deps.jobs.runTimetable()
        ticking.advance(30 * 60_000)
      },
    },
  }
  const view = await move(slow, { to: 'instant', instant: '2026-07-02T17:20:00-04:00' })
  const day = '2026-07-02'
  expect(deps.ran).toEqual([`${day}T16:40:00-04:00`, `${day}T17:10:00-04:00`, `${day}T17:40:00-04:00`])
  expect(view).toMatchObject({ now: `${day}T18:10:00-04:00`, reached: true })
})

test('time moves forward only', async () => {
  expect(await move(parts(), { to: 'later', seconds: 60 })).toMatchObject({ reached: true })
  const back = planLapse(parts(), { to: 'instant', instant: '2026-07-02T16:00:30-04:00' })
  expect(back).toMatchObject({ ok: false, error: { name: 'clockNotMovable' } })
  expect(readClock(parts()).now).toBe('2026-07-02T16:01:00-04:00')
})

test('production’s clock is the machine’s', () => {
  const fixed = { ...parts(), clock: machine, movableClock: undefined }
  expect(planLapse(fixed, { to: 'nextBankingDay' })).toMatchObject({
    ok: false,
    error: { name: 'clockNotMovable' },
  })
})
