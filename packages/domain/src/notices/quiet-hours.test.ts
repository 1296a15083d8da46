import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import { describe, expect, test } from 'vitest'
import { US_STATES } from '../applications/us-states.ts'
import { NEW_YORK, wallTime } from '../time/new-york.ts'
import { NOTICE_KINDS } from './notice-kind.ts'
import { leavesFrom, NOTICE_HOURS, zonesOfPlace } from './quiet-hours.ts'

const at = (instant: string): Date => new Date(instant)
const openingIn = (place: { readonly state: string; readonly zip: string }, now: string): string =>
  leavesFrom('noia', zonesOfPlace(place, NEW_YORK), at(now)).toISOString()

describe('notices that answer no act of the borrower leave between 8:00 and 21:00 (47 CFR 64.1200(c)(1))', () => {
  test.each([
    [
      'DE before the morning',
      { state: 'DE', zip: '19901' },
      '2026-03-03T12:59:59Z',
      '2026-03-03T13:00:00.000Z',
    ],
    ['DE in the day', { state: 'DE', zip: '19901' }, '2026-03-03T13:00:00Z', '2026-03-03T13:00:00.000Z'],
    [
      'DE a second before nine',
      { state: 'DE', zip: '19901' },
      '2026-03-04T01:59:59Z',
      '2026-03-04T01:59:59.000Z',
    ],
    ['DE at nine', { state: 'DE', zip: '19901' }, '2026-03-04T02:00:00Z', '2026-03-04T13:00:00.000Z'],
    [
      'ID waits for Pacific time',
      { state: 'ID', zip: '83702' },
      '2026-03-03T15:00:00Z',
      '2026-03-03T16:00:00.000Z',
    ],
    [
      'ID closes by Mountain time',
      { state: 'ID', zip: '83702' },
      '2026-03-04T04:00:00Z',
      '2026-03-04T16:00:00.000Z',
    ],
    ['AK waits for Adak', { state: 'AK', zip: '99501' }, '2026-03-03T17:30:00Z', '2026-03-03T18:00:00.000Z'],
    [
      'HI has no summer time',
      { state: 'HI', zip: '96813' },
      '2026-07-01T12:00:00Z',
      '2026-07-01T18:00:00.000Z',
    ],
    [
      'AZ waits for Phoenix',
      { state: 'AZ', zip: '85001' },
      '2026-07-01T14:30:00Z',
      '2026-07-01T15:00:00.000Z',
    ],
    [
      'AZ closes by the Navajo Nation',
      { state: 'AZ', zip: '85001' },
      '2026-07-02T03:00:00Z',
      '2026-07-02T15:00:00.000Z',
    ],
    ['PR', { state: 'PR', zip: '00901' }, '2026-07-01T11:59:00Z', '2026-07-01T12:00:00.000Z'],
    [
      'the day on which summer time begins',
      { state: 'DE', zip: '19901' },
      '2026-03-08T02:30:00Z',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'the day on which it ends',
      { state: 'DE', zip: '19901' },
      '2026-11-01T01:30:00Z',
      '2026-11-01T13:00:00.000Z',
    ],
  ])('%s', (_title, place, now, opens) => {
    expect(openingIn(place, now)).toBe(opens)
  })

  test('a ZIP of another state than the one stated: both have to be awake', () => {
    const zones = zonesOfPlace({ state: 'DE', zip: '89101' }, NEW_YORK)
    expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'America/Los_Angeles']))
    expect(openingIn({ state: 'DE', zip: '89101' }, '2026-03-03T13:00:00Z')).toBe('2026-03-03T16:00:00.000Z')
  })

  test('an unknown place has the zone of the portfolio', () => {
    for (const place of [null, { state: '', zip: '' }, { state: 'AE', zip: '09012' }])
      expect(zonesOfPlace(place, 'America/Chicago')).toEqual(['America/Chicago'])
  })

  test('every pair of states has an hour that suits both, at any hour of the year it is asked', () => {
    const codes = US_STATES.map(({ code }) => code)
    const first = Date.UTC(2026, 0, 1)
    const hours = [0, 5, 11, 17].flatMap((hour) =>
      [first, first + 66 * DAY_MS, first + 200 * DAY_MS].map((day) => day + hour * HOUR_MS),
    )
    for (const one of codes) {
      for (const other of codes) {
        const zones = [
          ...zonesOfPlace({ state: one, zip: '' }, NEW_YORK),
          ...zonesOfPlace({ state: other, zip: '' }, NEW_YORK),
        ]
        for (const now of hours) {
          const opens = leavesFrom('noia', zones, new Date(now))
          for (const zone of zones)
            expect(wallTime(opens, zone).hour).toSatisfy((hour: number) => hour >= 8 && hour < 21)
          expect(opens.getTime() - now).toBeLessThan(DAY_MS)
        }
      }
    }
  })
})

test('every kind is an answer or waits for the day; codes, links and receipts do not wait', () => {
  expect(Object.keys(NOTICE_HOURS).toSorted()).toEqual([...NOTICE_KINDS].toSorted())
  const night = at('2026-03-04T05:00:00Z')
  for (const kind of [
    'loginCode',
    'resetLink',
    'changeConfirmed',
    'agreementCopy',
    'applicationReceived',
  ] as const)
    expect(leavesFrom(kind, [NEW_YORK], night)).toEqual(night)
  for (const kind of ['paymentUpcoming', 'unusualWithdrawal', 'noia', 'adverseAction', 'returning'] as const)
    expect(leavesFrom(kind, [NEW_YORK], night)).toEqual(at('2026-03-04T13:00:00Z'))
})
