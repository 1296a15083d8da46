const UTF8_BOM = [0xef, 0xbb, 0xbf] as const
const UTF16LE_BOM = [0xff, 0xfe] as const
const UTF16BE_BOM = [0xfe, 0xff] as const
const SAMPLE_BYTES = 4_000
/** Western text in UTF-16 has a zero in nearly every second byte. */
const ZERO_SHARE = 0.8
/** Characters of text that are no letters: tab, line feed, form feed, carriage return. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const begins = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte)

/**
 * How bytes are to be read as text; undefined where they are none. Banks export UTF-8 with and without its mark,
 * UTF-16 (spreadsheets) and Windows-1252 (older exports); the latter is what is left when the bytes are no UTF-8.
 */
export function textEncoding(bytes: Uint8Array): TextEncodingName | undefined {
  if (bytes.length === 0) return undefined
  if (begins(bytes, UTF8_BOM)) return isUtf8(bytes) ? 'utf-8' : undefined
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return wide
  if (hasControls(bytes)) return undefined
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

const CONTROL_Z = 0x1a

/** A file without what DOS programs and mainframes put behind its end: Control-Z, or zeros to the end of a block. */
export function withoutFiller(bytes: Uint8Array): Uint8Array {
  if (wideEncoding(bytes) !== undefined) return bytes
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0 && byte !== CONTROL_Z) + 1)
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined
  if (begins(bytes, UTF16LE_BOM)) return 'utf-16le'
  if (begins(bytes, UTF16BE_BOM)) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const enough = (sample.length / 2) * ZERO_SHARE
  const [even = 0, odd = 0] = zeros
  if (odd >= enough && even === 0) return 'utf-16le'
  return even >= enough && odd === 0 ? 'utf-16be' : undefined
}

const hasControls = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => (byte < 0x20 && !TEXT_CONTROLS.has(byte)) || byte === 0x7f)

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const PIECE_BYTES = 64 * 1024

/** The text piece by piece, so that reading can stop early and never holds the whole file twice. */
export function* textPieces(bytes: Uint8Array, encoding: TextEncodingName): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
  }
  yield decoder.decode()
}
