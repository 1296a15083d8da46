import { formatBankFileDate } from '@dolphin/domain/calendar/local-date'
import { addendaCount, type EntryTotals } from './batch-totals.ts'
import type { BatchHeader, EntryDetail, FileHeader } from './nacha-file.ts'
import type { RecordValues } from './record-layout.ts'

/** The texts of each record's fields, before they are filled to their lengths. */

const NO_DATE = '000000'

export const fileHeaderValues = (header: FileHeader): RecordValues => ({
  ...header,
  creationDate: formatBankFileDate(header.creationDate),
})

export const batchHeaderValues = (header: BatchHeader, serviceClass: string): RecordValues => ({
  ...header,
  serviceClass,
  effectiveEntryDate:
    header.effectiveEntryDate === undefined ? NO_DATE : formatBankFileDate(header.effectiveEntryDate),
  batchNumber: header.batchNumber.toString(),
})

export const entryDetailValues = (entry: EntryDetail): RecordValues => ({
  transactionCode: entry.transactionCode,
  rdfiIdentification: entry.routingNumber.slice(0, 8),
  checkDigit: entry.routingNumber.slice(8),
  accountNumber: entry.accountNumber,
  amount: entry.amount.toString(),
  individualIdentification: entry.individualIdentification,
  individualName: entry.individualName,
  discretionaryData: entry.discretionaryData,
  addendaIndicator: addendaCount(entry) === 0 ? '0' : '1',
  traceNumber: entry.traceNumber,
})

export const addendaValues = (entry: EntryDetail): RecordValues => ({
  paymentInformation: entry.paymentInformation ?? '',
  sequence: '1',
  entrySequence: entry.traceNumber.slice(8),
})

const totalsValues = (totals: EntryTotals): RecordValues => ({
  entryAddendaCount: totals.entryAddendaCount.toString(),
  entryHash: totals.entryHash.toString(),
  totalDebit: totals.totalDebit.toString(),
  totalCredit: totals.totalCredit.toString(),
})

export const batchControlValues = (
  header: BatchHeader,
  serviceClass: string,
  totals: EntryTotals,
): RecordValues => ({
  ...totalsValues(totals),
  serviceClass,
  companyIdentification: header.companyIdentification,
  odfiIdentification: header.odfiIdentification,
  batchNumber: header.batchNumber.toString(),
})

export const fileControlValues = (
  batchCount: number,
  blockCount: number,
  totals: EntryTotals,
): RecordValues => ({
  ...totalsValues(totals),
  batchCount: batchCount.toString(),
  blockCount: blockCount.toString(),
})
