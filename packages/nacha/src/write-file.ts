import { serviceClassOf } from './batch-totals.ts'
import { NachaWriteError } from './nacha-error.ts'
import type { FileHeader, NachaFile, StreamedBatch } from './nacha-file.ts'
import { NachaWriter } from './nacha-writer.ts'

/**
 * The text of a file: 94-character records ended by line feeds, with counts, hashes and totals calculated, filled with
 * nines to whole blocks of ten. Strict: throws NachaWriteError, naming each record, field and value, rather than write
 * anything that a bank would refuse. Source: Nacha file layout.
 */
export function writeFile({ header, batches }: NachaFile): string {
  const writer = new NachaWriter()
  const text: string[] = [writer.fileHeader(header)]
  for (const batch of batches) {
    text.push(writer.batchHeader(batch.header, serviceClassOf(batch.entries)))
    for (const entry of batch.entries) text.push(writer.entry(entry))
    text.push(writer.batchControl())
  }
  text.push(writer.fileControl())
  if (writer.faults.length > 0) throw new NachaWriteError(writer.faults)
  return text.join('')
}

/** Characters that are gathered before they are handed on: a chunk per record would cost more than the record. */
const CHUNK = 64 * 1_024

/**
 * The same file in pieces, for entries that do not fit in memory. Throws NachaWriteError at the first record that may
 * not be written: what was handed on until then is no file and must not go out.
 */
export function* fileChunks(header: FileHeader, batches: Iterable<StreamedBatch>): Generator<string> {
  const writer = new NachaWriter()
  let chunk = writer.fileHeader(header)
  const refuseFaults = () => {
    if (writer.faults.length > 0) throw new NachaWriteError(writer.faults)
  }
  for (const batch of batches) {
    chunk += writer.batchHeader(batch.header, batch.serviceClass)
    for (const entry of batch.entries) {
      chunk += writer.entry(entry)
      if (chunk.length < CHUNK) continue
      refuseFaults()
      yield chunk
      chunk = ''
    }
    chunk += writer.batchControl()
  }
  chunk += writer.fileControl()
  refuseFaults()
  yield chunk
}
