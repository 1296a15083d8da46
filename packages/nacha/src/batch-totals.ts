import { type Cents, cents } from '@dolphin/domain/money/cents'
import type { EntryDetail, ServiceClass } from './nacha-file.ts'
import { TRANSACTION_CODES } from './transaction-code.ts'

/** What the control records repeat about entries. */
export interface EntryTotals {
  /** Entry and addenda records. */
  readonly entryAddendaCount: number
  /** Sum of the eight-digit receiving bank identifications, its ten right-hand digits. */
  readonly entryHash: number
  readonly totalDebit: Cents
  readonly totalCredit: Cents
}

/** Below 2^53 with every sum, so that the hash needs no big numbers. */
const HASH_MODULUS = 10 ** 10

export const isDebit = ({ transactionCode }: EntryDetail): boolean =>
  TRANSACTION_CODES.get(transactionCode)?.direction === 'debit'

/** Addenda records of an entry. */
export const addendaCount = ({ paymentInformation, exceptions }: EntryDetail): number =>
  (paymentInformation === undefined ? 0 : 1) + (exceptions?.length ?? 0)

/** Totals that grow entry by entry; they keep nothing of the entries. */
export class RunningTotals {
  credits = 0
  debits = 0
  private count = 0
  private hash = 0
  private debit = 0n
  private credit = 0n

  /** An entry, with the records that it has. */
  add(entry: EntryDetail, records = 1 + addendaCount(entry)): void {
    this.count += records
    this.hash = (this.hash + Number(entry.routingNumber.slice(0, 8))) % HASH_MODULUS
    if (isDebit(entry)) {
      this.debits += 1
      this.debit += entry.amount
    } else {
      this.credits += 1
      this.credit += entry.amount
    }
  }

  /** An entry that cannot be read: only its records count. */
  addUnread(records: number): void {
    this.count += records
  }

  addTotals(totals: EntryTotals): void {
    this.count += totals.entryAddendaCount
    this.hash = (this.hash + totals.entryHash) % HASH_MODULUS
    this.debit += totals.totalDebit
    this.credit += totals.totalCredit
  }

  get totals(): EntryTotals {
    return {
      entryAddendaCount: this.count,
      entryHash: this.hash,
      totalDebit: cents(this.debit),
      totalCredit: cents(this.credit),
    }
  }
}

/** 220 credits only, 225 debits only, 200 both. */
export function serviceClassOf(entries: readonly EntryDetail[]): ServiceClass {
  const debits = entries.filter(isDebit).length
  if (debits === 0) return '220'
  return debits === entries.length ? '225' : '200'
}

/** Whether a class announces these entries; the mixed one announces all. */
export const announces = (serviceClass: string, { credits, debits }: RunningTotals): boolean =>
  serviceClass === '200' ||
  (serviceClass === '220' && debits === 0) ||
  (serviceClass === '225' && credits === 0)
