import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { MovableClock } from '../../testing/movable-clock.ts'
import type { TestClient } from '../../testing/test-client.ts'

const clock = new MovableClock()
let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi({ clock })
})
// A day ends the sessions of the day before.
beforeEach(async () => {
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const aDay = { body: { to: 'later', seconds: DAY_SECONDS } } as const
const inOrder = (instants: readonly Date[]) => instants.toSorted((a, b) => a.getTime() - b.getTime())

test('two who move the clock at once move it one after the other, and never back', async () => {
  const begun = clock.now().getTime()
  clock.moves.length = 0
  const answers = await Promise.all([employee.ask(moveClockCall, aDay), employee.ask(moveClockCall, aDay)])
  expect(clock.moves).toEqual(inOrder(clock.moves))
  expect(clock.now().getTime() - begun).toBe(2 * DAY_SECONDS * 1_000)
  const [first, second] = answers.map(({ now }) => Date.parse(now)).toSorted((a, b) => a - b)
  expect([first, second]).toEqual([begun + DAY_SECONDS * 1_000, begun + 2 * DAY_SECONDS * 1_000])
})

test('a move asked for twice is one, and is answered when it is done', async () => {
  const begun = clock.now().getTime()
  const key = { idempotencyKey: randomUUID() }
  const someHours = { body: { to: 'later', seconds: 6 * 3_600 } } as const
  const ask = async () => {
    const { now, reached } = await employee.ask(moveClockCall, someHours, key)
    return { now: Date.parse(now), reached, stood: clock.now().getTime() }
  }
  const done = begun + 6 * 3_600_000
  const answer = { now: done, reached: true, stood: done }
  expect(await Promise.all([ask(), ask()])).toEqual([answer, answer])
  expect(await ask()).toEqual(answer)
})

test('a way of many rounds says how far the clock is', async () => {
  const asked = { body: { to: 'later', seconds: 7 * DAY_SECONDS } } as const
  const { now, reached, target } = await employee.ask(moveClockCall, asked)
  expect(reached).toBe(false)
  expect(Date.parse(now)).toBeLessThan(Date.parse(target))
  expect((await (await signInEmployee(api)).ask(readClockCall, { query: {} })).now).toBe(now)
})
