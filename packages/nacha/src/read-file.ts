import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { batchTotals, fileTotals, serviceClassOf } from './batch-totals.ts'
import { entryErrors, fileErrors } from './file-rules.ts'
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  PAYMENT_ADDENDA,
} from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import type {
  Batch,
  BatchHeader,
  EntryDetail,
  FileHeader,
  NachaFile,
  StandardEntryClass,
} from './nacha-file.ts'
import { type NumberedLine, recordLines } from './record-lines.ts'
import { decodeRecord, type RecordLayout, type RecordValues } from './record-layout.ts'
import { batchControlValues, fileControlValues } from './record-values.ts'

/** What has been read so far. */
interface Reading {
  header: FileHeader | undefined
  batches: Batch[]
  open: { header: BatchHeader; serviceClass: string; entries: EntryDetail[] } | undefined
  isClosed: boolean
  readonly errors: NachaError[]
}

const MIXED = '200'

const textOf = (values: RecordValues, name: string): string => values[name] ?? ''

function complain(reading: Reading, line: NumberedLine, problem: string): void {
  const value = line.text.slice(0, 1)
  reading.errors.push({ record: 'file', field: 'recordType', value, problem, line: line.number })
}

/** The values of a record; its faults are noted. */
function decoded(reading: Reading, layout: RecordLayout, line: NumberedLine): RecordValues {
  const { values, errors } = decodeRecord(layout, line.text, line.number)
  reading.errors.push(...errors)
  return values
}

function dateOf(reading: Reading, record: string, field: string, text: string, line: number): LocalDate {
  const date = parseLocalDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
  if (date === undefined) reading.errors.push({ record, field, value: text, problem: 'is no date', line })
  return date ?? (0 as LocalDate)
}

function readFileHeader(reading: Reading, line: NumberedLine): void {
  const values = decoded(reading, FILE_HEADER, line)
  const text = (name: string): string => textOf(values, name)
  if (reading.header !== undefined) complain(reading, line, 'a file has one header')
  reading.header = {
    immediateDestination: text('immediateDestination'),
    immediateOrigin: text('immediateOrigin'),
    creationDate: dateOf(reading, 'fileHeader', 'creationDate', text('creationDate'), line.number),
    creationTime: text('creationTime'),
    fileIdModifier: text('fileIdModifier'),
    destinationName: text('destinationName'),
    originName: text('originName'),
    referenceCode: text('referenceCode'),
  }
}

function readBatchHeader(reading: Reading, line: NumberedLine): void {
  const values = decoded(reading, BATCH_HEADER, line)
  const text = (name: string): string => textOf(values, name)
  if (reading.open !== undefined) complain(reading, line, 'the batch before has no control')
  const header: BatchHeader = {
    companyName: text('companyName'),
    companyDiscretionaryData: text('companyDiscretionaryData'),
    companyIdentification: text('companyIdentification'),
    // Checked with the rules of the file, once it is read.
    standardEntryClass: text('standardEntryClass') as StandardEntryClass,
    entryDescription: text('entryDescription'),
    descriptiveDate: text('descriptiveDate'),
    effectiveEntryDate: dateOf(
      reading,
      'batchHeader',
      'effectiveEntryDate',
      text('effectiveEntryDate'),
      line.number,
    ),
    settlementDate: text('settlementDate'),
    odfiIdentification: text('odfiIdentification'),
    batchNumber: Number(text('batchNumber')),
  }
  reading.open = { header, serviceClass: text('serviceClass'), entries: [] }
}

function readEntry(reading: Reading, line: NumberedLine, next: NumberedLine | undefined): void {
  const values = decoded(reading, ENTRY_DETAIL, line)
  const text = (name: string): string => textOf(values, name)
  const hasAddenda = next?.text.startsWith('7') === true
  if ((text('addendaIndicator') === '1') !== hasAddenda) {
    const value = text('addendaIndicator')
    const problem = 'says whether an addenda follows'
    reading.errors.push({
      record: 'entryDetail',
      field: 'addendaIndicator',
      value,
      problem,
      line: line.number,
    })
  }
  const amount = text('amount')
  const entry: EntryDetail = {
    transactionCode: text('transactionCode'),
    routingNumber: `${text('rdfiIdentification')}${text('checkDigit')}`,
    accountNumber: text('accountNumber'),
    amount: cents(BigInt(amount === '' ? '0' : amount)),
    individualIdentification: text('individualIdentification'),
    individualName: text('individualName'),
    discretionaryData: text('discretionaryData'),
    traceNumber: text('traceNumber'),
    paymentInformation: hasAddenda ? readAddenda(reading, next, text('traceNumber')) : undefined,
  }
  if (reading.open === undefined) complain(reading, line, 'an entry stands in a batch')
  reading.open?.entries.push(entry)
}

function readAddenda(reading: Reading, line: NumberedLine, trace: string): string {
  const values = decoded(reading, PAYMENT_ADDENDA, line)
  const value = textOf(values, 'entrySequence')
  if (value !== trace.slice(8)) {
    const problem = 'is the sequence of its entry'
    reading.errors.push({ record: 'addenda', field: 'entrySequence', value, problem, line: line.number })
  }
  return textOf(values, 'paymentInformation')
}

/** Every value of a control record that is not what the entries come to. */
function compareControl(
  reading: Reading,
  layout: RecordLayout,
  line: NumberedLine,
  expected: RecordValues,
): void {
  const stated = decoded(reading, layout, line)
  for (const { name, kind } of layout.fields) {
    const [value, wanted] = [stated[name], expected[name]]
    if (value === undefined || wanted === undefined) continue
    if (kind === 'number' ? BigInt(value) === BigInt(wanted) : value === wanted) continue
    const problem = `the records above come to ${wanted}`
    reading.errors.push({ record: layout.name, field: name, value, problem, line: line.number })
  }
}

function readBatchControl(reading: Reading, line: NumberedLine): void {
  const batch = reading.open
  if (batch === undefined) return complain(reading, line, 'a batch control closes a batch')
  const { header, serviceClass, entries } = batch
  // A mixed class may announce entries of one kind; the writer always announces exactly what is there.
  if (serviceClass !== MIXED && serviceClass !== serviceClassOf(entries)) {
    const problem = 'does not fit the entries'
    reading.errors.push({ record: 'batchHeader', field: 'serviceClass', value: serviceClass, problem })
  }
  const expected = { ...batchControlValues(batch, batchTotals(entries)), serviceClass }
  compareControl(reading, BATCH_CONTROL, line, expected)
  reading.batches.push({ header, entries })
  reading.open = undefined
}

function readFileControl(reading: Reading, line: NumberedLine): void {
  if (reading.open !== undefined) complain(reading, line, 'the last batch has no control')
  const totals = fileTotals(reading.batches.map(({ entries }) => batchTotals(entries)))
  const blockCount = Math.ceil(line.number / 10)
  compareControl(reading, FILE_CONTROL, line, fileControlValues(reading.batches.length, blockCount, totals))
  reading.isClosed = true
}

function readRecord(
  reading: Reading,
  line: NumberedLine,
  next: NumberedLine | undefined,
  previous: string,
): void {
  if (reading.isClosed) {
    if (!/^9+$/.test(line.text)) complain(reading, line, 'only filler follows the file control')
    return
  }
  if (reading.header === undefined && !line.text.startsWith('1'))
    complain(reading, line, 'the file header comes first')
  switch (line.text.slice(0, 1)) {
    case '1':
      return readFileHeader(reading, line)
    case '5':
      return readBatchHeader(reading, line)
    case '6':
      return readEntry(reading, line, next)
    case '7':
      if (previous !== '6') complain(reading, line, 'an addenda follows its entry')
      return
    case '8':
      return readBatchControl(reading, line)
    case '9':
      return readFileControl(reading, line)
    default:
      return complain(reading, line, 'is no record type')
  }
}

/**
 * Reads a file, or says every fault that was found: layout, order, counts, hashes, totals and the rules of
 * entries. Tolerant of what operators accept: CR LF, cut trailing blanks, missing filler, no line ends at all.
 */
export function readFile(text: string): Outcome<NachaFile, NachaError[]> {
  const reading: Reading = { header: undefined, batches: [], open: undefined, isClosed: false, errors: [] }
  const { lines, errors } = recordLines(text)
  reading.errors.push(...errors)
  for (const [index, line] of lines.entries()) {
    readRecord(reading, line, lines[index + 1], lines[index - 1]?.text.slice(0, 1) ?? '')
  }
  if (!reading.isClosed) {
    reading.errors.push({
      record: 'fileControl',
      field: 'recordType',
      value: '',
      problem: 'the file control is missing',
    })
  }
  const { header, batches } = reading
  if (header === undefined || reading.errors.length > 0) return refused(reading.errors)
  const broken = [
    ...fileErrors({ header, batches }),
    ...batches.flatMap(({ entries }) => entries.flatMap(entryErrors)),
  ]
  return broken.length > 0 ? refused(broken) : ok({ header, batches })
}
