import { cents, type Cents, magnitude } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { Difference } from './canonical-act.ts'

/** A figure of what an act is about: money in whole cents, or words. */
export interface Figure {
  readonly label: string
  readonly value: Cents | string
}

const ABSENT = '–'

const written = (value: Cents | string | undefined): string =>
  value === undefined ? ABSENT : typeof value === 'string' ? value : formatCurrency(value)

/** "−$92.55"; null where there is nothing to subtract. */
function changeOf(before: Cents | string | undefined, after: Cents | string | undefined): string | null {
  if (typeof before !== 'bigint' || typeof after !== 'bigint') return null
  const change = cents(after - before)
  return `${change < 0n ? '−' : '+'}${formatCurrency(magnitude(change))}`
}

/** Every figure before and after an act, in their order before it and then those that are new. */
export function figuresCompared(before: readonly Figure[], after: readonly Figure[]): Difference[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))]
  const valueIn = (figures: readonly Figure[], label: string) =>
    figures.find((figure) => figure.label === label)?.value
  return labels.map((label) => {
    const [from, to] = [valueIn(before, label), valueIn(after, label)]
    const change = from === to ? null : changeOf(from, to)
    return { label, before: written(from), after: written(to), change }
  })
}

/** The figures that an act changes. */
export const figureDifferences = (before: readonly Figure[], after: readonly Figure[]): Difference[] =>
  figuresCompared(before, after).filter((row) => row.before !== row.after)

/** A name of the code as staff read it: "moneyOrder" is "money order". */
export const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
