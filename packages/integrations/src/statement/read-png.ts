import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** A picture that was decoded whole and written anew: pixels only, no text, no color profile, nothing behind its end. */
export interface CleanPicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

export type PictureProblem = 'truncated' | 'tooManyPixels' | 'tooManyBytes' | 'damaged'
export type PngProblem = PictureProblem | 'bytesBehindEnd'

/** Whether a picture of this size would unpack to more than may be held. Source: design/security.md T16. */
export const isOverDecodedBytes = (pixels: number, bitsPerPixel: number): boolean =>
  (pixels * bitsPerPixel) / 8 > STATEMENT_LIMITS.decodedBytes

const SIGNATURE_LENGTH = 8
/** Length, name and checksum around a chunk's data. */
const CHUNK_FRAME = 12
const SAMPLES_PER_PIXEL: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface Frame {
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: number
  readonly interlaced: boolean
  readonly data: readonly Uint8Array[]
}

/**
 * Decodes a PNG and writes it anew. The size is judged by the header, before one pixel is unpacked, and the packed
 * data may not unpack to more than the header says, so a bomb stays packed. Source: design/security.md T16.
 */
export function cleanPng(bytes: Uint8Array): CleanPicture | PngProblem {
  const frame = frameOf(bytes)
  if (typeof frame === 'string') return frame
  try {
    const expected = unpackedLength(frame)
    const unpacked = inflateSync(Buffer.concat(frame.data), { maxOutputLength: expected })
    if (unpacked.length !== expected) return 'damaged'
    const picture = PNG.sync.read(Buffer.from(bytes), { checkCRC: true })
    const { width, height } = picture
    const written = PNG.sync.write(picture, {
      colorType: 2,
      inputHasAlpha: true,
      deflateLevel: 6,
      filterType: 4,
    })
    return { bytes: new Uint8Array(written), width, height }
  } catch {
    return 'damaged'
  }
}

/** Walks the chunks: a header first and once, an end, nothing behind it. */
function frameOf(bytes: Uint8Array): Frame | PngProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Uint8Array[] = []
  let head: Omit<Frame, 'data'> | undefined
  let at = SIGNATURE_LENGTH
  for (let chunks = 0; chunks < STATEMENT_LIMITS.pictureParts; chunks += 1) {
    if (at + CHUNK_FRAME > bytes.length) return 'truncated'
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = at + CHUNK_FRAME + length
    if (end > bytes.length) return 'truncated'
    if (head === undefined) {
      if (name !== 'IHDR' || length !== 13) return 'damaged'
      const read = headOf(view, at + 8)
      if (typeof read === 'string') return read
      head = read
    } else if (name === 'IHDR') return 'damaged'
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    if (name === 'IEND') return end === bytes.length ? { ...head, data } : 'bytesBehindEnd'
    at = end
  }
  return 'damaged'
}

function headOf(view: DataView, at: number): Omit<Frame, 'data'> | PngProblem {
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)]
  const samples = SAMPLES_PER_PIXEL[view.getUint8(at + 9)]
  if (width === 0 || height === 0 || samples === undefined) return 'damaged'
  if (width * height > STATEMENT_LIMITS.pixels) return 'tooManyPixels'
  const bitsPerPixel = samples * view.getUint8(at + 8)
  if (isOverDecodedBytes(width * height, bitsPerPixel)) return 'tooManyBytes'
  return { width, height, bitsPerPixel, interlaced: view.getUint8(at + 12) === 1 }
}

/** Column and row where each of the seven passes begins, and its steps. Source: PNG specification, section 8.2 (Adam7). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Bytes of the picture data once unpacked: each row of each pass is rounded up to bytes and has a filter byte. */
function unpackedLength({ width, height, bitsPerPixel, interlaced }: Frame): number {
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const)
  return passes.reduce((total, [left, top, right, down]) => {
    const [columns, rows] = [Math.ceil((width - left) / right), Math.ceil((height - top) / down)]
    return columns <= 0 || rows <= 0 ? total : total + rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))
  }, 0)
}
