import { type Cents, cents } from '@dolphin/domain/money/cents'
import type { EntryDetail } from './nacha-file.ts'
import { TRANSACTION_CODES } from './transaction-code.ts'

/** What the control records repeat about entries. */
export interface EntryTotals {
  /** Entry and addenda records. */
  readonly entryAddendaCount: number
  /** Sum of the eight-digit receiving bank identifications, its ten right-hand digits. */
  readonly entryHash: bigint
  readonly totalDebit: Cents
  readonly totalCredit: Cents
}

const HASH_MODULUS = 10n ** 10n

const isDebit = ({ transactionCode }: EntryDetail): boolean =>
  TRANSACTION_CODES.get(transactionCode)?.direction === 'debit'

/** Totals of the entries of one batch. */
export function batchTotals(entries: readonly EntryDetail[]): EntryTotals {
  let [count, hash, debit, credit] = [0, 0n, 0n, 0n]
  for (const entry of entries) {
    count += entry.paymentInformation === undefined ? 1 : 2
    hash += BigInt(entry.routingNumber.slice(0, 8))
    if (isDebit(entry)) debit += entry.amount
    else credit += entry.amount
  }
  return {
    entryAddendaCount: count,
    entryHash: hash % HASH_MODULUS,
    totalDebit: cents(debit),
    totalCredit: cents(credit),
  }
}

/** Totals of a file: those of its batches added up. */
export const fileTotals = (batches: readonly EntryTotals[]): EntryTotals =>
  batches.reduce(
    (file, batch) => ({
      entryAddendaCount: file.entryAddendaCount + batch.entryAddendaCount,
      entryHash: (file.entryHash + batch.entryHash) % HASH_MODULUS,
      totalDebit: cents(file.totalDebit + batch.totalDebit),
      totalCredit: cents(file.totalCredit + batch.totalCredit),
    }),
    batchTotals([]),
  )

/** 220 credits only, 225 debits only, 200 both. */
export function serviceClassOf(entries: readonly EntryDetail[]): string {
  const debits = entries.filter(isDebit).length
  if (debits === 0) return '220'
  return debits === entries.length ? '225' : '200'
}
