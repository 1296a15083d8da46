import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import type { ExceptionAddenda } from './exception-addenda.ts'

/** Who sends the file to whom, and which of the day's files it is. */
export interface FileHeader {
  /** Nine-digit routing number of the operator or of the bank that takes the file. */
  readonly immediateDestination: string
  /** Nine-digit routing number, or ten-character company identification. */
  readonly immediateOrigin: string
  readonly creationDate: LocalDate
  /** HHMM, or empty. */
  readonly creationTime: string
  /** A-Z or 0-9. */
  readonly fileIdModifier: string
  readonly destinationName: string
  readonly originName: string
  readonly referenceCode: string
}

/**
 * How entries may look and who authorized them. We send PPD and WEB. COR carries notices of change; POS and RCK are
 * read only, for what may come back.
 */
export const StandardEntryClass = {
  ppd: 'PPD',
  web: 'WEB',
  tel: 'TEL',
  ccd: 'CCD',
  cor: 'COR',
  pos: 'POS',
  rck: 'RCK',
} as const
export type StandardEntryClass = (typeof StandardEntryClass)[keyof typeof StandardEntryClass]

/** What the entries of a batch have in common. */
export interface BatchHeader {
  /** What the consumer sees on the statement. */
  readonly companyName: string
  readonly companyDiscretionaryData: string
  readonly companyIdentification: string
  readonly standardEntryClass: StandardEntryClass
  readonly entryDescription: string
  /** Free text, or SDnnnn for an intended same-day settlement; may be empty. */
  readonly descriptiveDate: string
  /** Undefined in what comes back without one (000000). */
  readonly effectiveEntryDate: LocalDate | undefined
  /** Day of the year, filled in by the operator; empty in files that are sent. */
  readonly settlementDate: string
  /** First eight digits of the ODFI's routing number. */
  readonly odfiIdentification: string
  readonly batchNumber: number
}

/** One transaction to or from one account. */
export interface EntryDetail {
  readonly transactionCode: string
  /** Nine-digit routing number of the receiver's bank. */
  readonly routingNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  /** Loan or payment number. */
  readonly individualIdentification: string
  readonly individualName: string
  readonly discretionaryData: string
  /** ODFI identification and a seven-digit sequence. */
  readonly traceNumber: string
  /** Text of the one addenda record (05), or undefined for none. */
  readonly paymentInformation: string | undefined
  /** What came back with the entry: a return, its dishonor, a contest, or a notice of change. Absent when sent. */
  readonly exceptions?: readonly ExceptionAddenda[]
}

/** A batch of entries. */
export interface Batch {
  readonly header: BatchHeader
  readonly entries: readonly EntryDetail[]
}

/** A whole file; counts, hashes and totals follow from it. */
export interface NachaFile {
  readonly header: FileHeader
  readonly batches: readonly Batch[]
}

const SEQUENCE_DIGITS = 7

/** 200 mixed, 220 credits only, 225 debits only. */
export type ServiceClass = '200' | '220' | '225'

/** A batch that yields its entries one by one, so they need not be in memory at once. */
export interface StreamedBatch {
  readonly header: BatchHeader
  /** Stands in the record before the entries, so it has to be known; '200' fits all. */
  readonly serviceClass: ServiceClass
  readonly entries: Iterable<EntryDetail>
}

/** The trace number of the nth entry (from 1) that an ODFI identification sends. */
export const traceNumber = (odfiIdentification: string, sequence: number): string =>
  `${odfiIdentification}${sequence.toString().padStart(SEQUENCE_DIGITS, '0')}`
