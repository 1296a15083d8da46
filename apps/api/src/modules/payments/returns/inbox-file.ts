import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import { MOST_FAULTS, type NachaError } from '@dolphin/nacha/nacha-error'
import { NachaReader } from '@dolphin/nacha/nacha-reader'

/** What the bank says of one entry that we sent. */
export interface InboxEntry {
  /** Of its entry record in the file, from 1. */
  readonly line: number
  /** Of the batch that it stands in: whose entry it was. */
  readonly companyId: string
  readonly amount: Cents
  /** Day of its batch, else of the file, YYYY-MM-DD. */
  readonly bankDate: string
  /** Of the receiver, as we sent them: which loan the entry may be about. */
  readonly receiver: ReceiverFields
  readonly exception: ExceptionAddenda
}

/** Who was to get the entry that comes back. */
export interface ReceiverFields {
  readonly accountNumber: string
  readonly individualName: string
  readonly individualIdentification: string
}

/** What a whole file brings. */
export interface InboxFileCounts {
  readonly entries: number
  readonly noticesOfChange: number
}

/**
 * Reads a file of the bank whole and keeps nothing of it: returns, their dishonors and contests, notices of change. Any
 * fault refuses all of it, and so does an entry that brings no such news, or that stands under another company's name
 * than the portfolio's, for such a file is not meant for us. Source: ach.md §1 to §3.
 */
export function checkInboxFile(
  bytes: Uint8Array,
  companyId: string,
): Outcome<InboxFileCounts, readonly NachaError[]> {
  const strange: NachaError[] = []
  const ofOthers: NachaError[] = []
  const counts = { entries: 0, noticesOfChange: 0 }
  const reader = entryReader({
    entry: (entry) => {
      counts.entries += 1
      if (entry.exception.kind === 'noticeOfChange') counts.noticesOfChange += 1
      if (entry.companyId !== companyId) addFault(ofOthers, ofAnotherCompany(entry))
    },
    noNews: (line) => addFault(strange, noNews(line)),
  })
  for (const chunk of chunksOf(bytes)) reader.write(chunk)
  const unfit = [...reader.end(), ...strange]
  const faults = unfit.length > 0 ? unfit : ofOthers
  return faults.length === 0 ? ok(counts) : refused(faults.slice(0, MOST_FAULTS))
}

/** The entries of a file that was checked, one by one: never all of them are in memory. */
export function* inboxEntries(bytes: Uint8Array): Generator<InboxEntry> {
  const found: InboxEntry[] = []
  const reader = entryReader({ entry: (entry) => void found.push(entry), noNews: () => {} })
  for (const chunk of chunksOf(bytes)) {
    reader.write(chunk)
    yield* found.splice(0)
  }
  reader.end()
  yield* found.splice(0)
}

interface EntrySink {
  readonly entry: (entry: InboxEntry) => void
  /** An entry record, by its line, that brings neither a return nor a notice of change. */
  readonly noNews: (line: number) => void
}

function entryReader(sink: EntrySink): NachaReader {
  let companyId = ''
  let fileDate = ''
  let bankDate = ''
  return new NachaReader({
    file: ({ creationDate }) => {
      fileDate = formatLocalDate(creationDate)
    },
    batch: ({ companyIdentification, effectiveEntryDate }) => {
      companyId = companyIdentification.trim()
      bankDate = effectiveEntryDate === undefined ? fileDate : formatLocalDate(effectiveEntryDate)
    },
    entry: ({ exceptions = [], amount, accountNumber, individualName, individualIdentification }, line) => {
      if (exceptions.length === 0) sink.noNews(line)
      const receiver = { accountNumber, individualName, individualIdentification }
      for (const exception of exceptions)
        sink.entry({ line, companyId, amount, bankDate, receiver, exception })
    },
  })
}

const CHUNK_BYTES = 64 * 1_024

/** One character a byte, so that one beyond ASCII shifts no column. */
function* chunksOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; start += CHUNK_BYTES)
    yield buffer.toString('latin1', start, start + CHUNK_BYTES)
}

/** The lines of a file, one by one, without their ends. */
export function* linesOf(bytes: Uint8Array): Generator<string> {
  let rest = ''
  for (const chunk of chunksOf(bytes)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  yield rest
}

const addFault = (faults: NachaError[], fault: NachaError): void => {
  if (faults.length < MOST_FAULTS) faults.push(fault)
}

const noNews = (line: number): NachaError => ({
  record: 'entryDetail',
  field: 'addendaIndicator',
  value: '0',
  problem: 'brings neither a return nor a notice of change',
  line,
})

/** Columns 41 to 50 of a batch header (ach.md §1). */
const COMPANY_ID = /^5.{39}(.{10})/

/** The company identifications that stand in a file, readable or not: tells whose file it was meant to be. */
export function companiesNamed(bytes: Uint8Array): ReadonlySet<string> {
  const named = new Set<string>()
  for (const line of linesOf(bytes)) {
    const company = COMPANY_ID.exec(line)?.[1]?.trim()
    if (company !== undefined) named.add(company)
  }
  return named
}

const ofAnotherCompany = ({ companyId: value, line }: InboxEntry): NachaError => ({
  record: 'batchHeader',
  field: 'companyIdentification',
  value,
  problem: 'is not that of this portfolio',
  line,
})
