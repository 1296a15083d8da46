import { assert } from '../assert.ts'
import { formatLocalDate } from '../calendar/local-date.ts'
import { moneyToWire } from '../money/cents.ts'
import type { Posting } from './ledger.ts'

/** What stands before the first posting of a loan. */
export const CHAIN_START = '0'.repeat(64)

/** Changes when the writing of the text below changes. */
const FORMAT = 'dolphin-posting-1'

/**
 * A posting and its place in the loan's chain as one text: the number of the posting (1 for the first), all
 * that it says, and the hash of the one before. Its own hash is the SHA-256 of the UTF-8 bytes as 64 lower-case
 * hexadecimal digits, taken outside the domain. Changing, removing or reordering any posting breaks every later hash.
 */
export function canonicalPosting(posting: Posting, sequence: number, previousHash: string): string {
  assert(sequence >= 1 && Number.isSafeInteger(sequence), 'postings are numbered from 1')
  assert(/^[0-9a-f]{64}$/.test(previousHash), 'the hash before is 64 hexadecimal digits')
  assert(sequence > 1 || previousHash === CHAIN_START, 'the first posting follows the start of the chain')
  return JSON.stringify([
    FORMAT,
    String(sequence),
    posting.kind,
    posting.loanNo,
    posting.transactionId,
    formatLocalDate(posting.effectiveDate),
    posting.entries.map(({ account, amount }) => [account, moneyToWire(amount)]),
    previousHash,
  ])
}
