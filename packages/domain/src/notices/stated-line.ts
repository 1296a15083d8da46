import type { Localized, Words } from '../portfolios/localized.ts'

/** What a line of a notice's list says of the future. */
export type StatedInLine = 'nextPayment' | 'retry'

/** A line as it was true when the notice was queued: it is worded again when the notice leaves. */
export type StatedLine = Localized & { readonly states: StatedInLine }

/** Marks lines as true today only. */
export const statedLines = (states: StatedInLine, lines: readonly Localized[]): StatedLine[] =>
  lines.map((line) => ({ ...line, states }))

const factOf = (line: Words): StatedInLine | undefined =>
  typeof line === 'object' && 'states' in line ? (line as StatedLine).states : undefined

/** The list with its marked lines as they are true today: the first of a fact gives way to today's, the others go. */
export function restatedLines(
  lines: readonly Words[],
  today: Readonly<Record<StatedInLine, readonly Words[]>>,
): Words[] {
  const seen = new Set<StatedInLine>()
  return lines.flatMap((line) => {
    const fact = factOf(line)
    if (fact === undefined) return [line]
    if (seen.has(fact)) return []
    seen.add(fact)
    return today[fact]
  })
}
