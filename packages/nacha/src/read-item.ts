import type { NachaError } from './nacha-error.ts'
import type { BatchHeader, EntryDetail, FileHeader } from './nacha-file.ts'

/** Where something stands in what a bank delivers. */
interface ReadPlace {
  /** Of its first record, from 1; behind the last one for what is missing there. */
  readonly line: number
  /** As they stand in the file, with account numbers and names; none for what is missing at the end. */
  readonly records: readonly string[]
  /** The record before and the one behind. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** An entry that was read, with what it stands in. */
export interface ReadEntry extends ReadPlace {
  /** Undefined where the header is missing or damaged. */
  readonly file: FileHeader | undefined
  readonly batch: BatchHeader
  readonly entry: EntryDetail
}

/** What cannot be read, or does not agree, and where. */
export interface ReadFault extends ReadPlace {
  /** An entry, or a line that may be one; else a header, a control, or what is missing of them. */
  readonly part: 'entry' | 'frame'
  /** Company of the batch that it stands in, where that can be read. */
  readonly companyId: string | undefined
  readonly faults: readonly NachaError[]
}

/** Called in the order of the lines; a fault comes once the line behind it is known. */
export interface ReadSink {
  readonly entry: (entry: ReadEntry) => void
  readonly fault: (fault: ReadFault) => void
}
