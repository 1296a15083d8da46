/** How a file tells money in from money out. */
export type LayoutMoney =
  /** One column with a sign; a minus means money out, or money in where purchases are written without one. */
  | { readonly kind: 'signed'; readonly amount: string; readonly minus: 'out' | 'in' }
  /** A column for each side; the filled one tells, whatever its sign. */
  | { readonly kind: 'sides'; readonly out: string; readonly in: string }
  /** An amount without a sign, and a word beside it. */
  | {
      readonly kind: 'typed'
      readonly amount: string
      readonly side: string
      readonly outWords: readonly string[]
      readonly inWords: readonly string[]
    }

/** A cell of a row that has no headings above it. */
export type CellShape = 'date' | 'money' | 'star' | 'any'

/**
 * One way in which a bank or an app writes its transactions as a table. Headings are compared trimmed, without case
 * and without marks; the order of the columns does not matter. No bank publishes its layout: each is taken from the
 * public sources in `seenIn`. Source: docs/facts/statement-layouts.md.
 */
export interface StatementLayout {
  readonly id: string
  /** Who writes it. */
  readonly bank: string
  /** `either`: the same table for accounts and cards, told apart by its rows. */
  readonly account: 'deposit' | 'card' | 'either'
  /** All of them stand in the file; none: the file has no headings, and `cells` tells its rows. */
  readonly headings: readonly string[]
  readonly cells?: readonly CellShape[]
  /** The file has many more columns; else two more at most. */
  readonly isWide?: true
  /** Words that stand above the headings. */
  readonly above?: string
  /** The first that holds something is taken; the day of posting first. */
  readonly date: readonly string[]
  /** Those that hold something are joined; what repeats another is left out. */
  readonly description: readonly string[]
  readonly money: LayoutMoney
  /** The balance after each row. A balance at the end of the day is none. */
  readonly balance?: string
  /** Only rows with one of these words have happened. */
  readonly status?: { readonly column: string; readonly counted: readonly string[] }
  /** Only rows in dollars count. */
  readonly currency?: string
  /** Kinds of rows that move no money of the account. */
  readonly notTransaction?: { readonly column: string; readonly words: readonly string[] }
  readonly sure: 'high' | 'medium'
  /** Repository and path, or the number of a stored public source file. */
  readonly seenIn: readonly string[]
}

/** Letters and digits of a heading: " Amount (USD)" and "amount_usd" are the same. */
export const plainHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '')

export const signed = (amount: string): LayoutMoney => ({ kind: 'signed', amount, minus: 'out' })
export const reversed = (amount: string): LayoutMoney => ({ kind: 'signed', amount, minus: 'in' })
export const sides = (out: string, into: string): LayoutMoney => ({ kind: 'sides', out, in: into })
export const typed = (amount: string, side: string): LayoutMoney => ({
  kind: 'typed',
  amount,
  side,
  outWords: ['debit', 'withdrawal'],
  inWords: ['credit', 'deposit'],
})
