import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { type EntryDetail, type FileHeader, type StreamedBatch, traceNumber } from '@dolphin/nacha/nacha-file'
import { NachaReader } from '@dolphin/nacha/nacha-reader'
import { checkDigitOf } from '@dolphin/nacha/testing/check-digit'
import { fileChunks } from '@dolphin/nacha/write-file'

const ODFI = '09100001'
const ENTRIES_PER_BATCH = 100_000
const RECORD_LENGTH = 94

const HEADER: FileHeader = {
  immediateDestination: '091000019',
  immediateOrigin: '1123456789',
  creationDate: localDate(2026, 6, 22),
  creationTime: '1530',
  fileIdModifier: 'A',
  destinationName: 'FIRST EXAMPLE BANK',
  originName: 'EXAMPLE LENDER LLC',
  referenceCode: '',
}
const ROUTING = Array.from({ length: 64 }, (_, index) => {
  const eight = (2_100_002 + index * 7_919).toString().padStart(8, '0')
  return `${eight}${checkDigitOf(eight)}`
})

/** Generated debits, made one by one so that none of them lies about. */
function* entries(from: number, count: number): Generator<EntryDetail> {
  for (let index = from; index < from + count; index += 1) {
    yield {
      transactionCode: index % 5 === 0 ? '37' : '27',
      routingNumber: ROUTING[index % ROUTING.length] ?? '',
      accountNumber: (10_000_000 + index).toString(),
      amount: cents(BigInt(2_000 + (index % 50_000))),
      individualIdentification: `118-${index}`,
      individualName: 'ADA EXAMPLE',
      discretionaryData: 'R',
      traceNumber: traceNumber(ODFI, index + 1),
      paymentInformation: undefined,
    }
  }
}

function* batches(count: number): Generator<StreamedBatch> {
  for (let from = 0, batchNumber = 1; from < count; from += ENTRIES_PER_BATCH, batchNumber += 1) {
    yield {
      serviceClass: '225',
      entries: entries(from, Math.min(ENTRIES_PER_BATCH, count - from)),
      header: {
        companyName: 'EXAMPLE LENDER',
        companyDiscretionaryData: '',
        companyIdentification: '1123456789',
        standardEntryClass: 'WEB',
        entryDescription: 'LOAN PMT',
        descriptiveDate: '',
        effectiveEntryDate: localDate(2026, 6, 23),
        settlementDate: '',
        odfiIdentification: ODFI,
        batchNumber,
      },
    }
  }
}

/** Writes so many entries; each piece goes to `take`. */
export function write(count: number, take: (chunk: string) => void): void {
  for (const chunk of fileChunks(HEADER, batches(count))) take(chunk)
}

/** Makes the entries and drops them: what is in the figure of writing and is not writing. */
export function generate(count: number): number {
  let sum = 0
  for (const batch of batches(count)) for (const { amount } of batch.entries) sum += Number(amount & 1n)
  return sum
}

/** Reads pieces; answers the entries. */
export function read(chunks: Iterable<string>): number {
  let count = 0
  const reader = new NachaReader({
    entry: () => {
      count += 1
    },
    fault: ({ faults }) => {
      throw new Error(JSON.stringify(faults[0]))
    },
  })
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return count
}

/** The floor of writing: records of 94 characters put together from two pieces, and nothing else. */
export function join(count: number, take: (chunk: string) => void): void {
  const rest = 'X'.repeat(RECORD_LENGTH - 15)
  let chunk = ''
  for (let index = 0; index < count; index += 1) {
    chunk += `${rest}${traceNumber(ODFI, index)}\n`
    if (chunk.length < 65_536) continue
    take(chunk)
    chunk = ''
  }
  take(chunk)
}

/** The floor of reading: lines cut, the first character looked at. */
export function split(chunks: Iterable<string>): number {
  let [count, rest] = [0, '']
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('6')) count += 1
  }
  return count
}
