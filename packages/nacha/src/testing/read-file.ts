import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { MOST_FAULTS, type NachaError } from '../nacha-error.ts'
import type { EntryDetail, NachaFile } from '../nacha-file.ts'
import { NachaReader } from '../nacha-reader.ts'
import type { ReadEntry, ReadFault } from '../read-item.ts'

/** What a delivery gives, whole; it may come in pieces. */
export function readDelivery(text: string, pieceLength = Math.max(1, text.length)) {
  const entries: ReadEntry[] = []
  const faults: ReadFault[] = []
  const reader = new NachaReader({
    entry: (entry) => void entries.push(entry),
    fault: (fault) => void faults.push(fault),
  })
  for (let from = 0; from < text.length; from += pieceLength) {
    reader.write(text.slice(from, from + pieceLength))
  }
  reader.end()
  return { entries, faults }
}

/** A file as we write it: one, of ASCII, each trace number once. Anything else is refused with its faults. */
export function readFile(text: string, pieceLength?: number): Outcome<NachaFile, readonly NachaError[]> {
  const { entries, faults } = readDelivery(text, pieceLength)
  const found = [...faults.flatMap((fault) => fault.faults), ...strictFaults(text, entries)]
  const [first] = entries
  if (found.length > 0 || first?.file === undefined) return refused(found.slice(0, MOST_FAULTS))
  const batches: { header: ReadEntry['batch']; entries: EntryDetail[] }[] = []
  for (const { batch: header, entry } of entries) {
    const last = batches.at(-1)
    if (last?.header === header) last.entries.push(entry)
    else batches.push({ header, entries: [entry] })
  }
  return ok({ header: first.file, batches })
}

const fault = (problem: string): NachaError => ({ record: 'file', field: 'file', value: '', problem })

function strictFaults(text: string, entries: readonly ReadEntry[]): NachaError[] {
  const traces = new Set(entries.map(({ entry }) => entry.traceNumber))
  return [
    ...(/[^ -~\r\n]/.test(text) ? [fault('has a character beyond ASCII')] : []),
    ...(new Set(entries.map(({ file }) => file)).size === 1 ? [] : [fault('is one file with entries')]),
    ...(traces.size === entries.length ? [] : [fault('has a trace number twice')]),
  ]
}
