import { cents } from '@dolphin/domain/money/cents'
import { decodeException, type ExceptionAddenda } from './exception-addenda.ts'
import { PAYMENT_ADDENDA } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import type { EntryDetail } from './nacha-file.ts'
import { decodeRecord, type RecordValues } from './record-layout.ts'

/** An entry being read, whose addenda may still come. */
export interface OpenEntry {
  readonly values: RecordValues
  readonly line: number
  /** The first few of its records, and how many it has. */
  readonly records: string[]
  recordCount: number
  readonly before: string | undefined
  readonly faults: NachaError[]
  paymentInformation: string | undefined
  exceptions: ExceptionAddenda[] | undefined
}

/** Adds a record to an entry; `isKept` is false for those beyond what an entry may have. */
export function addRecord(entry: OpenEntry, record: string): { readonly isKept: boolean } {
  entry.recordCount += 1
  const isKept = entry.records.length < MOST_RECORDS
  if (isKept) entry.records.push(record)
  return { isKept }
}

/** Reads an addenda record of an entry; what is wrong with it is a fault of the entry. */
export function readAddenda(entry: OpenEntry, record: string, line: number): void {
  const { faults } = entry
  if (record.startsWith('98', 1) || record.startsWith('99', 1)) {
    entry.exceptions ??= []
    entry.exceptions.push(decodeException(record, line, faults))
    return
  }
  const values = decodeRecord(PAYMENT_ADDENDA, record, line, faults)
  if (entry.paymentInformation !== undefined || entry.exceptions !== undefined) {
    faults.push({ ...ADDENDA, value: '7', problem: 'one payment addenda to an entry', line })
  }
  const { entrySequence = '', sequence = '' } = values
  if (entrySequence !== (entry.values.traceNumber ?? '').slice(8)) {
    const problem = 'is the sequence of its entry'
    faults.push({ record: 'addenda', field: 'entrySequence', value: entrySequence, problem, line })
  }
  if (sequence !== '0001') {
    faults.push({ record: 'addenda', field: 'sequence', value: sequence, problem: 'starts with 1', line })
  }
  entry.paymentInformation = values.paymentInformation ?? ''
}

/** The entry as far as it was read. */
export function entryOf({ values, paymentInformation, exceptions }: OpenEntry): EntryDetail {
  const entry: EntryDetail = {
    transactionCode: values.transactionCode ?? '',
    routingNumber: `${values.rdfiIdentification ?? ''}${values.checkDigit ?? ''}`,
    accountNumber: values.accountNumber ?? '',
    // Ten digits: exact as a number, and much faster than reading a big one.
    amount: cents(BigInt(Number(values.amount ?? 0))),
    individualIdentification: values.individualIdentification ?? '',
    individualName: values.individualName ?? '',
    discretionaryData: values.discretionaryData ?? '',
    traceNumber: values.traceNumber ?? '',
    paymentInformation,
  }
  return exceptions === undefined ? entry : { ...entry, exceptions }
}

/** An entry with more records than these is none. */
const MOST_RECORDS = 10
const ADDENDA = { record: 'file', field: 'recordType' } as const
