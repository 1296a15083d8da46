import { assert } from '../../assert.ts'
import { addDays, addMonths, type LocalDate, monthDay, monthIndex } from '../../calendar/local-date.ts'
import { compareRational, type Rational, rational } from '../../money/rational.ts'
import { RETURN_CODES, type ReturnCode, returnRule } from './return-codes.ts'

/** The three rates that Nacha watches. */
export type ReturnRateKind = 'unauthorized' | 'administrative' | 'overall'

/** Over what is measured: the 60 days up to a day, or the two calendar months before its month. */
export type RateWindowKind = 'sixtyDays' | 'twoMonths'

/** Days from and to included. */
export interface RateWindow {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** What the window holds. */
export interface ReturnCounts {
  /** Debits sent, by effective date in the window; re-presentments are debits too. */
  readonly debits: number
  /** Returns of debits that came in the window, by code; a code that is missing came never. */
  readonly returns: Readonly<Partial<Record<ReturnCode, number>>>
}

/** One rate beside its limit. */
export interface ReturnRate {
  readonly kind: ReturnRateKind
  readonly returns: number
  readonly debits: number
  /** Exact; null while nothing was sent. */
  readonly rate: Rational | null
  readonly limit: Rational
  /** Above the limit one breaks a rule (`rule`) or is asked for an explanation (`inquiry`). */
  readonly consequence: 'rule' | 'inquiry'
  /** `near` from 80 % of the limit up to the limit itself, `over` beyond it. */
  readonly status: 'ok' | 'near' | 'over'
}

/** Source: ach.md §2, return-rate limits; domain.md §9: 0.5 / 3 / 15 %. */
const LIMITS = [
  { kind: 'unauthorized', limit: rational(5n, 1000n), consequence: 'rule' },
  { kind: 'administrative', limit: rational(3n, 100n), consequence: 'inquiry' },
  { kind: 'overall', limit: rational(15n, 100n), consequence: 'inquiry' },
] as const satisfies readonly Pick<ReturnRate, 'kind' | 'limit' | 'consequence'>[]

const NEAR = rational(80n, 100n)
const SIXTY_DAYS = 60

/** The window that is looked at on a day. */
export function rateWindow(kind: RateWindowKind, today: LocalDate): RateWindow {
  if (kind === 'sixtyDays') return { from: addDays(today, 1 - SIXTY_DAYS), to: today }
  const firstOfMonth = monthDay(monthIndex(today), 1)
  return { from: addMonths(firstOfMonth, -2), to: addDays(firstOfMonth, -1) }
}

/** Whether a return counts to a rate: to the overall one every code that counts at all. */
function countsTo(kind: ReturnRateKind, code: ReturnCode): boolean {
  const { countsAs } = returnRule(code)
  return kind === 'overall' ? countsAs !== 'none' : countsAs === kind
}

/** Returns that came though nothing was sent are beyond any limit. */
function statusOf(rate: Rational | null, limit: Rational, returns: number): ReturnRate['status'] {
  if (rate === null) return returns === 0 ? 'ok' : 'over'
  if (compareRational(rate, limit) > 0) return 'over'
  const near = rational(limit.numerator * NEAR.numerator, limit.denominator * NEAR.denominator)
  return compareRational(rate, near) >= 0 ? 'near' : 'ok'
}

/**
 * The three rates of a window. Source: ach.md §2: all debits originated in the window are the denominator.
 */
export function returnRates({ debits, returns }: ReturnCounts): readonly ReturnRate[] {
  assert(Number.isSafeInteger(debits) && debits >= 0, 'debits are counted from zero')
  return LIMITS.map(({ kind, limit, consequence }) => {
    const counted = RETURN_CODES.filter((code) => countsTo(kind, code)).reduce(
      (total, code) => total + (returns[code] ?? 0),
      0,
    )
    const rate = debits === 0 ? null : rational(BigInt(counted), BigInt(debits))
    return {
      kind,
      limit,
      consequence,
      returns: counted,
      debits,
      rate,
      status: statusOf(rate, limit, counted),
    }
  })
}
