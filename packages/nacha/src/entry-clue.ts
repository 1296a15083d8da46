import { type Cents, cents } from '@dolphin/domain/money/cents'
import type { EntryDetail } from './nacha-file.ts'

/** What can be read of an entry of the bank that tells what it may be about; parts may be missing. */
export interface EntryClue {
  readonly originalTrace?: string | undefined
  /** Its return or change code, known to us or not. */
  readonly code?: string | undefined
  /** First eight digits of the routing number of the receiver's bank. */
  readonly originalRdfi?: string | undefined
  readonly accountNumber?: string | undefined
  readonly individualName?: string | undefined
  readonly individualIdentification?: string | undefined
  readonly amount?: Cents | undefined
}

/** Code and original trace number where characters before them are missing or too many. */
const SHIFTED = /([RC]\d{2})(\d{15})/

const digits = (text: string, length: number): string | undefined =>
  text.length === length && /^\d+$/.test(text) ? text : undefined
const some = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/** Positions: ach.md §1, record 6. */
function ofEntry(record: string): EntryClue {
  const amount = digits(record.slice(29, 39), 10)
  return {
    originalRdfi: digits(record.slice(3, 11), 8),
    accountNumber: some(record.slice(12, 29)),
    amount: amount === undefined ? undefined : cents(BigInt(amount)),
    individualIdentification: some(record.slice(39, 54)),
    individualName: some(record.slice(54, 76)),
  }
}

/** Positions: ach.md §1, record 7 of type 98 and 99. */
function ofAddenda(record: string): EntryClue {
  const [, code, originalTrace] = SHIFTED.exec(record) ?? []
  const [own, rdfi] = [/^[RC]\d{2}$/.exec(record.slice(3, 6))?.[0], digits(record.slice(27, 35), 8)]
  return {
    originalTrace: digits(record.slice(6, 21), 15) ?? originalTrace,
    code: own ?? code,
    ...(rdfi === undefined ? {} : { originalRdfi: rdfi }),
  }
}

/** Reads what it can, by position, of the records of an entry that cannot be read. Nothing is applied by it. */
export function clueOfRecords(records: readonly string[]): EntryClue {
  const [first = '', ...more] = records
  const isEntry = first.startsWith('6')
  const addenda = isEntry ? more : records
  return addenda.reduce<EntryClue>(
    (clue, record) => ({ ...clue, ...ofAddenda(record) }),
    isEntry ? ofEntry(first) : {},
  )
}

/** What an entry that was read says by itself; its addenda say what it is about. */
export const clueOfEntry = ({
  amount,
  accountNumber,
  individualName,
  individualIdentification,
}: EntryDetail): EntryClue => ({ amount, accountNumber, individualName, individualIdentification })
