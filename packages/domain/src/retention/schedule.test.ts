import { DAY_MS } from '../time/durations.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  dueBefore,
  keptUntil,
  LEAST_LOAN_MONTHS,
  loanMonths,
  type Period,
  RETENTION,
  RETENTION_CLASSES,
  RETENTION_VERSION,
} from './schedule.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../../../../docs/retention.md', import.meta.url)), 'utf8')

const words = (period: Period): string => {
  if ('months' in period) return `${period.months} months`
  return period.days === 0 ? 'at once' : `${period.days} day${period.days === 1 ? '' : 's'}`
}

describe('the retention schedule (facts/retention.md §4)', () => {
  test('docs/retention.md has the same classes, in the same words', () => {
    const written = PAGE.split('\n')
      .filter((line) => /^\| `\w+`/.test(line))
      .map((line) => line.slice(2, -2).split(' | '))
    const held = RETENTION_CLASSES.map((name) => {
      const { trigger, period, reason, method } = RETENTION[name]
      return [`\`${name}\``, trigger, words(period), reason, method]
    })
    expect(written).toEqual(held)
    expect(PAGE).toContain(`version ${RETENTION_VERSION}`)
  })

  test('a state’s own period counts for a funded loan, and none is below 36 months', () => {
    expect(loanMonths('ID')).toBe(LEAST_LOAN_MONTHS)
    expect(loanMonths('WI')).toBe(LEAST_LOAN_MONTHS)
    expect(loanMonths('DE')).toBe(72)
    expect(loanMonths('CA')).toBe(72)
    expect(loanMonths(undefined)).toBe(72)
  })

  test('days and calendar months, the last day where a month has no such day', () => {
    const at = (day: string) => new Date(`${day}T12:00:00Z`)
    expect(keptUntil(at('2026-03-03'), { days: 30 })).toEqual(at('2026-04-02'))
    expect(keptUntil(at('2026-03-03'), { months: 26 })).toEqual(at('2028-05-03'))
    expect(keptUntil(at('2026-12-31'), { months: 26 })).toEqual(at('2029-02-28'))
    expect(keptUntil(at('2024-02-29'), { months: 12 })).toEqual(at('2025-02-28'))
    expect(dueBefore(at('2028-05-03'), { months: 26 })).toEqual(at('2026-03-03'))
    expect(dueBefore(at('2026-04-02'), { days: 30 })).toEqual(at('2026-03-03'))
  })

  test('what may be due is past its period on every day, and is so at most three days late', () => {
    for (let day = 0; day < 1_500; day += 1) {
      const now = new Date(Date.UTC(2024, 0, 1 + day, 12))
      const before = dueBefore(now, { months: 26 })
      expect(keptUntil(before, { months: 26 }) <= now).toBe(true)
      const late = new Date(before.getTime() + 4 * DAY_MS)
      expect(keptUntil(late, { months: 26 }) > now).toBe(true)
    }
  })
})
