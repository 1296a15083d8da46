import { addendaCount, announces, RunningTotals } from './batch-totals.ts'
import { addRecord, entryOf, type OpenEntry, readAddenda } from './open-entry.ts'
import { checkEntry, checkEntryInBatch } from './entry-rules.ts'
import { FaultPlaces } from './fault-places.ts'
import { BATCH_CONTROL, ENTRY_DETAIL, FILE_CONTROL } from './layouts.ts'
import { LineCutter } from './line-cutter.ts'
import type { NachaError } from './nacha-error.ts'
import type { BatchHeader, FileHeader } from './nacha-file.ts'
import { readBatchHeader, readFileHeader } from './read-headers.ts'
import type { ReadSink } from './read-item.ts'
import { recordKind, type RecordKind } from './record-kind.ts'
import { decodeRecord, RECORD_LENGTH, type RecordLayout, type RecordValues } from './record-layout.ts'
import { batchControlValues, fileControlValues } from './record-values.ts'
import { TRANSACTION_CODES } from './transaction-code.ts'

/** A control record as it stands in the file, with the number of its line. */
interface ControlRecord {
  readonly record: string
  readonly line: number
}

interface OpenFile {
  /** Undefined where it is missing or has no day. */
  readonly header: FileHeader | undefined
  readonly totals: RunningTotals
  batches: number
  records: number
  /** A batch of it does not agree, so that its sums cannot. */
  isDoubtful: boolean
}

interface OpenBatch {
  readonly header: BatchHeader
  /** Why entries cannot be taken under this header. */
  readonly unfit: readonly NachaError[]
  readonly serviceClass: string
  readonly totals: RunningTotals
  lastTrace: string
  /** Amounts or bank numbers of an entry cannot be read, so that sums cannot be compared. */
  isIncomplete: boolean
}

const RECORDS_PER_BLOCK = 10
/** The byte order marks of UTF-16, each byte read as a character. */
const UTF16_MARKS = ['\u00ff\u00fe', '\u00fe\u00ff']
const SUMS: readonly string[] = ['entryHash', 'totalDebit', 'totalCredit']

/**
 * Reads what a bank delivers, entry by entry: one file or several, one behind the other. What can be read is given, and
 * what cannot is a fault where it stands; one never takes the other along. Normal are CR LF, cut trailing blanks, no
 * filler, no line ends at all, a byte order mark, a file without batches, and the bank's own trace numbers used again. Sums that do not fit
 * are a fault beside the entries. Keeps one entry and sums, so memory does not grow with the file. Text is to be decoded
 * one character a byte (latin1). Never throws, whatever it is given. Source: domain.md §14.
 */
export class NachaReader {
  private readonly cutter = new LineCutter((record, line, length) => this.take(record, line, length))
  private readonly places: FaultPlaces
  private file: OpenFile | undefined
  private batch: OpenBatch | undefined
  private pending: OpenEntry | undefined
  private hasFile = false
  /** Undefined until the file begins. */
  private isWide: boolean | undefined

  constructor(private readonly sink: ReadSink) {
    this.places = new FaultPlaces(sink.fault)
  }

  write(chunk: string): void {
    if (chunk !== '') this.isWide ??= UTF16_MARKS.some((mark) => chunk.startsWith(mark))
    if (this.isWide !== true) this.cutter.write(chunk)
  }

  /** Gives what is still open; nothing may be written after it. */
  end(): void {
    this.cutter.end()
    this.places.beginEnd()
    this.finishEntry(undefined)
    if (this.batch !== undefined) this.complain('batchControl', 'the last batch has no control')
    if (this.file !== undefined) this.complain('fileControl', 'the file control is missing')
    else if (this.isWide === true)
      this.complain('fileHeader', 'the file is text in UTF-16; a bank file has one byte for each character')
    else if (!this.hasFile) this.complain('fileHeader', 'there is no file')
    this.places.endRecord()
  }

  private take(record: string, line: number, length: number): void {
    this.places.beginRecord(record, line)
    const kind = recordKind(record)
    if (this.file !== undefined) this.file.records += 1
    if (kind !== 'addenda' && !this.isAddendaOfPending(kind)) this.finishEntry(record)
    const tooLong = length > RECORD_LENGTH ? [ofLength(length, line)] : []
    this.takeRecord(kind, record, line, tooLong)
    this.places.endRecord()
  }

  private takeRecord(kind: RecordKind, record: string, line: number, tooLong: readonly NachaError[]): void {
    if (kind === 'filler') return
    if (kind === 'entry' || kind === 'addenda' || kind === 'unknown') {
      return this.takeEntryRecord(kind, record, line, tooLong)
    }
    this.places.frame.push(...tooLong)
    if (kind === 'fileHeader') return this.takeFileHeader(record, line)
    this.openFile()
    if (kind === 'batchHeader') this.takeBatchHeader(record, line)
    else if (kind === 'batchControl') this.takeBatchControl(record, line)
    else this.takeFileControl(record, line)
  }

  /** A line that is no record, where an entry waits for its addenda, is that. */
  private isAddendaOfPending(kind: RecordKind): boolean {
    const { pending } = this
    return kind === 'unknown' && pending?.values.addendaIndicator === '1' && pending.records.length === 1
  }

  private openFile(): OpenFile {
    if (this.file === undefined) {
      this.complain('fileHeader', 'the file header comes first')
      this.file = { header: undefined, totals: new RunningTotals(), batches: 0, records: 1, isDoubtful: true }
      this.hasFile = true
    }
    return this.file
  }

  private takeFileHeader(record: string, line: number): void {
    if (this.batch !== undefined) this.complain('batchControl', 'the last batch has no control')
    if (this.file !== undefined) this.complain('fileControl', 'the file before has no control')
    const header = readFileHeader(record, line, this.places.frame)
    this.file = { header, totals: new RunningTotals(), batches: 0, records: 1, isDoubtful: false }
    this.batch = undefined
    this.places.companyId = undefined
    this.hasFile = true
  }

  private takeBatchHeader(record: string, line: number): void {
    if (this.batch !== undefined) {
      this.complain('batchControl', 'the batch before has no control')
      this.closeBatch(this.batch, true)
    }
    const { header, serviceClass, unfit } = readBatchHeader(record, line, this.places.frame)
    this.places.companyId = header.companyIdentification.trim() || undefined
    const totals = new RunningTotals()
    this.batch = { header, unfit, serviceClass, totals, lastTrace: '', isIncomplete: false }
  }

  private takeEntryRecord(
    kind: 'entry' | 'addenda' | 'unknown',
    record: string,
    line: number,
    tooLong: readonly NachaError[],
  ): void {
    const { pending } = this
    if (kind === 'entry' || pending === undefined) this.beginEntry(kind, record, line)
    else {
      const { isKept } = addRecord(pending, record)
      if (!isKept) return this.refuseMore(pending, line)
      if (kind === 'addenda') readAddenda(pending, record, line)
      else pending.faults.push(notARecord(record, line))
    }
    this.pending?.faults.push(...tooLong)
  }

  /** Said once, at the first record too many. */
  private refuseMore({ faults, records, recordCount }: OpenEntry, line: number): void {
    if (recordCount === records.length + 1) faults.push(fault('addenda', 'are too many of one entry', line))
  }

  private beginEntry(kind: 'entry' | 'addenda' | 'unknown', record: string, line: number): void {
    const faults: NachaError[] = []
    if (kind === 'addenda') faults.push(fault('addenda', 'an addenda follows its entry', line))
    else if (kind === 'unknown') faults.push(notARecord(record, line))
    const values = kind === 'entry' ? decodeRecord(ENTRY_DETAIL, record, line, faults) : {}
    const { before } = this.places
    const nothing = { paymentInformation: undefined, exceptions: undefined }
    this.pending = { values, line, records: [record], recordCount: 1, before, faults, ...nothing }
  }

  /** An entry is whole when something else than its addenda follows. */
  private finishEntry(after: string | undefined): void {
    const { pending } = this
    this.pending = undefined
    if (pending === undefined) return
    const { line, records, before, faults } = pending
    const { batch, file } = this
    if (batch === undefined) faults.push(fault('entryDetail', 'an entry stands in a batch', line))
    else this.checkPending(pending, batch)
    const place = { line, records, before, after }
    if (batch !== undefined && faults.length === 0) {
      this.sink.entry({ ...place, file: file?.header, batch: batch.header, entry: entryOf(pending) })
      return
    }
    const companyId = batch === undefined ? undefined : this.places.companyId
    this.sink.fault({ ...place, part: 'entry', companyId, faults })
  }

  private checkPending(pending: OpenEntry, batch: OpenBatch): void {
    const { values, faults, line, recordCount } = pending
    const isRead = faults.length === 0
    const entry = entryOf(pending)
    if (canBeSummed(values)) batch.totals.add(entry, recordCount)
    else {
      batch.totals.addUnread(recordCount)
      batch.isIncomplete = true
    }
    const found: NachaError[] = [...batch.unfit]
    if (isRead) {
      const announced = values.addendaIndicator ?? ''
      if (announced !== (addendaCount(entry) === 0 ? '0' : '1')) {
        found.push({ ...fault('entryDetail', 'says whether an addenda follows', line), value: announced })
      }
      checkEntry(entry, found)
      checkEntryInBatch(batch.header, entry, batch.lastTrace, found)
      if (batch.header.effectiveEntryDate === undefined && this.file?.header === undefined) {
        found.push(fault('batchHeader', 'neither batch nor file has a day', line))
      }
      batch.lastTrace = entry.traceNumber
    }
    faults.push(...found.map((one) => (one.line === undefined ? { ...one, line } : one)))
  }

  private takeBatchControl(record: string, line: number): void {
    const { batch, places } = this
    if (batch === undefined) return this.complain('batchControl', 'a batch control closes a batch')
    const { header, serviceClass, totals, isIncomplete } = batch
    const before = places.frame.length
    if (!announces(serviceClass, totals)) {
      const problem = 'does not fit the entries'
      places.frame.push({ record: 'batchHeader', field: 'serviceClass', value: serviceClass, problem, line })
    }
    const expected = batchControlValues(header, serviceClass, totals.totals)
    this.compare(BATCH_CONTROL, { record, line }, expected, isIncomplete)
    this.closeBatch(batch, isIncomplete || places.frame.length > before)
  }

  private closeBatch({ totals }: OpenBatch, isDoubtful: boolean): void {
    const file = this.openFile()
    file.totals.addTotals(totals.totals)
    file.batches += 1
    file.isDoubtful ||= isDoubtful
    this.batch = undefined
  }

  private takeFileControl(record: string, line: number): void {
    if (this.batch !== undefined) {
      this.complain('batchControl', 'the last batch has no control')
      this.closeBatch(this.batch, true)
    }
    this.places.companyId = undefined
    const { batches, records, totals, isDoubtful } = this.openFile()
    const blocks = Math.ceil(records / RECORDS_PER_BLOCK)
    const expected = fileControlValues(batches, blocks, totals.totals)
    this.compare(FILE_CONTROL, { record, line }, expected, isDoubtful)
    this.file = undefined
  }

  /** Every value of a control record that is not what the entries come to. */
  private compare(
    layout: RecordLayout,
    { record, line }: ControlRecord,
    expected: RecordValues,
    hasNoSums: boolean,
  ): void {
    const stated = decodeRecord(layout, record, line, this.places.frame)
    for (const { name, kind, length } of layout.fields) {
      const [value, wanted] = [stated[name], expected[name]]
      if (value === undefined || wanted === undefined || (hasNoSums && SUMS.includes(name))) continue
      // Some banks set the company identification to the right in the control and to the left in the header.
      if (kind === 'number' ? value === wanted.padStart(length, '0') : value.trim() === wanted.trim())
        continue
      const problem = `the records above come to ${wanted}`
      this.places.frame.push({ record: layout.name, field: name, value, problem, line })
    }
  }

  private complain(record: string, problem: string): void {
    this.places.frame.push(fault(record, problem, this.places.line))
  }
}

const canBeSummed = ({ transactionCode = '', rdfiIdentification, amount }: RecordValues): boolean =>
  TRANSACTION_CODES.has(transactionCode) && rdfiIdentification !== undefined && amount !== undefined

const fault = (record: string, problem: string, line: number): NachaError => ({
  record,
  field: 'recordType',
  value: '',
  problem,
  line,
})

const notARecord = (record: string, line: number): NachaError => ({
  ...fault('file', 'is no record type', line),
  value: record.slice(0, 1).replace(/[^ -~]/, '?'),
})

const ofLength = (length: number, line: number): NachaError => ({
  record: 'file',
  field: 'record',
  value: `${length} characters`,
  problem: `has ${RECORD_LENGTH}`,
  line,
})
