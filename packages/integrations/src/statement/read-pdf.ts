import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, magnitude, negate, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { SKIP_REASONS, type SkipReason } from '@dolphin/domain/verification/skip-reason'
import type { SkippedRow, StatementContent } from '@dolphin/domain/verification/statement'
import { implausibility, statementAmount } from './csv-values.ts'
import {
  accountTailIn,
  checksIn,
  columnOf,
  dayInYear,
  type MoneyColumn,
  moneyColumnsOf,
  namedBalance,
  type NamedBalance,
  periodEnd,
  type ReadLine,
  readPdfLine,
  sectionSide,
} from './pdf-line.ts'
import type { PdfLine, PdfWord } from './pdf-text-layer.ts'
import type { ReadRow } from './read-row.ts'
import { contentOf, type NamedBalances } from './statement-content.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** A transaction as it stands on a page; its side may only show by the whole file. */
interface Found {
  /** The line of the document, from zero. */
  readonly line: number
  readonly date: LocalDate | undefined
  /** Those of its line, and of the lines that continue it. */
  readonly words: string[]
  /** Without its sign. */
  readonly amount: Cents
  readonly balance: Cents | null
  /** What its column, its sign or the balance says. */
  readonly side: Side | undefined
  /** What the title above it says. */
  readonly section: Side | undefined
}

type Side = 'in' | 'out'

/** The beginning of a transaction that a bank sets on several lines, its money last. */
interface Begun {
  readonly day: NonNullable<ReadLine['day']>
  readonly words: readonly string[]
  readonly left: number
  readonly lines: readonly number[]
}

/** Banks set a transaction on four lines at most. */
const MOST_BEGUN_LINES = 3

const continuesBegun = (line: ReadLine, { left, lines }: Begun): boolean =>
  line.day === undefined &&
  line.left > left &&
  lines.length <= MOST_BEGUN_LINES &&
  namedBalance(line) === undefined &&
  !TOTAL.test(line.text)

const TOTAL = /^(grand |sub)?totals?\b/i

/**
 * The transactions of a PDF by its text layer, for a person who looks at both; undefined where it shows none. Every
 * line of the document is a row, or skipped with a reason. The side of an amount comes from its column, its sign, the
 * balance, or the title above it; where none tells, the line is skipped as such. A day without a year is the latest
 * one within the period of the statement. Source: docs/decisions/statements.md.
 */
export function readPdfLines(lines: readonly PdfLine[], today: LocalDate): StatementContent | undefined {
  const read = lines.map(readPdfLine)
  const reading = new Reading(read, today)
  for (const [at, line] of read.entries()) reading.take(line, lines[at] ?? [], at)
  return reading.content()
}

class Reading {
  readonly #lefts: readonly number[]
  readonly #today: LocalDate
  readonly #found: Found[] = []
  readonly #skipped: SkippedRow[] = []
  readonly #tails = new Set<string>()
  readonly #named: NamedBalance[] = []
  #columns: readonly MoneyColumn[] = []
  #section: Side | undefined
  /** Last day of the period that the lines stand in. */
  #lastDay: LocalDate
  #balance: Cents | undefined
  #hasMinus = false
  /** Further words below it belong to the newest transaction. */
  #isOpen = false
  /** A day and words whose money may stand on a line below. */
  #begun: Begun | undefined

  constructor(read: readonly ReadLine[], today: LocalDate) {
    this.#lefts = read.map(({ left }) => left)
    this.#today = today
    this.#lastDay = read.map((line) => periodEnd(line, today)).find((day) => day !== undefined) ?? today
  }

  take(line: ReadLine, words: PdfLine, at: number): void {
    if (this.#continues(line, at)) return
    const tail = accountTailIn(line)
    if (tail !== undefined) this.#tails.add(tail)
    this.#lastDay = periodEnd(line, this.#today) ?? this.#lastDay
    if (this.#takeTransactions(line, at)) return
    const reason = this.#passOver(line, words)
    this.#isOpen = reason === 'continued'
    this.#skip(at, reason)
  }

  /** Whether a line goes on with a day and words that have no money yet, or brings it. */
  #continues(line: ReadLine, at: number): boolean {
    const begun = this.#begun
    this.#begun = undefined
    if (begun !== undefined && continuesBegun(line, begun)) {
      const words = [...begun.words, line.description].filter((text) => text !== '')
      this.#skip(at, 'continued')
      if (line.money.length === 0) this.#begun = { ...begun, words, lines: [...begun.lines, at] }
      else {
        const [first = at] = begun.lines
        const date = dayInYear(begun.day, this.#lastDay)
        this.#found.push({ line: first, date, words, ...this.#moneyOf(line.money) })
        this.#isOpen = true
      }
      return true
    }
    if (begun !== undefined) this.#skip(begun.lines[0] ?? at, 'note')
    const { day, description, money, left } = line
    if (day === undefined || money.length > 0 || !/\p{L}/u.test(description)) return false
    if (this.#columns.length === 0 || periodEnd(line, this.#today) !== undefined) return false
    this.#begun = { day, words: [description], left, lines: [at] }
    this.#isOpen = false
    return true
  }

  #skip(at: number, reason: SkipReason): void {
    this.#skipped.push({ row: at + 1, reason, column: null })
  }

  /** A line with a day, words and money is a transaction; a list of checks holds several to a line. */
  #takeTransactions(line: ReadLine, at: number): boolean {
    const { day, description, money } = line
    if (namedBalance(line) !== undefined) return false
    if (day !== undefined && /\p{L}/u.test(description) && money.length > 0) {
      const date = dayInYear(day, this.#lastDay)
      this.#found.push({ line: at, date, words: [description], ...this.#moneyOf(money) })
      this.#isOpen = true
      return true
    }
    const checks = checksIn(line)
    for (const { number, day: text, amount } of checks) {
      const date = dayInYear({ text, date: undefined }, this.#lastDay)
      const words = [`CHECK ${number}`]
      this.#found.push({ line: at, date, words, amount, balance: null, side: 'out', section: 'out' })
    }
    return checks.length > 0
  }

  /** By the columns above; without any, the last of several is the balance. */
  #moneyOf(money: readonly PdfWord[]): Pick<Found, 'amount' | 'balance' | 'side' | 'section'> {
    const last = money.length - 1
    const placed = money.map((word, at) => ({
      kind: columnOf(this.#columns, word)?.kind ?? (at > 0 && at === last ? 'balance' : 'amount'),
      text: word.text,
      value: statementAmount(word.text) ?? ZERO_CENTS,
    }))
    const main = placed.find(({ kind }) => kind !== 'balance')
    const balance = placed.find(({ kind }) => kind === 'balance')?.value
    const amount = magnitude(main?.value ?? ZERO_CENTS)
    if ((main?.value ?? ZERO_CENTS) < 0n) this.#hasMinus = true
    const side = sideOf(main) ?? this.#sideByBalance(amount, balance)
    this.#balance = balance
    return { amount, balance: balance ?? null, side, section: this.#section }
  }

  #sideByBalance(amount: Cents, balance: Cents | undefined): Side | undefined {
    if (balance === undefined || this.#balance === undefined) return undefined
    if (balance - this.#balance === amount) return 'in'
    return this.#balance - balance === amount ? 'out' : undefined
  }

  /** Why a line is no transaction; what it says of the lines below is kept. */
  #passOver(line: ReadLine, words: PdfLine): SkipReason {
    const named = namedBalance(line)
    if (named !== undefined) {
      this.#named.push(named)
      this.#balance = named.balance
      return 'balance'
    }
    const columns = moneyColumnsOf(words)
    if (columns !== undefined) {
      this.#columns = columns
      return 'headings'
    }
    const { day, description, money } = line
    if (day !== undefined && money.length > 0) return 'balance'
    if (TOTAL.test(line.text)) return 'total'
    const above = this.#found.at(-1)
    const isIndented = above !== undefined && line.left > (this.#lefts[above.line] ?? 0)
    if (this.#isOpen && isIndented && money.length === 0) {
      above.words.push(description)
      return 'continued'
    }
    this.#section = sectionSide(line) ?? this.#section
    return money.length > 0 ? 'undated' : 'note'
  }

  /**
   * Where some amounts have a minus, the others come in; else the title tells. The reading that comes to the closing
   * balance is taken, whichever it is.
   */
  content(): StatementContent | undefined {
    if (this.#begun !== undefined) this.#skip(this.#begun.lines[0] ?? 0, 'note')
    const named = periodBalances(this.#named)
    const bySign = this.#found.map((one) => ({ ...one, side: one.side ?? ('in' as const) }))
    const byTitle = this.#found.map((one) => ({ ...one, side: one.side ?? one.section }))
    const likely = this.#hasMinus ? [bySign, byTitle] : [byTitle, bySign]
    const readings = likely.map((found) => this.#rowsOf(found))
    const [best] = readings.toSorted(
      (one, other) => Number(comesTo(other.rows, named)) - Number(comesTo(one.rows, named)),
    )
    if (best === undefined || best.rows.length === 0) return undefined
    // Notes are legion: what may matter is named first.
    const skipped = [...best.skipped, ...this.#skipped].toSorted(
      (one, other) => weight(one) - weight(other) || one.row - other.row,
    )
    const table = { lines: best.rows, skipped, accountTails: [...this.#tails], tables: 1 }
    return contentOf(table, null, named)
  }

  #rowsOf(found: readonly Found[]): { readonly rows: ReadRow[]; readonly skipped: SkippedRow[] } {
    const rows: ReadRow[] = []
    const skipped: SkippedRow[] = []
    for (const one of found) {
      const read = rowOf(one, this.#today)
      if (typeof read === 'string') skipped.push({ row: one.line + 1, reason: read, column: null })
      else rows.push(read)
    }
    return { rows, skipped }
  }
}

const NOTES: ReadonlySet<SkipReason> = new Set(['note', 'continued', 'headings'])

const weight = ({ reason }: SkippedRow): number => {
  if (SKIP_REASONS[reason].unreadable) return 0
  return NOTES.has(reason) ? 2 : 1
}

function sideOf(
  placed: { readonly kind: MoneyColumn['kind']; readonly text: string; readonly value: Cents } | undefined,
): Side | undefined {
  if (placed?.kind === 'in' || placed?.kind === 'out') return placed.kind
  if (placed === undefined) return undefined
  if (placed.value < 0n) return 'out'
  return /^\+|\+$|CR$/i.test(placed.text) ? 'in' : undefined
}

function rowOf({ date, words, amount, side, balance }: Found, today: LocalDate): ReadRow | SkipReason {
  if (date === undefined) return 'badDate'
  const wrong = implausibility(date, today)
  if (wrong !== undefined) return wrong === 'future' ? 'futureDate' : 'oldDate'
  if (amount === ZERO_CENTS) return 'noAmount'
  if (side === undefined) return 'noSide'
  const description = words.join(' ').slice(0, STATEMENT_LIMITS.cellCharacters)
  return { date, amount: side === 'in' ? amount : negate(amount), description, balance }
}

const comesTo = (rows: readonly ReadRow[], named: NamedBalances | undefined): boolean =>
  named !== undefined && named.opening + sum(rows.map(({ amount }) => amount)) === named.closing

/**
 * The balances between which the rows lie. Several statements in one file follow each other: each begins with what the
 * one before it ends with. Undefined where they do not, or where one of the two is missing.
 */
function periodBalances(named: readonly NamedBalance[]): NamedBalances | undefined {
  const of = (at: NamedBalance['at']) =>
    named
      .filter((one) => one.at === at)
      .map(({ balance }) => balance)
      .filter((balance, index, all) => index === 0 || all[index - 1] !== balance)
  const [openings, closings] = [of('opening'), of('closing')]
  const [opening, closing] = [openings[0], closings.at(-1)]
  const follow = openings.slice(1).every((balance, index) => balance === closings[index])
  if (opening === undefined || closing === undefined || openings.length !== closings.length || !follow)
    return undefined
  return { opening: cents(opening), closing: cents(closing) }
}
