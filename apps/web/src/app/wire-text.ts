import { cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { formatCurrency, formatCurrencyInput } from '@dolphin/domain/money/currency-format'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { dateLocale, pageLanguage } from '../messages/define-messages.ts'

/** Money of an answer as people read it: "500.00" → "$500.00". Nothing is rounded. */
export const moneyText = (wire: string): string => formatCurrencyInput(wire)

/** An account of an answer by its last digits: "••••6789" → "••6789". */
export const accountText = (masked: string): string => masked.replace(/^•+/, '••')

/** The same with its bank where that is known: "Cedar Bank ••2333". */
export const accountName = ({ bankName, accountMasked }: Account): string =>
  [bankName, accountText(accountMasked)].filter(Boolean).join(' ')

interface Account {
  readonly bankName: string | null
  readonly accountMasked: string
}

/** Money that may be owed: "-80.00" → "($80.00)". Source: product.md §9. */
export const signedMoneyText = (wire: string): string => formatCurrency(parseMoney(wire) ?? cents(0n))

/** Whole cents as a number, for sliders and pictures; both are exact far beyond any loan. */
export const centsOf = (wire: string): number => Number(parseMoney(wire) ?? 0n)

/** Whole cents from a slider as people read them. */
export const centsText = (amount: number): string => formatCurrency(cents(BigInt(amount)))

/** Whole cents from a slider for a call. */
export const wireOfCents = (amount: number): string => moneyToWire(cents(BigInt(amount)))

const DAY_SHAPES = {
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  nearDay: { weekday: 'short', month: 'short', day: 'numeric' },
  shortDay: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'narrow' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Made once: making a format takes a phone a hundred times as long as using it, and a table has hundreds of days. */
function formatOf(shape: keyof typeof DAY_SHAPES): Intl.DateTimeFormat {
  const locale = dateLocale()
  const key = `${locale} ${shape}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, { ...DAY_SHAPES[shape], timeZone: 'UTC' })
  formats.set(key, made)
  return made
}

const written = (shape: keyof typeof DAY_SHAPES, isoDate: string): string =>
  formatOf(shape).format(new Date(`${isoDate}T00:00:00Z`))

/** A day of an answer as people read it: "2026-12-04" → "Fri, Dec 4, 2026", "vie 4 de dic de 2026". */
export function dayText(isoDate: string): string {
  const text = written('day', isoDate)
  // In Spanish no comma stands between the weekday and the day, which also reads well within a sentence
  return pageLanguage() === 'es' ? text.replace(', ', ' ') : text
}

/** The same without the year, for days that are near: "Fri, Dec 4". */
export function nearDayText(isoDate: string): string {
  const text = written('nearDay', isoDate)
  return pageLanguage() === 'es' ? text.replace(', ', ' ') : text
}

/** The same without weekday and year, for the axis of a picture. */
export const shortDayText = (isoDate: string): string => written('shortDay', isoDate)

/** What was typed as an amount ("$1,250", "500.5"), in whole cents; undefined when it is none. */
export function typedCents(text: string): number | undefined {
  const plain = text.replace(/[$,\s]/g, '')
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!match) return undefined
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/** The month of a day: "2026-12-01" → "December 2026". */
export const monthText = (isoDate: string): string => written('month', isoDate)

/** A Sunday; the week begins with it, as on US calendars. */
const A_SUNDAY = Date.UTC(2026, 0, 4)

/** Sun to Sat, short. */
export function weekdayNames(): readonly string[] {
  const format = formatOf('weekday')
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(A_SUNDAY + day * DAY_MS)))
}
