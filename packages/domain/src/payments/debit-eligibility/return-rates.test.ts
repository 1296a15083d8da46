import { describe, expect, test } from 'vitest'
import { formatLocalDate, localDate } from '../../calendar/local-date.ts'
import { RETURN_CODES, type ReturnCode, returnRule } from './return-codes.ts'
import { rateWindow, type ReturnRateKind, returnRates } from './return-rates.ts'

type Returned = Partial<Record<ReturnCode, number>>

const rates = (debits: number, returns: Returned) =>
  new Map(returnRates({ debits, returns }).map((rate) => [rate.kind, rate]))

const rows: readonly (readonly [ReturnRateKind, Returned, number, string])[] = [
  ['unauthorized', { R10: 39 }, 10_000, 'ok'],
  ['unauthorized', { R10: 40 }, 10_000, 'near'],
  ['unauthorized', { R10: 50 }, 10_000, 'near'],
  ['unauthorized', { R10: 51 }, 10_000, 'over'],
  ['administrative', { R03: 239 }, 10_000, 'ok'],
  ['administrative', { R03: 240 }, 10_000, 'near'],
  ['administrative', { R03: 300 }, 10_000, 'near'],
  ['administrative', { R03: 301 }, 10_000, 'over'],
  ['overall', { R01: 1_199 }, 10_000, 'ok'],
  ['overall', { R01: 1_200 }, 10_000, 'near'],
  ['overall', { R01: 1_500 }, 10_000, 'near'],
  ['overall', { R01: 1_501 }, 10_000, 'over'],
  ['overall', { R01: 1 }, 0, 'over'],
  ['overall', { R01: 0 }, 0, 'ok'],
]

describe('return rates (ach.md §2: 0.5, 3.0 and 15.0 percent)', () => {
  test.each(rows)('%s: %j of %d is %s', (kind, returned, debits, status) => {
    expect(rates(debits, returned).get(kind)?.status).toBe(status)
  })

  test('exact: a third is kept as one of three', () => {
    expect(rates(3, { R01: 1 }).get('overall')?.rate).toEqual({ numerator: 1n, denominator: 3n })
    expect(rates(0, {}).get('overall')?.rate).toBeNull()
  })

  test('each code counts to its own rate and, if it counts at all, to the overall one', () => {
    for (const code of RETURN_CODES) {
      const { countsAs } = returnRule(code)
      const counted = [...rates(100, { [code]: 1 }).values()].filter(({ returns }) => returns === 1)
      const expected = countsAs === 'none' ? [] : countsAs === 'overall' ? ['overall'] : [countsAs, 'overall']
      expect(counted.map(({ kind }) => kind)).toEqual(expected)
    }
  })

  test('the unauthorized limit is a rule, the others are inquiries', () => {
    expect([...rates(1, {}).values()].map(({ consequence }) => consequence)).toEqual([
      'rule',
      'inquiry',
      'inquiry',
    ])
  })

  test('windows: 60 days with today, and the two whole months before, over a year and a leap day', () => {
    const written = (kind: 'sixtyDays' | 'twoMonths', year: number, month: number, day: number) => {
      const { from, to } = rateWindow(kind, localDate(year, month, day))
      return [formatLocalDate(from), formatLocalDate(to)]
    }
    expect(written('sixtyDays', 2026, 6, 16)).toEqual(['2026-04-18', '2026-06-16'])
    expect(written('twoMonths', 2026, 6, 16)).toEqual(['2026-04-01', '2026-05-31'])
    expect(written('twoMonths', 2026, 1, 31)).toEqual(['2025-11-01', '2025-12-31'])
    expect(written('twoMonths', 2028, 3, 31)).toEqual(['2028-01-01', '2028-02-29'])
  })
})
