import { cents } from '@dolphin/domain/money/cents'
import { parseBankFileDate } from './bank-file-date.ts'
import { addendaCount, announces, RunningTotals } from './batch-totals.ts'
import { checkEntry, checkEntryInBatch } from './entry-rules.ts'
import { decodeException, type ExceptionAddenda } from './exception-addenda.ts'
import { checkBatchHeader, checkFileHeader } from './file-rules.ts'
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  PAYMENT_ADDENDA,
} from './layouts.ts'
import { LineCutter } from './line-cutter.ts'
import { MOST_FAULTS, type NachaError } from './nacha-error.ts'
import type { BatchHeader, EntryDetail, FileHeader, StandardEntryClass } from './nacha-file.ts'
import { decodeRecord, type RecordLayout, type RecordValues } from './record-layout.ts'
import { batchControlValues, fileControlValues } from './record-values.ts'
import { TraceSet } from './trace-set.ts'

/**
 * Called for each record of a file while it is read. There are no calls after the first fault. A fault may come last
 * of all (a total of the file), so the records are valid only when `end` returns no faults.
 */
export interface FileSink {
  readonly file: (header: FileHeader) => void
  readonly batch: (header: BatchHeader) => void
  readonly entry: (entry: EntryDetail, line: number) => void
}

interface OpenBatch {
  readonly header: BatchHeader
  readonly serviceClass: string
  readonly totals: RunningTotals
  readonly line: number
}

/** An entry whose addenda may still come. */
interface PendingEntry {
  readonly values: RecordValues
  readonly line: number
  paymentInformation: string | undefined
  exceptions: ExceptionAddenda[] | undefined
}

const RECORDS_PER_BLOCK = 10
const UNSET_DATE = /^(0{6})?$/

/**
 * Reads a file that comes in pieces, keeping one record and sums: memory does not grow with the entries. Tolerant of
 * what operators accept: CR LF, cut trailing blanks, missing filler, no line ends at all. Bytes are to be decoded one
 * character each (latin1), so that one beyond ASCII shifts no column. Never throws, whatever it is given.
 */
export class NachaReader {
  private readonly faults: NachaError[] = []
  private readonly cutter = new LineCutter((record, line) => this.take(record, line), this.faults)
  private readonly file = new RunningTotals()
  private readonly traces = new TraceSet()
  private header: FileHeader | undefined
  private batch: OpenBatch | undefined
  private pending: PendingEntry | undefined
  private lastTrace = ''
  private batches = 0
  private records = 0
  private mostRecords: number | undefined

  constructor(private readonly sink: FileSink) {}

  write(chunk: string): void {
    if (!this.isGivenUp) this.cutter.write(chunk)
  }

  /** Every fault that was found (at most a hundred), in the order of the lines; none: the file is whole and agrees. */
  end(): readonly NachaError[] {
    if (!this.isGivenUp) this.cutter.end()
    if (this.mostRecords === undefined) {
      const problem = 'the file control is missing'
      this.faults.push({ record: 'fileControl', field: 'recordType', value: '', problem })
    }
    return this.faults.slice(0, MOST_FAULTS)
  }

  private get isGivenUp(): boolean {
    return this.faults.length >= MOST_FAULTS
  }

  private take(record: string, line: number): void {
    if (this.isGivenUp) return
    this.records += 1
    if (this.mostRecords !== undefined) return this.takeFiller(record, line)
    const type = record.charAt(0)
    if (this.header === undefined && type !== '1') {
      // Without a header the rest is no file of ours: one fault says so, not one for every line.
      this.complain(record, line, 'the file header comes first')
      this.header = NO_HEADER
    }
    if (type === '7') return this.takeAddenda(record, line)
    this.finishEntry()
    this.takeRecord(type, record, line)
  }

  private takeRecord(type: string, record: string, line: number): void {
    switch (type) {
      case '1':
        return this.takeFileHeader(record, line)
      case '5':
        return this.takeBatchHeader(record, line)
      case '6':
        return this.takeEntry(record, line)
      case '8':
        return this.takeBatchControl(record, line)
      case '9':
        return this.takeFileControl(record, line)
      default:
        return this.complain(record, line, 'is no record type')
    }
  }

  private takeFileHeader(record: string, line: number): void {
    const text = this.decoded(FILE_HEADER, record, line)
    if (this.header !== undefined) this.complain(record, line, 'a file has one header')
    const creationDate = parseBankFileDate(text('creationDate'))
    if (creationDate === undefined) {
      this.fault('fileHeader', 'creationDate', text('creationDate'), 'is no date', line)
    }
    this.header = {
      immediateDestination: text('immediateDestination'),
      immediateOrigin: text('immediateOrigin'),
      creationDate: creationDate ?? NO_HEADER.creationDate,
      creationTime: text('creationTime'),
      fileIdModifier: text('fileIdModifier'),
      destinationName: text('destinationName'),
      originName: text('originName'),
      referenceCode: text('referenceCode'),
    }
    const { header } = this
    this.checked(line, (faults) => checkFileHeader(header, faults))
    if (this.faults.length === 0) this.sink.file(header)
  }

  private takeBatchHeader(record: string, line: number): void {
    const text = this.decoded(BATCH_HEADER, record, line)
    if (this.batch !== undefined) this.complain(record, line, 'the batch before has no control')
    const date = text('effectiveEntryDate')
    const effectiveEntryDate = UNSET_DATE.test(date) ? undefined : parseBankFileDate(date)
    if (effectiveEntryDate === undefined && !UNSET_DATE.test(date)) {
      this.fault('batchHeader', 'effectiveEntryDate', date, 'is no date', line)
    }
    const header: BatchHeader = {
      companyName: text('companyName'),
      companyDiscretionaryData: text('companyDiscretionaryData'),
      companyIdentification: text('companyIdentification'),
      // Checked with the other rules of the header.
      standardEntryClass: text('standardEntryClass') as StandardEntryClass,
      entryDescription: text('entryDescription'),
      descriptiveDate: text('descriptiveDate'),
      effectiveEntryDate,
      settlementDate: text('settlementDate'),
      odfiIdentification: text('odfiIdentification'),
      batchNumber: Number(text('batchNumber')),
    }
    this.checked(line, (faults) => checkBatchHeader(header, faults))
    this.batch = { header, serviceClass: text('serviceClass'), totals: new RunningTotals(), line }
    this.lastTrace = ''
    if (this.faults.length === 0) this.sink.batch(header)
  }

  private takeEntry(record: string, line: number): void {
    const values = decodeRecord(ENTRY_DETAIL, record, line, this.faults)
    if (this.batch === undefined) this.complain(record, line, 'an entry stands in a batch')
    this.pending = { values, line, paymentInformation: undefined, exceptions: undefined }
  }

  private takeAddenda(record: string, line: number): void {
    const { pending } = this
    if (pending === undefined) return this.complain(record, line, 'an addenda follows its entry')
    if (record.startsWith('98', 1) || record.startsWith('99', 1)) {
      pending.exceptions ??= []
      pending.exceptions.push(decodeException(record, line, this.faults))
      return
    }
    const text = this.decoded(PAYMENT_ADDENDA, record, line)
    if (pending.paymentInformation !== undefined || pending.exceptions !== undefined) {
      this.complain(record, line, 'one payment addenda to an entry')
    }
    const sequence = text('entrySequence')
    if (sequence !== (pending.values.traceNumber ?? '').slice(8)) {
      this.fault('addenda', 'entrySequence', sequence, 'is the sequence of its entry', line)
    }
    if (text('sequence') !== '0001') {
      this.fault('addenda', 'sequence', text('sequence'), 'starts with 1', line)
    }
    pending.paymentInformation = text('paymentInformation')
  }

  /** An entry is whole when something else than its addenda follows. */
  private finishEntry(): void {
    const { pending, batch, faults } = this
    this.pending = undefined
    if (pending === undefined) return
    const entry = entryOf(pending)
    const before = faults.length
    const announced = pending.values.addendaIndicator ?? ''
    if (announced !== (addendaCount(entry) === 0 ? '0' : '1')) {
      const problem = 'says whether an addenda follows'
      faults.push({ record: 'entryDetail', field: 'addendaIndicator', value: announced, problem })
    }
    checkEntry(entry, faults)
    if (batch !== undefined) {
      checkEntryInBatch(batch.header, entry, this.lastTrace, faults)
      batch.totals.add(entry)
    }
    if (!this.traces.add(entry.traceNumber)) {
      const value = entry.traceNumber
      faults.push({ record: 'entryDetail', field: 'traceNumber', value, problem: 'is unique in the file' })
    }
    this.lastTrace = entry.traceNumber
    if (faults.length > before) this.place(before, pending.line)
    else if (before === 0) this.sink.entry(entry, pending.line)
  }

  private takeBatchControl(record: string, line: number): void {
    const { batch } = this
    if (batch === undefined) return this.complain(record, line, 'a batch control closes a batch')
    const { header, serviceClass, totals } = batch
    if (!announces(serviceClass, totals)) {
      this.fault('batchHeader', 'serviceClass', serviceClass, 'does not fit the entries', batch.line)
    }
    if (totals.credits + totals.debits === 0) {
      this.fault('batchHeader', 'entries', '0', 'a batch holds at least one entry', batch.line)
    }
    this.compare(BATCH_CONTROL, record, line, batchControlValues(header, serviceClass, totals.totals))
    this.file.addTotals(totals.totals)
    this.batches += 1
    this.batch = undefined
  }

  private takeFileControl(record: string, line: number): void {
    if (this.batch !== undefined) this.complain(record, line, 'the last batch has no control')
    if (this.batches === 0) {
      this.fault('fileControl', 'batchCount', '0', 'a file holds at least one batch', line)
    }
    const blocks = Math.ceil(this.records / RECORDS_PER_BLOCK)
    this.compare(FILE_CONTROL, record, line, fileControlValues(this.batches, blocks, this.file.totals))
    this.mostRecords = blocks * RECORDS_PER_BLOCK
  }

  private takeFiller(record: string, line: number): void {
    if (!/^9+ *$/.test(record)) this.complain(record, line, 'only filler follows the file control')
    else if (this.records === (this.mostRecords ?? 0) + 1) {
      this.complain(record, line, 'more filler than the last block needs')
    }
  }

  /** Every value of a control record that is not what the entries come to. */
  private compare(layout: RecordLayout, record: string, line: number, expected: RecordValues): void {
    const stated = decodeRecord(layout, record, line, this.faults)
    for (const { name, kind, length } of layout.fields) {
      const [value, wanted] = [stated[name], expected[name]]
      if (value === undefined || wanted === undefined) continue
      // Some banks set the company identification to the right in the control and to the left in the header.
      if (kind === 'number' ? value === wanted.padStart(length, '0') : value.trim() === wanted.trim())
        continue
      this.fault(layout.name, name, value, `the records above come to ${wanted}`, line)
    }
  }

  private decoded(layout: RecordLayout, record: string, line: number): (name: string) => string {
    const values = decodeRecord(layout, record, line, this.faults)
    return (name) => values[name] ?? ''
  }

  private complain(record: string, line: number, problem: string): void {
    const value = record.slice(0, 1).replace(/[^\x20-\x7e]/, '?')
    this.fault('file', 'recordType', value, problem, line)
  }

  private fault(record: string, field: string, value: string, problem: string, line: number): void {
    this.faults.push({ record, field, value, problem, line })
  }

  private checked(line: number, check: (faults: NachaError[]) => void): void {
    const before = this.faults.length
    check(this.faults)
    this.place(before, line)
  }

  /** Rules know no lines: those of what was read are added. */
  private place(from: number, line: number): void {
    for (let index = from; index < this.faults.length; index += 1) {
      const fault = this.faults[index]
      if (fault !== undefined && fault.line === undefined) this.faults[index] = { ...fault, line }
    }
  }
}

const NO_HEADER: FileHeader = {
  immediateDestination: '',
  immediateOrigin: '',
  creationDate: 0 as FileHeader['creationDate'],
  creationTime: '',
  fileIdModifier: '',
  destinationName: '',
  originName: '',
  referenceCode: '',
}

function entryOf({ values, paymentInformation, exceptions }: PendingEntry): EntryDetail {
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
