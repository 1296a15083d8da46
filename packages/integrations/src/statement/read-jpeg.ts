import { STATEMENT_LIMITS } from './statement-limits.ts'
import { isOverDecodedBytes, type PictureProblem } from './read-png.ts'

/** A marker of a JPEG file is 0xFF and one byte. */
const MARK = 0xff
const [START, END, SCAN] = [0xd8, 0xd9, 0xda]
/** Within the data of a scan: an escaped 0xFF, and the eight restart markers. */
const isData = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7)
/** The frame header, which says the size: 0xC0 to 0xCF but for tables and what is reserved. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
/** Kept of what programs add: JFIF and Adobe say how colors are stored. The rest says where, when and by whom. */
const isKept = (code: number): boolean =>
  code === 0xe0 || code === 0xee || !((code >= 0xe1 && code <= 0xef) || code === 0xfe)

/**
 * Walks a JPEG's segments and writes those that make the picture: no place, device or text, no preview, nothing behind
 * its end. The picture data are not decoded, so a damaged one may look broken; the size is judged by its header. Source:
 * ITU-T T.81, annex B; design/security.md T16.
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array | PictureProblem {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let isSized = false
  let isScanned = false
  let at = 2
  for (let segments = 0; segments < STATEMENT_LIMITS.pictureParts; segments += 1) {
    const code = bytes[at + 1]
    if (code === undefined) return 'truncated'
    if (bytes[at] !== MARK || code === START) return 'damaged'
    if (code === END) return isScanned ? joined([...kept, bytes.subarray(at, at + 2)]) : 'damaged'
    const segment = segmentAt(bytes, at)
    if (typeof segment === 'string') return segment
    if (isFrame(code)) {
      const problem = sizeProblem(segment)
      if (problem !== undefined || isSized) return problem ?? 'damaged'
      isSized = true
    }
    if (isKept(code)) kept.push(segment)
    at += segment.length
    if (code !== SCAN) continue
    if (!isSized) return 'damaged'
    isScanned = true
    const end = endOfScan(bytes, at)
    kept.push(bytes.subarray(at, end))
    at = end
  }
  return 'damaged'
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Marker, length and data. */
function segmentAt(bytes: Uint8Array, at: number): Uint8Array | PictureProblem {
  const [high, low] = [bytes[at + 2], bytes[at + 3]]
  if (high === undefined || low === undefined) return 'truncated'
  const length = high * 256 + low
  if (length < 2) return 'damaged'
  return at + 2 + length > bytes.length ? 'truncated' : bytes.subarray(at, at + 2 + length)
}

const FRAME_LENGTH = 10

/** Marker, length, bits of a sample, then height and width of two bytes each, then samples of a point. */
function sizeProblem(segment: Uint8Array): PictureProblem | undefined {
  if (segment.length < FRAME_LENGTH) return 'damaged'
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  const [height, width] = [view.getUint16(5), view.getUint16(7)]
  if (width === 0 || height === 0) return 'damaged'
  if (width * height > STATEMENT_LIMITS.pixels) return 'tooManyPixels'
  const bitsPerPixel = view.getUint8(4) * view.getUint8(9)
  return isOverDecodedBytes(width * height, bitsPerPixel) ? 'tooManyBytes' : undefined
}

/** Where the next marker begins that ends the data of a scan; the file's end where none does. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARK, from); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) return bytes.length
    if (code !== MARK && !isData(code)) return at
  }
  return bytes.length
}
