import {
  yearMonthDay,
  daysInMonth,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, magnitude, negate } from '@dolphin/domain/money/cents'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}.*$/
const US_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
const COMPACT_DATE = /^(\d{4})[/.]?(\d{2})[/.]?(\d{2})(?:\d{6})?(?:\.\d+)?(?:\[[^\]]*\])?$/
const MONTH_FIRST = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i
const DAY_FIRST = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})$/i

/**
 * A day as banks in the United States write it: 03/02/2026, 3/2/26, 2026-03-02, 20260302, 20260302120000[0:GMT],
 * "Mar 2, 2026", with or without a time behind it. Undefined where it is none. Slashes are month first; a time zone
 * does not move the day.
 */
export function statementDate(text: string): LocalDate | undefined {
  const plain = text.trim().replace(TIME_OF_DAY, '')
  const iso = parseLocalDate(plain)
  if (iso !== undefined) return iso
  const [, month, day, year] = US_DATE.exec(plain) ?? []
  if (year !== undefined) return dayOf(year.length === 2 ? `20${year}` : year, Number(month), day)
  const compact = COMPACT_DATE.exec(plain)
  if (compact !== null) return dayOf(compact[1], Number(compact[2]), compact[3])
  const worded = MONTH_FIRST.exec(plain)
  if (worded !== null) return dayOf(worded[3], monthNumber(worded[1]), worded[2])
  const turned = DAY_FIRST.exec(plain)
  return turned === null ? undefined : dayOf(turned[3], monthNumber(turned[2]), turned[1])
}

const monthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((month) => month === name?.toLowerCase()) + 1

function dayOf(year: string | undefined, month: number, day: string | undefined): LocalDate | undefined {
  const [wholeYear, wholeDay] = [Number(year), Number(day)]
  const exists = month >= 1 && month <= 12 && wholeDay >= 1 && wholeDay <= daysInMonth(wholeYear, month)
  return exists ? localDate(wholeYear, month, wholeDay) : undefined
}

const AMOUNT = /^(\d{1,3}(?:,\d{3}){1,3}|\d{1,9})?(?:\.(\d{1,2})0{0,4})?$/
/** 1.850,00: a comma before two last digits stands nowhere in the American spelling. */
const COMMA_AMOUNT = /^(\d{1,3}(?:\.\d{3})*|\d{1,9}),(\d{2})$/

/**
 * An amount as banks write it: 1234.5, $1,234.50, -12.00, 12.00-, (12.00), +12, - $12.00, $-12.00, -12.00000,
 * "12.00 DR", 1.234,50. Exact cents; undefined where it is none, or where it has a part of a cent. Parentheses, a
 * minus on either side and DR make it negative.
 */
export function statementAmount(text: string): Cents | undefined {
  let rest = text.replace(/[\s$"]/g, '').replace(/[\u2212\u2013]/g, '-')
  const isBracketed = /^\(.*\)$/.test(rest)
  if (isBracketed) rest = rest.slice(1, -1)
  const isDebit = /DR$/i.test(rest)
  rest = rest.replace(/(?:CR|DR)$/i, '')
  const isMinus = /^-|-$/.test(rest)
  rest = rest.replace(/^[+-]|[+-]$/, '')
  const [, whole, fraction = ''] = AMOUNT.exec(rest) ?? withPoint(rest) ?? []
  if (whole === undefined && fraction === '') return undefined
  const amount = cents(BigInt(`${(whole ?? '0').replaceAll(',', '')}${fraction.padEnd(2, '0')}`))
  return isBracketed || isDebit || isMinus ? negate(amount) : amount
}

const withPoint = (text: string): RegExpExecArray | null =>
  COMMA_AMOUNT.test(text) ? AMOUNT.exec(text.replaceAll('.', '').replace(',', '.')) : null

/** What left the account, from a column of its own: some banks write it with a minus, some without. */
export const moneyOut = (amount: Cents): Cents => negate(magnitude(amount))

/** No statement reaches further back. */
const YEARS_BACK = 10

/** Why a day cannot stand in a statement that is sent today; undefined where it can. */
export function implausibility(date: LocalDate, today: LocalDate): 'future' | 'ancient' | undefined {
  if (date > today) return 'future'
  const { year } = yearMonthDay(today)
  return date < localDate(year - YEARS_BACK, 1, 1) ? 'ancient' : undefined
}
