import { yearMonthDay, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { statementAmount, statementDate } from './csv-values.ts'
import type { PdfLine, PdfWord } from './pdf-text-layer.ts'

/** Where a column of money stands, and what its heading says it holds. */
export interface MoneyColumn {
  readonly kind: 'amount' | 'out' | 'in' | 'balance'
  readonly left: number
  readonly right: number
}

/** One line of a page as far as it reads like a line of a statement. */
export interface ReadLine {
  /** As the line writes it, in its year where it names one. */
  readonly day: { readonly text: string; readonly date: LocalDate | undefined } | undefined
  readonly description: string
  /** The money at its end, or right behind its day. */
  readonly money: readonly PdfWord[]
  readonly text: string
  readonly left: number
}

const MONEY = /^[-+(]{0,2}\$?[-+]?\d{1,3}(?:,?\d{3})*\.\d{2}\)?(?:[-+]|\s?CR|\s?DR)?$/i
const MONEY_LEAD = /^[-+(]?\$?[-+]?$/
/** The side, where it stands apart behind the money. */
const MONEY_TAIL = /^(?:CR|DR|-)$/i
const SHORT_DAY = /^(\d{1,2})[/-](\d{1,2})$/
const WORDED_DAY = /^([A-Z][a-z]{2})[a-z]*\.? (\d{1,2})$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** "Dec", "5," and "2025": a day in words has three. */
const MOST_DAY_WORDS = 3

const textOf = (words: readonly PdfWord[]): string => words.map(({ text }) => text).join(' ')

/** A sign or a dollar that stands apart belongs to the money behind it, and a side to the money before it. */
function withWholeMoney(line: PdfLine): PdfLine {
  const words: PdfWord[] = []
  for (const word of line) {
    const text = word.text.replace(/[\u2212\u2013]/g, '-')
    const lead = words.at(-1)
    if (lead !== undefined && MONEY_LEAD.test(lead.text) && MONEY.test(text))
      words[words.length - 1] = { text: lead.text + text, left: lead.left, right: word.right }
    else if (lead !== undefined && MONEY.test(lead.text) && /\d$/.test(lead.text) && MONEY_TAIL.test(text))
      words[words.length - 1] = { text: lead.text + text, left: lead.left, right: word.right }
    else words.push({ ...word, text })
  }
  return words
}

/** How many words at the beginning are a day. */
function dayOf(words: PdfLine): { readonly count: number; readonly day: ReadLine['day'] } {
  for (let count = MOST_DAY_WORDS; count > 0; count -= 1) {
    const text = textOf(words.slice(0, count)).replace(/,$/, '')
    const date = words.length < count ? undefined : statementDate(text)
    if (date !== undefined && !MONEY.test(text)) return { count, day: { text, date } }
    if (words.length >= count && (SHORT_DAY.test(text) || WORDED_DAY.test(text)))
      return { count, day: { text, date: undefined } }
  }
  return { count: 0, day: undefined }
}

/** Reads a line of a page: its day, its words and its money. */
export function readPdfLine(line: PdfLine): ReadLine {
  const words = withWholeMoney(line)
  const { count, day } = dayOf(words)
  const rest = words.slice(count)
  const isMoney = ({ text }: PdfWord) => MONEY.test(text)
  const behind = rest.slice(rest.findLastIndex((word) => !isMoney(word)) + 1)
  const first = rest.findIndex((word) => !isMoney(word))
  const ahead = behind.length > 0 ? [] : rest.slice(0, Math.max(first, 0))
  const described = rest.slice(ahead.length, rest.length - behind.length)
  return {
    day,
    description: textOf(described),
    money: behind.length > 0 ? behind : ahead,
    text: textOf(words),
    left: words[0]?.left ?? 0,
  }
}

/** The latest such day that is not after the last day of the statement; undefined where there is none. */
export function dayInYear(
  { text, date }: NonNullable<ReadLine['day']>,
  last: LocalDate,
): LocalDate | undefined {
  if (date !== undefined) return date
  const [, month = '', day = ''] = SHORT_DAY.exec(text) ?? WORDED_DAY.exec(text) ?? []
  const number = MONTHS.indexOf(month) + 1 || Number(month)
  const { year } = yearMonthDay(last)
  const found = [year, year - 1].map((one) => statementDate(`${one}-${twoDigits(number)}-${twoDigits(day)}`))
  return found.find((one) => one !== undefined && one <= last)
}

const twoDigits = (value: string | number): string => String(value).padStart(2, '0')

const HEADING_KINDS: readonly (readonly [kind: MoneyColumn['kind'], heading: RegExp])[] = [
  ['balance', /^balance\b/i],
  ['out', /^(withdrawals?|debits?|subtractions|charges|checks)\b/i],
  ['in', /^(deposits?|credits?|additions)\b/i],
  ['amount', /^amount\b/i],
]

/** The columns of money where a line holds the headings of a table: a date and at least one of them. */
export function moneyColumnsOf(line: PdfLine): readonly MoneyColumn[] | undefined {
  if (!line.some(({ text }) => /^dates?$/i.test(text))) return undefined
  const columns = line.flatMap(({ text, left, right }) => {
    const [kind] = HEADING_KINDS.find(([, heading]) => heading.test(text)) ?? []
    return kind === undefined ? [] : [{ kind, left, right }]
  })
  return columns.length === 0 ? undefined : columns
}

/** The column whose edge or middle is nearest: banks set money at either edge of its heading. */
export function columnOf(columns: readonly MoneyColumn[], { left, right }: PdfWord): MoneyColumn | undefined {
  const distance = (one: MoneyColumn) =>
    Math.min(
      Math.abs(one.right - right),
      Math.abs(one.left - left),
      Math.abs(one.left + one.right - left - right) / 2,
    )
  return columns.toSorted((one, other) => distance(one) - distance(other))[0]
}

const SECTION_OUT =
  /^(other |electronic |atm (and|&) |debit card |card )*(withdrawals?|debits?|subtractions|purchases|payments|checks|fees|service (fees|charges))\b/i
const SECTION_IN = /^(other |electronic |direct |mobile )*(deposits?|credits?|additions|interest paid)\b/i
const LONGEST_SECTION = 60

/** The side that a title gives to the amounts below it; undefined where the line is no such title. */
export function sectionSide({ day, text }: ReadLine): 'in' | 'out' | undefined {
  if (day !== undefined || text.length > LONGEST_SECTION) return undefined
  if (SECTION_OUT.test(text)) return 'out'
  return SECTION_IN.test(text) ? 'in' : undefined
}

const OPENING = /\b(beginning|opening|previous|starting) balance\b/i
const CLOSING = /\b(ending|closing|new) balance\b/i

/** A balance that the statement names for its first or last day. */
export interface NamedBalance {
  readonly at: 'opening' | 'closing'
  readonly balance: Cents
}

/** The one that a line names, if it does. */
export function namedBalance({ text, money }: ReadLine): NamedBalance | undefined {
  const balance = statementAmount(money.at(-1)?.text ?? '')
  if (balance === undefined) return undefined
  if (OPENING.test(text)) return { at: 'opening', balance }
  return CLOSING.test(text) ? { at: 'closing', balance } : undefined
}

const DAY_TEXT = /\b(\d{1,2}\/\d{1,2}\/\d{2,4}|[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2})\b/g
const LONGEST_PERIOD = 400

/** The last day of the period that a line names by two days; undefined where it names none. */
export function periodEnd({ text }: ReadLine, today: LocalDate): LocalDate | undefined {
  const [from, to] = [...text.matchAll(DAY_TEXT)].map(([day]) => statementDate(day))
  if (from === undefined || to === undefined || to <= from || to - from > LONGEST_PERIOD) return undefined
  return localDateAtMost(to, today)
}

const localDateAtMost = (day: LocalDate, last: LocalDate): LocalDate => (day < last ? day : last)

const ACCOUNT = /\baccount (?:number|no\.?|#)?\s*:?\s*((?:[\dxX*•.-]+\s?){1,8})/i
const LEAST_DIGITS = 4

/** Last four digits of the account that a line names. */
export function accountTailIn({ text }: ReadLine): string | undefined {
  const digits = (ACCOUNT.exec(text)?.[1] ?? '').replace(/\D/g, '')
  return digits.length < LEAST_DIGITS ? undefined : digits.slice(-LEAST_DIGITS)
}

const CHECK = /(?:^|\s)(\d{2,6})\s?\*?\s(\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)\s(\$?[\d,]+\.\d{2})(?=\s|$)/g

interface PaidCheck {
  readonly number: string
  readonly day: string
  readonly amount: Cents
}

/** The checks of a list that stands several to a line: number, day, amount. Empty where anything else stands there. */
export function checksIn({ text }: ReadLine): readonly PaidCheck[] {
  if (text.replace(CHECK, '').trim() !== '') return []
  return [...text.matchAll(CHECK)].flatMap(([, number = '', day = '', written = '']) => {
    const amount = statementAmount(written)
    return amount === undefined ? [] : [{ number, day, amount }]
  })
}
