import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatLocalDate, fromEpochDay, type LocalDate, localDate } from '../calendar/local-date.ts'
import examples from '../calendar/vectors/calendars-examples.json' with { type: 'json' }
import { dateIn, instantOf, isoInZone, NEW_YORK, parseTimeOfDay, startOfDay, wallTime } from './new-york.ts'

const inNewYork = examples.examples.flatMap(({ n, question, input, answer }) =>
  'utc' in input && input.utc !== undefined ? [{ n, question, utc: input.utc, answer }] : [],
)

describe('New York time (calendars examples 29-34)', () => {
  test('all six are here', () => {
    expect(inNewYork.map(({ n }) => n)).toEqual([29, 30, 31, 32, 33, 34])
  })

  test.each(inNewYork)('$n: $question $utc', ({ question, utc, answer }) => {
    const instant = new Date(utc)
    const shown = question.startsWith('Calendar date')
      ? formatLocalDate(dateIn(instant, NEW_YORK))
      : isoInZone(instant, NEW_YORK)
    expect(shown).toBe(answer)
  })
})

describe('the instant of a wall time', () => {
  const cutOff = { hour: 16, minute: 45 }

  test.each([
    [localDate(2026, 1, 15), '2026-01-15T21:45:00.000Z'],
    [localDate(2026, 7, 15), '2026-07-15T20:45:00.000Z'],
    [localDate(2026, 3, 8), '2026-03-08T20:45:00.000Z'],
    [localDate(2026, 11, 1), '2026-11-01T21:45:00.000Z'],
  ])('a 16:45 cut-off follows daylight saving time (%s)', (date, utc) => {
    expect(instantOf(date, cutOff, NEW_YORK).toISOString()).toBe(utc)
  })

  test('a time that the change of clocks skips is an hour later', () => {
    const skipped = instantOf(localDate(2026, 3, 8), { hour: 2, minute: 30 }, NEW_YORK)
    expect(isoInZone(skipped, NEW_YORK)).toBe('2026-03-08T03:30:00-04:00')
  })

  test('a time that occurs twice is its first pass', () => {
    const repeated = instantOf(localDate(2026, 11, 1), { hour: 1, minute: 30 }, NEW_YORK)
    expect(isoInZone(repeated, NEW_YORK)).toBe('2026-11-01T01:30:00-04:00')
  })

  test('midnight', () => {
    expect(startOfDay(localDate(2026, 7, 1), NEW_YORK).toISOString()).toBe('2026-07-01T04:00:00.000Z')
  })

  test('other zones, with and without daylight saving time', () => {
    expect(instantOf(localDate(2026, 7, 1), cutOff, 'America/Phoenix').toISOString()).toBe(
      '2026-07-01T23:45:00.000Z',
    )
    expect(instantOf(localDate(2026, 7, 1), cutOff, 'Pacific/Honolulu').toISOString()).toBe(
      '2026-07-02T02:45:00.000Z',
    )
  })

  test('every wall time of every day reads back, unless the clocks skip it', () => {
    const anyDay = fc.integer({ min: localDate(2024, 1, 1), max: localDate(2030, 12, 31) }).map(fromEpochDay)
    const anyTime = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
    })
    fc.assert(
      fc.property(anyDay, anyTime, (date: LocalDate, time) => {
        const shown = wallTime(instantOf(date, time, NEW_YORK), NEW_YORK)
        if (shown.hour !== time.hour) expect([time.hour, shown.hour]).toEqual([2, 3])
        expect(shown).toMatchObject({ date, minute: time.minute, second: 0 })
      }),
      { seed: 1918, numRuns: 1000 },
    )
  })
})

test.each([
  ['16:45', { hour: 16, minute: 45 }],
  ['00:00', { hour: 0, minute: 0 }],
  ['24:00', undefined],
  ['4:45', undefined],
])('a cut-off is written %s', (text, time) => {
  expect(parseTimeOfDay(text)).toEqual(time)
})

test('wall times are what the time zone data say, in zones of every kind and on the days on which clocks change', () => {
  const zones = [NEW_YORK, 'America/Phoenix', 'Pacific/Honolulu', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const two = (value: number) => value.toString().padStart(2, '0')
  const first = Date.UTC(2025, 0, 1, 0, 0, 0, 499)
  const hours = Array.from({ length: 1_100 * 4 }, (_, index) => new Date(first + index * 21_611_000))
  for (const timeZone of zones) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    const read = hours.map((instant) => {
      const { date, hour, minute, second } = wallTime(instant, timeZone)
      return `${formatLocalDate(date)} ${two(hour)}:${two(minute)}:${two(second)}`
    })
    expect(read).toEqual(hours.map((instant) => format.format(instant)))
  }
})
