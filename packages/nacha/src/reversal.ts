import { assert } from '@dolphin/domain/assert'
import type { EntryDetail } from './nacha-file.ts'
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
 * The entry that takes another back: the same account, amount, name and number, the opposite transaction code. It goes in
 * a batch of the same company and class with the description REVERSAL. Source: docs/facts/ach.md §4.
 */
export const reversingEntry = <Entry extends Omit<EntryDetail, 'traceNumber'>>(entry: Entry): Entry => ({
  ...entry,
  transactionCode: reversedCode(entry.transactionCode),
})
