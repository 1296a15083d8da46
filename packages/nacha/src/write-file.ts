import { batchTotals, fileTotals } from './batch-totals.ts'
import { entryErrors, fileErrors } from './file-rules.ts'
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  PAYMENT_ADDENDA,
} from './layouts.ts'
import { type NachaError, NachaWriteError } from './nacha-error.ts'
import type { Batch, EntryDetail, NachaFile } from './nacha-file.ts'
import {
  encodeRecord,
  RECORD_LENGTH,
  type RecordLayout,
  recordErrors,
  type RecordValues,
} from './record-layout.ts'
import {
  addendaValues,
  batchControlValues,
  batchHeaderValues,
  entryDetailValues,
  fileControlValues,
  fileHeaderValues,
} from './record-values.ts'

const RECORDS_PER_BLOCK = 10
const FILLER = '9'.repeat(RECORD_LENGTH)

type Line = readonly [RecordLayout, RecordValues]

const entryLines = (entry: EntryDetail): Line[] => [
  [ENTRY_DETAIL, entryDetailValues(entry)],
  ...(entry.paymentInformation === undefined ? [] : [[PAYMENT_ADDENDA, addendaValues(entry)] as const]),
]

const batchLines = (batch: Batch): Line[] => [
  [BATCH_HEADER, batchHeaderValues(batch)],
  ...batch.entries.flatMap(entryLines),
  [BATCH_CONTROL, batchControlValues(batch, batchTotals(batch.entries))],
]

function fileLines({ header, batches }: NachaFile): Line[] {
  const lines: Line[] = [[FILE_HEADER, fileHeaderValues(header)], ...batches.flatMap(batchLines)]
  const blockCount = Math.ceil((lines.length + 1) / RECORDS_PER_BLOCK)
  const totals = fileTotals(batches.map(({ entries }) => batchTotals(entries)))
  return [...lines, [FILE_CONTROL, fileControlValues(batches.length, blockCount, totals)]]
}

/** Rules first: totals of entries that are no entries cannot even be reckoned. */
function faultsOf(file: NachaFile): NachaError[] {
  const broken = [...fileErrors(file), ...file.batches.flatMap(({ entries }) => entries.flatMap(entryErrors))]
  return broken.length > 0
    ? broken
    : fileLines(file).flatMap(([layout, values]) => recordErrors(layout, values))
}

/**
 * The text of a file: 94-character records ended by line feeds, counts, hashes and totals reckoned, filled with
 * nines to whole blocks of ten. Strict: throws NachaWriteError, naming each record, field and value, rather
 * than write anything that a bank would refuse. Source: Nacha file layout.
 */
export function writeFile(file: NachaFile): string {
  const faults = faultsOf(file)
  if (faults.length > 0) throw new NachaWriteError(faults)
  const records = fileLines(file).map(([layout, values]) => encodeRecord(layout, values))
  while (records.length % RECORDS_PER_BLOCK !== 0) records.push(FILLER)
  return `${records.join('\n')}\n`
}
