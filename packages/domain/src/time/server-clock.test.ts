import { FakeClock } from '@dolphin/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const NOON = new Date('2026-11-25T12:00:00Z')
const MONTH_LATER = 'Fri, 25 Dec 2026 12:00:00 GMT'

const clockOn = (device: FakeClock, ...dates: (string | null)[]) => {
  const clock = createServerClock(device)
  for (const date of dates) clock.note(date)
  return clock
}

test('before any answer, or where none says its time, it is the device’s', () => {
  for (const dates of [[], [null], ['yesterday']]) {
    expect(clockOn(new FakeClock(NOON), ...dates).now()).toEqual(NOON)
  }
})

test.each([
  ['a month behind', MONTH_LATER],
  ['a day ahead', 'Tue, 24 Nov 2026 12:00:00 GMT'],
])('a device that is %s is put right, and goes on from there', (_, date) => {
  const device = new FakeClock(NOON)
  const clock = clockOn(device, date)
  expect(clock.now()).toEqual(new Date(date))
  device.advance(300_000)
  expect(clock.now().getTime() - Date.parse(date)).toBe(300_000)
})

test('a device that is a few seconds off is left alone: an answer is not told more exactly', () => {
  expect(clockOn(new FakeClock(NOON), 'Wed, 25 Nov 2026 11:59:58 GMT').now()).toEqual(NOON)
})

test('an answer that was long on its way, or kept in a cache, turns nothing back', () => {
  const clock = clockOn(new FakeClock(NOON), MONTH_LATER, 'Mon, 23 Nov 2026 12:00:00 GMT')
  expect(clock.now()).toEqual(new Date(MONTH_LATER))
})
