import { crc32, deflateSync } from 'node:zlib'
import { onePagePdf } from './sample-pdf.ts'
import { SAMPLE_CSV, sampleJpeg, samplePng } from './sample-statements.ts'

/** A file that was made to cost much, or to be taken for another one; generated. */
export interface HostileFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface Size {
  readonly width: number
  readonly height: number
  readonly depth: number
  /** As in the header: 0 gray, 2 colors, 6 colors and alpha. */
  readonly colorType: number
}

/** A picture of one color, which packs a thousandfold; `rows` are fewer than its header says where it lies. */
export function packedPng({ width, height, depth, colorType }: Size, rows = height): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  head[9] = colorType
  const row = 1 + Math.ceil((width * depth * (SAMPLES[colorType] ?? 1)) / 8)
  const data = deflateSync(Buffer.alloc(row * rows), { level: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', new Uint8Array())])
}

/** The size of a JPEG's frame, changed in place: height and width follow the marker's length and precision. */
export function withFrame(jpeg: Uint8Array, height: number, width: number): Uint8Array {
  const bytes = Buffer.from(jpeg)
  const at = bytes.indexOf(Buffer.from('ffc0', 'hex'))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

/** A page of a PDF with a picture of this many points; its data are never looked at. */
export const pdfWithPicture = (
  width: number,
  height: number,
  entries = '/ColorSpace /DeviceRGB',
): Uint8Array =>
  onePagePdf(
    '',
    deflateSync(Buffer.from('q Q')),
    `/Thumb << /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${entries} >>`,
  )

const MEGABYTE = 1024 * 1024
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const packed = (text: string): Buffer => deflateSync(latin(text))

/** Twenty kinds of files that were made to do harm, smallest work first. */
export const HOSTILE_FILES: readonly (() => HostileFile)[] = [
  () => ({ fileName: 'empty.csv', bytes: new Uint8Array() }),
  () => ({ fileName: 'archive.csv', bytes: latin('PK\x03\x04rest') }),
  () => ({ fileName: 'program.png', bytes: latin('MZ\x90\x00') }),
  () => ({ fileName: 'noise.csv', bytes: new Uint8Array(4_096).map((_, at) => (at * 73) % 251) }),
  () => ({ fileName: 'table.png', bytes: latin(SAMPLE_CSV) }),
  () => ({ fileName: 'cut.png', bytes: samplePng().subarray(0, 200) }),
  () => ({ fileName: 'changed.png', bytes: samplePng().map((byte, at) => (at === 30 ? byte ^ 1 : byte)) }),
  () => ({ fileName: 'two.png', bytes: Buffer.concat([samplePng(), latin('PK\x03\x04rest')]) }),
  () => ({ fileName: 'cut.pdf', bytes: latin('%PDF-1.7\n1 0 obj') }),
  () => ({ fileName: 'program.pdf', bytes: onePagePdf('/OpenAction << /JavaScript (x) >>', packed('q Q')) }),
  () => ({ fileName: 'poster.pdf', bytes: pdfWithPicture(60_000, 60_000) }),
  () => ({ fileName: 'frame.jpg', bytes: withFrame(sampleJpeg(), 60_000, 60_000) }),
  () => ({
    fileName: 'huge.png',
    bytes: packedPng({ width: 60_000, height: 60_000, depth: 8, colorType: 2 }, 10),
  }),
  () => ({
    fileName: 'short.png',
    bytes: packedPng({ width: 5_000, height: 4_000, depth: 8, colorType: 2 }, 10),
  }),
  () => ({
    fileName: 'deep.png',
    bytes: packedPng({ width: 6_300, height: 6_300, depth: 16, colorType: 2 }),
  }),
  () => ({ fileName: 'wide.csv', bytes: latin(`Date,Amount${',x'.repeat(MEGABYTE)}\n`) }),
  () => ({ fileName: 'quotes.csv', bytes: latin('"'.repeat(2 * MEGABYTE)) }),
  () => ({ fileName: 'blanks.csv', bytes: latin(`${SAMPLE_CSV}${' '.repeat(2 * MEGABYTE)}`) }),
  () => ({
    fileName: 'bomb.pdf',
    bytes: onePagePdf(
      '',
      deflateSync(deflateSync(Buffer.alloc(300 * MEGABYTE, ' '))),
      '',
      '[/FlateDecode /FlateDecode]',
    ),
  }),
  () => ({
    fileName: 'largest.png',
    bytes: packedPng({ width: 6_300, height: 6_300, depth: 8, colorType: 0 }),
  }),
]
