import { judgeMutants, MUTANTS_TIMEOUT_MS } from '@dolphin/testkit/judge-mutants'
import { describe, expect, test } from 'vitest'
import { packedPng, pdfWithPicture, withFrame } from './hostile-files.ts'
import { inspectDocument } from './inspect-document.ts'
import { sampleJpeg, samplePdf, samplePng } from './sample-statements.ts'

const inspect = (fileName: string, bytes: Uint8Array) => inspectDocument({ fileName, bytes })
const problemOf = (fileName: string, bytes: Uint8Array) => {
  const found = inspect(fileName, bytes)
  return found.verdict === 'refused' ? found.problem : found.verdict
}
const latin = (text: string) => Buffer.from(text, 'latin1')

/** A segment behind the start marker. */
function withSegment(jpeg: Uint8Array, marker: number, text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker]),
    length,
    latin(text),
    jpeg.subarray(2),
  ])
}

/** A JPEG whose frame says four samples a point. */
function fourColors(jpeg: Uint8Array): Uint8Array {
  const bytes = Buffer.from(jpeg)
  bytes[bytes.indexOf(Buffer.from('ffc0', 'hex')) + 9] = 4
  return bytes
}

describe('a document that a review asked for', () => {
  test('a picture is written anew; a PDF is not read', () => {
    expect(inspect('front.JPG', sampleJpeg())).toEqual({ verdict: 'jpg', bytes: sampleJpeg() })
    expect(inspect('front.jpeg', sampleJpeg())).toMatchObject({ verdict: 'jpg' })
    expect(inspect('front.png', samplePng())).toMatchObject({ verdict: 'png' })
    expect(inspect('front.pdf', samplePdf())).toEqual({ verdict: 'pdf' })
  })

  test('a photo loses where and with what it was taken, and what lies behind its end', () => {
    const withPlace = withSegment(sampleJpeg(), 0xe1, 'Exif\0\0 39.1582 N')
    const withWords = withSegment(withPlace, 0xfe, '<script>')
    const found = inspect('a.jpg', Buffer.concat([withWords, latin('PK\x03\x04')]))
    expect(found).toEqual({ verdict: 'jpg', bytes: sampleJpeg() })
  })
})

describe('design/security.md T16: name, first bytes and content of a document must agree', () => {
  test.each<[string, Uint8Array, string]>([
    ['page.csv', latin('Date,Amount'), 'otherType'],
    ['page', samplePdf(), 'otherType'],
    ['page.heic', latin('0000ftypheic'), 'otherType'],
    ['page.pdf', new Uint8Array(), 'empty'],
    ['page.pdf', Buffer.concat([samplePdf(), Buffer.alloc(10 * 1024 * 1024)]), 'tooLarge'],
    ['page.pdf', sampleJpeg(), 'otherContent'],
    ['page.jpg', samplePng(), 'otherContent'],
    ['page.png', latin('hello'), 'otherContent'],
    ['page.png', samplePng().subarray(0, 200), 'truncated'],
    ['page.png', Buffer.concat([samplePng(), latin('PK')]), 'damaged'],
    ['page.jpg', sampleJpeg().subarray(0, 30), 'truncated'],
    ['page.jpg', sampleJpeg().subarray(0, -2), 'truncated'],
    ['page.jpg', latin('\xff\xd8\xff\xd9'), 'damaged'],
    ['page.jpg', withFrame(sampleJpeg(), 40_000, 40_000), 'tooManyPixels'],
    ['page.jpg', withFrame(sampleJpeg(), 0, 10), 'damaged'],
  ])('%s %#: %s', (fileName, bytes, problem) => {
    expect(problemOf(fileName, bytes)).toBe(problem)
  })

  test.each([
    ['page.jpg', fourColors(withFrame(sampleJpeg(), 6_000, 6_000))],
    ['page.png', packedPng({ width: 6_300, height: 6_300, depth: 16, colorType: 2 }, 1)],
    ['page.pdf', pdfWithPicture(7_000, 7_000)],
    ['page.pdf', pdfWithPicture(6_000, 6_000, '/ColorSpace /DeviceCMYK')],
    ['page.pdf', pdfWithPicture(6_000, 6_000, '/ColorSpace /#44eviceCMYK')],
  ])('what would unpack to too many bytes is refused by what its header says: %s %#', (fileName, bytes) => {
    expect(problemOf(fileName, bytes)).toBe('tooManyBytes')
  })

  test(
    'edited pictures (JPEG) are judged and never grow',
    () =>
      judgeMutants('JPEG', sampleJpeg(), (bytes) => {
        const found = inspect('a.jpg', bytes)
        if (found.verdict === 'jpg') expect(found.bytes.length).toBeLessThanOrEqual(bytes.length)
        return Promise.resolve()
      }),
    MUTANTS_TIMEOUT_MS,
  )
})
