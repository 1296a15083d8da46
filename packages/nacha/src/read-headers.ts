import { parseBankFileDate } from './bank-file-date.ts'
import { checkBatchHeader, checkFileHeader } from './file-rules.ts'
import { BATCH_HEADER, FILE_HEADER } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import type { BatchHeader, FileHeader, StandardEntryClass } from './nacha-file.ts'
import { decodeRecord } from './record-layout.ts'

const UNSET_DATE = /^(0{6})?$/

/** Fields of a batch header without which its entries cannot be taken. */
const NEEDED: readonly string[] = ['companyIdentification', 'standardEntryClass', 'effectiveEntryDate']

/** A file header; undefined where it has no day. What is wrong with it is added to the faults. */
export function readFileHeader(record: string, line: number, faults: NachaError[]): FileHeader | undefined {
  const values = decodeRecord(FILE_HEADER, record, line, faults)
  const text = (name: string): string => values[name] ?? ''
  const creationDate = parseBankFileDate(text('creationDate'))
  if (creationDate === undefined) {
    const field = { record: 'fileHeader', field: 'creationDate', value: text('creationDate') }
    faults.push({ ...field, problem: 'is no date', line })
    return undefined
  }
  const header: FileHeader = {
    immediateDestination: text('immediateDestination'),
    immediateOrigin: text('immediateOrigin'),
    creationDate,
    creationTime: text('creationTime'),
    fileIdModifier: text('fileIdModifier'),
    destinationName: text('destinationName'),
    originName: text('originName'),
    referenceCode: text('referenceCode'),
  }
  placed(line, faults, (broken) => checkFileHeader(header, broken))
  return header
}

/** A batch header, with those of its faults for which its entries cannot be taken. */
export function readBatchHeader(record: string, line: number, faults: NachaError[]) {
  const own: NachaError[] = []
  const values = decodeRecord(BATCH_HEADER, record, line, own)
  const text = (name: string): string => values[name] ?? ''
  const date = text('effectiveEntryDate')
  const effectiveEntryDate = UNSET_DATE.test(date) ? undefined : parseBankFileDate(date)
  if (effectiveEntryDate === undefined && !UNSET_DATE.test(date)) {
    const field = { record: 'batchHeader', field: 'effectiveEntryDate', value: date }
    own.push({ ...field, problem: 'is no date', line })
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
  placed(line, own, (broken) => checkBatchHeader(header, broken))
  faults.push(...own)
  const unfit = own.filter(({ field }) => NEEDED.includes(field))
  return { header, serviceClass: text('serviceClass'), unfit }
}

/** Rules know no lines. */
function placed(line: number, faults: NachaError[], check: (broken: NachaError[]) => void): void {
  const broken: NachaError[] = []
  check(broken)
  faults.push(...broken.map((one) => ({ ...one, line })))
}
