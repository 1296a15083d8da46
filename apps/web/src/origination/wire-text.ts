import { cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { formatCurrency, formatCurrencyInput } from '@dolphin/domain/money/currency-format'
import { dateLocale, pageLanguage } from '../messages/define-messages.ts'

/** Money of an answer as people read it: "500.00" → "$500.00". Nothing is rounded. */
export const moneyText = (wire: string): string => formatCurrencyInput(wire)

/** Money that may be owed: "-80.00" → "($80.00)". Source: product.md §9. */
export const signedMoneyText = (wire: string): string => formatCurrency(parseMoney(wire) ?? cents(0n))

/** Whole cents as a number, for sliders and pictures; both are exact far beyond any loan. */
export const centsOf = (wire: string): number => Number(parseMoney(wire) ?? 0n)

/** Whole cents from a slider as people read them. */
export const centsText = (amount: number): string => formatCurrency(cents(BigInt(amount)))

/** Whole cents from a slider for a call. */
export const wireOfCents = (amount: number): string => moneyToWire(cents(BigInt(amount)))

/** A day of an answer as people read it: "2026-12-04" → "Fri, Dec 4, 2026", "vie 4 de dic de 2026". */
export function dayText(isoDate: string): string {
  const text = new Intl.DateTimeFormat(dateLocale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${isoDate}T00:00:00Z`))
  // In Spanish no comma stands between the weekday and the day, which also reads well within a sentence
  return pageLanguage() === 'es' ? text.replace(', ', ' ') : text
}

/** The same without weekday and year, for the axis of a picture. */
export function shortDayText(isoDate: string): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${isoDate}T00:00:00Z`))
}

/** What was typed as an amount ("$1,250", "500.5"), in whole cents; undefined when it is none. */
export function typedCents(text: string): number | undefined {
  const plain = text.replace(/[$,\s]/g, '')
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!match) return undefined
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/** The month of a day: "2026-12-01" → "December 2026". */
export function monthText(isoDate: string): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${isoDate}T00:00:00Z`))
}

/** A Sunday; the week begins with it, as on US calendars. */
const A_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** Sun to Sat, short. */
export function weekdayNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(dateLocale(), {
    weekday: 'narrow',
    timeZone: 'UTC',
  })
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(A_SUNDAY + day * DAY_MS)))
}
