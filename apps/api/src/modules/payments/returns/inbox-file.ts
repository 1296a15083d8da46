import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { clueOfEntry, clueOfRecords, type EntryClue } from '@dolphin/nacha/entry-clue'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import { NachaReader } from '@dolphin/nacha/nacha-reader'
import type { ReadEntry, ReadFault } from '@dolphin/nacha/read-item'

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
  readonly receiver: Pick<EntryClue, 'accountNumber' | 'individualName' | 'individualIdentification'>
  readonly exception: ExceptionAddenda
  /** As the bank wrote it. */
  readonly written: Pick<ReadEntry, 'batch' | 'entry'>
  readonly place: BankLines
}

/** Lines of a file as they stand there, and those around them. */
export type BankLines = Pick<ReadFault, 'records' | 'before' | 'after'>

/** An entry, or a line that may be one, of which no more than a clue can be read. */
export interface UnreadEntry {
  readonly line: number
  /** Undefined where it cannot be read. */
  readonly companyId: string | undefined
  readonly clue: EntryClue
  readonly faults: readonly NachaError[]
  readonly place: BankLines
}

/** What does not agree around entries: a header, a control, or one that is missing. */
export type FrameFault = Omit<UnreadEntry, 'clue'>

export type InboxItem =
  | { readonly is: 'entry'; readonly entry: InboxEntry }
  | { readonly is: 'unread'; readonly unread: UnreadEntry }
  | { readonly is: 'frame'; readonly frame: FrameFault }

/** What a file of the bank holds, one by one in order: never all of it is in memory. Source: domain.md §14. */
export function* inboxItems(bytes: Uint8Array): Generator<InboxItem> {
  const found: InboxItem[] = []
  const reader = new NachaReader({
    entry: (entry) => void found.push(...itemsOf(entry)),
    fault: (fault) => void found.push(faultItem(fault)),
  })
  for (const chunk of chunksOf(bytes)) {
    reader.write(chunk)
    yield* found.splice(0)
  }
  reader.end()
  yield* found.splice(0)
}

function itemsOf(read: ReadEntry): InboxItem[] {
  const { file, batch, entry, line, records, before, after } = read
  const { exceptions = [], amount } = entry
  const companyId = batch.companyIdentification.trim()
  const place = { records, before, after }
  if (exceptions.length === 0) {
    const unread = { line, companyId, clue: clueOfEntry(entry), faults: [noNews(line)], place }
    return [{ is: 'unread', unread }]
  }
  const day = batch.effectiveEntryDate ?? file?.creationDate
  const bankDate = day === undefined ? '' : formatLocalDate(day)
  const { accountNumber, individualName, individualIdentification } = entry
  const receiver = { accountNumber, individualName, individualIdentification }
  return exceptions.map((exception) => ({
    is: 'entry',
    entry: { line, companyId, amount, bankDate, receiver, exception, written: { batch, entry }, place },
  }))
}

function faultItem({ part, line, companyId, faults, records, before, after }: ReadFault): InboxItem {
  const place = { records, before, after }
  const found = { line, companyId, faults, place }
  if (part === 'frame') return { is: 'frame', frame: found }
  return { is: 'unread', unread: { ...found, clue: clueOfRecords(records) } }
}

/** What an entry that was read tells of the loan that it may be about. */
export const clueOf = ({ amount, receiver, exception }: InboxEntry): EntryClue => ({
  originalTrace: exception.originalTrace,
  originalRdfi: exception.originalRdfi,
  amount,
  ...receiver,
})

const noNews = (line: number): NachaError => ({
  record: 'entryDetail',
  field: 'addendaIndicator',
  value: '0',
  problem: 'brings neither a return nor a notice of change',
  line,
})

const CHUNK_BYTES = 64 * 1_024

/** One character a byte, so that one beyond ASCII shifts no column. */
function* chunksOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; start += CHUNK_BYTES)
    yield buffer.toString('latin1', start, start + CHUNK_BYTES)
}
