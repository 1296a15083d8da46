import { assert } from '@dolphin/domain/assert'

/** What an entry of the bank brings, as far as its addenda says. */
export type EntryKind = 'return' | 'noticeOfChange' | 'dispute' | 'unread'

/** What became of entries: applied now or before, read but not applied, or not read. */
export interface EntryCounts {
  readonly applied: number
  readonly known: number
  readonly refused: number
  readonly quarantined: number
}

/** The counts of one kind for one portfolio, null for a company that none has. */
export interface ImportedKind extends EntryCounts {
  readonly portfolioId: number | null
  readonly kind: EntryKind
}

type Row = { -readonly [Key in keyof ImportedKind]: ImportedKind[Key] }

/** Counts what became of each entry of a file. */
export class ImportTally {
  private readonly rows = new Map<string, Row>()

  add(portfolioId: number | null, kind: EntryKind, outcome: keyof EntryCounts): void {
    const key = `${portfolioId ?? ''}/${kind}`
    const row = this.rows.get(key) ?? { portfolioId, kind, applied: 0, known: 0, refused: 0, quarantined: 0 }
    row[outcome] += 1
    this.rows.set(key, row)
  }

  /** All rows, once every entry is counted; there is none that is not, and none twice. */
  finish(entries: number): readonly ImportedKind[] {
    const rows = [...this.rows.values()]
    const counted = rows.map(
      ({ applied, known, refused, quarantined }) => applied + known + refused + quarantined,
    )
    assert(
      counted.reduce((sum, count) => sum + count, 0) === entries,
      'applied, known, refused and quarantined entries are all of a file',
    )
    return rows.toSorted(
      (left, right) =>
        (left.portfolioId ?? 0) - (right.portfolioId ?? 0) || (left.kind < right.kind ? -1 : 1),
    )
  }
}
