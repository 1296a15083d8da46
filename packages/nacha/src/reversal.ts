import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import { ReservedDescription } from './entry-description.ts'
import type { Batch, EntryDetail } from './nacha-file.ts'
import { TRANSACTION_CODES } from './transaction-code.ts'

/** The live code that undoes one on the same account. A loan credit is the only reason for code 55. */
function reversedCode(transactionCode: string): string {
  const meaning = TRANSACTION_CODES.get(transactionCode)
  assert(meaning?.use === 'live', 'only an entry that moved money is reversed')
  const direction = meaning.direction === 'credit' ? 'debit' : 'credit'
  const found = [...TRANSACTION_CODES].find(
    ([, other]) => other.use === 'live' && other.account === meaning.account && other.direction === direction,
  )
  assert(found !== undefined, 'each kind of account has both directions')
  return found[0]
}

/**
 * Takes entries of a batch back: same company name, identification, class and amounts, the other direction, description
 * REVERSAL. Only within 5 banking days of settlement and only for a duplicate, a wrong receiver, amount or date: the
 * caller has checked that. Source: ach.md §4.
 */
export function reversalOf(
  { header, entries }: Batch,
  reversal: {
    readonly batchNumber: number
    readonly effectiveEntryDate: LocalDate
    readonly traceNumberOf: (entry: EntryDetail) => string
  },
): Batch {
  return {
    header: {
      ...header,
      entryDescription: ReservedDescription.reversal,
      settlementDate: '',
      batchNumber: reversal.batchNumber,
      effectiveEntryDate: reversal.effectiveEntryDate,
    },
    entries: entries.map((entry) => ({
      ...entry,
      transactionCode: reversedCode(entry.transactionCode),
      traceNumber: reversal.traceNumberOf(entry),
    })),
  }
}
