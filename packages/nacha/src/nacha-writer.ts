import { assert } from '@dolphin/domain/assert'
import { announces, RunningTotals } from './batch-totals.ts'
import { checkEntryInBatch, checkSentEntryInBatch } from './entry-rules.ts'
import {
  checkBatchHeader,
  checkFileHeader,
  checkSentBatchHeader,
  checkSentFileHeader,
  entryText,
} from './file-rules.ts'
import { BATCH_CONTROL, BATCH_HEADER, FILE_CONTROL, FILE_HEADER } from './layouts.ts'
import { MOST_FAULTS, type NachaError } from './nacha-error.ts'
import type { BatchHeader, EntryDetail, FileHeader, ServiceClass } from './nacha-file.ts'
import { encodeRecord, RECORD_LENGTH } from './record-layout.ts'
import {
  batchControlValues,
  batchHeaderValues,
  fileControlValues,
  fileHeaderValues,
} from './record-values.ts'
import { TraceSet } from './trace-set.ts'

const RECORDS_PER_BLOCK = 10
const FILLER = `${'9'.repeat(RECORD_LENGTH)}\n`

/**
 * Writes a file record by record, in its order, and keeps only sums: memory does not grow with the entries. Each call
 * answers the records' text. What may not be written is noted in `faults`; text that was answered then is no file.
 */
export class NachaWriter {
  /** Every fault so far, of the first hundred. */
  readonly faults: NachaError[] = []
  private readonly file = new RunningTotals()
  private readonly traces = new TraceSet()
  private records = 0
  private batches = 0
  private lastBatchNumber = 0
  private batch: { header: BatchHeader; serviceClass: ServiceClass; totals: RunningTotals } | undefined
  private lastTrace = ''

  fileHeader(header: FileHeader): string {
    assert(this.records === 0, 'a file has one header, at its start')
    this.records = 1
    checkFileHeader(header, this.faults)
    checkSentFileHeader(header, this.faults)
    return `${encodeRecord(FILE_HEADER, fileHeaderValues(header), this.faults)}\n`
  }

  batchHeader(header: BatchHeader, serviceClass: ServiceClass): string {
    assert(this.records > 0 && this.batch === undefined, 'a batch stands in a file, not in another batch')
    this.batch = { header, serviceClass, totals: new RunningTotals() }
    this.records += 1
    this.lastTrace = ''
    if (this.isGivenUp) return ''
    checkBatchHeader(header, this.faults)
    checkSentBatchHeader(header, this.lastBatchNumber, this.faults)
    this.lastBatchNumber = header.batchNumber
    return `${encodeRecord(BATCH_HEADER, batchHeaderValues(header, serviceClass), this.faults)}\n`
  }

  /** The entry's record and its addenda. */
  entry(entry: EntryDetail): string {
    const { batch, faults } = this
    assert(batch !== undefined, 'an entry stands in a batch')
    if (this.isGivenUp) return ''
    const before = faults.length
    const text = entryText(entry, faults)
    checkEntryInBatch(batch.header, entry, this.lastTrace, faults)
    checkSentEntryInBatch(batch.header, entry, faults)
    // Totals of invalid entries cannot be calculated.
    if (faults.length > before) return ''
    if (!this.traces.add(entry.traceNumber)) {
      const value = entry.traceNumber
      faults.push({ record: 'entryDetail', field: 'traceNumber', value, problem: 'is unique in the file' })
    }
    batch.totals.add(entry)
    this.lastTrace = entry.traceNumber
    this.records += text.length / (RECORD_LENGTH + 1)
    return text
  }

  batchControl(): string {
    const { batch, faults } = this
    assert(batch !== undefined, 'a batch control closes a batch')
    const { header, serviceClass, totals } = batch
    this.batch = undefined
    this.records += 1
    this.batches += 1
    if (this.isGivenUp) return ''
    const { entryAddendaCount } = totals.totals
    if (entryAddendaCount === 0 && faults.length === 0) {
      const problem = 'a batch holds at least one entry'
      faults.push({ record: 'batchHeader', field: 'entries', value: '0', problem })
    }
    if (!announces(serviceClass, totals)) {
      const problem = 'does not fit the entries'
      faults.push({ record: 'batchHeader', field: 'serviceClass', value: serviceClass, problem })
    }
    this.file.addTotals(totals.totals)
    const values = batchControlValues(header, serviceClass, totals.totals)
    return `${encodeRecord(BATCH_CONTROL, values, faults)}\n`
  }

  /** The file control and the nines that fill the last block of ten. */
  fileControl(): string {
    assert(this.records > 0 && this.batch === undefined, 'the file control follows the last batch')
    this.records += 1
    if (this.batches === 0) {
      const problem = 'a file holds at least one batch'
      this.faults.push({ record: 'fileControl', field: 'batchCount', value: '0', problem })
    }
    const blocks = Math.ceil(this.records / RECORDS_PER_BLOCK)
    const values = fileControlValues(this.batches, blocks, this.file.totals)
    const control = encodeRecord(FILE_CONTROL, values, this.faults)
    return `${control}\n${FILLER.repeat(blocks * RECORDS_PER_BLOCK - this.records)}`
  }

  private get isGivenUp(): boolean {
    return this.faults.length >= MOST_FAULTS
  }
}
