import { Zip, ZipDeflate } from 'fflate'

/** One file of an archive. */
export interface ArchiveFile {
  /** With folders: "loans/118-0000011/ledger.csv". */
  readonly name: string
  readonly bytes: Uint8Array
}

const CHUNK_BYTES = 65_536

/**
 * The bytes of a ZIP while it is being made. Files are asked for one by one and packed in small pieces, with a turn
 * of the event loop after each, so that neither memory nor other requests feel how large the archive becomes.
 */
export async function* zipStream(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    ready.push(chunk)
  })
  for await (const { name, bytes } of files) {
    const packed = new ZipDeflate(name, { level: 6 })
    packed.mtime = at
    zip.add(packed)
    let offset = 0
    do {
      const end = offset + CHUNK_BYTES
      packed.push(bytes.subarray(offset, end), end >= bytes.length)
      offset = end
      yield* ready.splice(0)
      await turnOfTheLoop()
    } while (offset < bytes.length)
  }
  zip.end()
  yield* ready.splice(0)
}

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
