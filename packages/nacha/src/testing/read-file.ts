import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { NachaError } from '../nacha-error.ts'
import type { BatchHeader, EntryDetail, FileHeader, NachaFile } from '../nacha-file.ts'
import { NachaReader } from '../nacha-reader.ts'

/**
 * Reads a file, or says every fault that was found (at most a hundred): layout, order, counts, hashes, totals and the
 * rules of entries. A file is read whole or not at all. For files that do not fit in memory: NachaReader.
 */
export function readFile(text: string): Outcome<NachaFile, readonly NachaError[]> {
  let fileHeader: FileHeader | undefined
  const batches: { header: BatchHeader; entries: EntryDetail[] }[] = []
  const reader = new NachaReader({
    file: (header) => {
      fileHeader = header
    },
    batch: (header) => batches.push({ header, entries: [] }),
    entry: (entry) => batches.at(-1)?.entries.push(entry),
  })
  reader.write(text)
  const faults = reader.end()
  if (fileHeader === undefined || faults.length > 0) return refused(faults)
  return ok({ header: fileHeader, batches })
}
