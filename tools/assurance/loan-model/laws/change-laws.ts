import { isoOf, type Day } from '../day.ts'
import type { Finding, PageFacts } from '../facts.ts'

/** A payment of a schedule as a change shows it. */
export interface ShownRow {
  readonly installmentNo: number | null
  readonly day: Day
  readonly amount: bigint
  /** On its way, as agreed before, made by the change, or its single debit. */
  readonly source: 'inFlight' | 'agreed' | 'new' | 'single'
}

/** What a change is said to come to. */
export interface ShownChange {
  readonly rows: readonly ShownRow[]
  /** The one payment that it makes besides the schedule. */
  readonly payment: { readonly amount: bigint; readonly day: Day; readonly sentBy: 'us' | 'borrower' } | null
  readonly totalBefore: bigint
  readonly totalAfter: bigint
  readonly costDifference: bigint
  /** Money that the borrower is to send: nothing changes until it is here. */
  readonly isExpected: boolean
}

/** A change that was read first and saved then, and the pages of the loan before and after. */
export interface ChangeSeen {
  readonly previewed: ShownChange
  readonly saved: ShownChange
  readonly before: PageFacts
  readonly after: PageFacts
}

const isToCome = (phase: string): boolean => phase === 'scheduled' || phase === 'sent'

/** The payments to come of a page, in words that can be compared. */
const comingOf = ({ rows }: PageFacts): string[] =>
  rows
    .filter(({ direction, phase }) => direction === 'in' && isToCome(phase))
    .filter(({ transactionNo, installmentNo }) => transactionNo !== null || installmentNo !== null)
    .map(({ installmentNo, day, amount }) => `${installmentNo ?? 'one'}: ${amount} on ${isoOf(day)}`)
    .toSorted()

const rowsOf = ({ rows }: ShownChange): string[] =>
  rows
    .map(({ installmentNo, day, amount }) => `${installmentNo ?? 'one'}: ${amount} on ${isoOf(day)}`)
    .toSorted()

const beyond = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((one) => !others.includes(one))

/** What differs between two lists, in words; undefined where nothing does. */
function difference(shown: readonly string[], is: readonly string[]): string | undefined {
  const missing = beyond(shown, is)
  const besides = beyond(is, shown)
  return missing.length === 0 && besides.length === 0
    ? undefined
    : `shown and not there: ${missing.join(', ') || 'none'}; there and not shown: ${besides.join(', ') || 'none'}`
}

const figuresOf = ({ totalBefore, totalAfter, costDifference, payment }: ShownChange): string =>
  [
    `${totalBefore} before, ${totalAfter} after, ${costDifference} more`,
    payment === null ? 'no payment' : `${payment.amount} on ${isoOf(payment.day)} by ${payment.sentBy}`,
  ].join(', ')

/**
 * What a preview shows is what is saved, and what is saved is what the loan then has: each payment with its number, day and
 * amount, and the total; what waits for money or for another change to fail leaves the loan as it was. Source: domain.md §10,
 * §14.
 */
export function changeIsKept({ previewed, saved, before, after }: ChangeSeen): Finding[] {
  const found = (words: string): Finding => ({ law: 'changeIsKept', words })
  const unlike = difference(rowsOf(previewed), rowsOf(saved))
  const waits =
    saved.isExpected || (before.openChangeNo !== null && after.openChangeNo === before.openChangeNo)
  const kept = waits
    ? difference(comingOf(before), comingOf(after))
    : difference(rowsOf(saved), comingOf(after))
  const sum = saved.totalAfter - saved.totalBefore
  const left = after.rows
    .filter(({ direction, phase }) => direction === 'in' && isToCome(phase))
    .filter(({ transactionNo, installmentNo }) => transactionNo !== null || installmentNo !== null)
    .reduce((total, { amount }) => total + amount, after.uncovered)
  return [
    ...(unlike === undefined ? [] : [found(`the preview and what was saved differ: ${unlike}`)]),
    ...(figuresOf(previewed) === figuresOf(saved)
      ? []
      : [found(`the preview said ${figuresOf(previewed)}; saved was ${figuresOf(saved)}`)]),
    ...(saved.costDifference === sum || saved.isExpected
      ? []
      : [found(`it costs ${saved.costDifference} more, and the totals differ by ${sum}`)]),
    ...(kept === undefined ? [] : [found(`the payments of the page are not those of the change: ${kept}`)]),
    ...(waits || left === saved.totalAfter
      ? []
      : [found(`${saved.totalAfter} was to be paid from then on, and the page lists ${left}`)]),
  ]
}
