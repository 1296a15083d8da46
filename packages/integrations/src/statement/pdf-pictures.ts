import { isOverDecodedBytes } from './read-png.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

const PICTURE = /\/Subtype\s*\/Image(?![A-Za-z])/g
/** A picture's dictionary is shorter than this to either side of its type. */
const DICTIONARY_CHARACTERS = 2_000
const SAMPLES: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 }
const MOST_SAMPLES = 4
const DEFAULT_BITS = 8

/** A PDF as text whose names are plain: one may be written with codes in place of letters, such as /J#61vaScript. */
export const plainNames = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Whether a PDF has a picture that unpacks to more than may be held, by what its dictionary says: the entries of a stream
 * are never compressed themselves. `text` is the file with plain names. Source: ISO 32000-1, 7.5.7 and 8.9.5.
 */
export function namesHugePicture(text: string): boolean {
  for (const { index } of text.matchAll(PICTURE)) {
    const entries = dictionaryAround(text, index)
    const pixels = entry(entries, WIDTH, 1) * entry(entries, HEIGHT, 1)
    if (pixels > STATEMENT_LIMITS.pixels) return true
    if (isOverDecodedBytes(pixels, samplesOf(entries) * entry(entries, BITS, DEFAULT_BITS))) return true
  }
  return false
}

/** From the head of the object to the data of the stream. */
function dictionaryAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - DICTIONARY_CHARACTERS), at)
  const after = text.slice(at, at + DICTIONARY_CHARACTERS)
  const end = after.indexOf('stream')
  return before.slice(before.lastIndexOf(' obj') + 1) + (end === -1 ? after : after.slice(0, end))
}

const WIDTH = /\/Width\s+(\d{1,9})(?!\s+\d+\s+R)/
const HEIGHT = /\/Height\s+(\d{1,9})(?!\s+\d+\s+R)/
const BITS = /\/BitsPerComponent\s+(\d{1,9})(?!\s+\d+\s+R)/

function entry(entries: string, pattern: RegExp, otherwise: number): number {
  const found = pattern.exec(entries)?.[1]
  return found === undefined ? otherwise : Number(found)
}

/** One of its own has at most four; one bit each where it is a mask. */
function samplesOf(entries: string): number {
  const space = /\/ColorSpace\s*\/([A-Za-z]+)/.exec(entries)?.[1]
  return SAMPLES[space ?? ''] ?? (/\/ImageMask\s+true/.test(entries) ? 1 : MOST_SAMPLES)
}
