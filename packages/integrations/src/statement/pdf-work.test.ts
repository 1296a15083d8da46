import { deflateSync } from 'node:zlib'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { describe, expect, test } from 'vitest'
import { inspectStatement } from './inspect-statement.ts'
import { measurePdf } from './pdf-work.ts'
import { onePagePdf, pdfOf, rawPdf, SAMPLE_PDF_PAGES } from './sample-pdf.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

const { pdfForms, pdfOperators, pdfUnpackedBytes, pdfPages } = STATEMENT_LIMITS

const stream = (entries: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])
const packed = (content: string): Buffer => deflateSync(Buffer.from(content, 'latin1'), { level: 9 })

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const LETTER = 'BT /F1 9 Tf 10 10 Td (a) Tj ET'
const pages = (kids: readonly number[]) =>
  `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
const page = (resources: string, contents = '4 0 R') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`
const form = (entries: string, content: string | Buffer) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${entries}`, content)
const repeated = (text: string, times: number) => Array.from({ length: times }, () => text).join('\n')

/** Each of `depth` forms shows the next one `width` times. */
function nestedForms(depth: number, width: number, last = LETTER): Uint8Array {
  const forms = Array.from({ length: depth }, (_, at) =>
    at === depth - 1
      ? form('/Resources << /Font << /F1 5 0 R >> >>', last)
      : form(`/Resources << /XObject << /X ${7 + at} 0 R >> >>`, repeated('/X Do', width)),
  )
  return rawPdf([CATALOG, pages([3]), page('/XObject << /X 6 0 R >>'), stream('', '/X Do'), FONT, ...forms])
}

const inspect = (bytes: Uint8Array) =>
  inspectStatement({ fileName: 'a.pdf', bytes, types: ['pdf'], today: localDate(2026, 3, 2) })
const workOf = (bytes: Uint8Array) => {
  const measured = measurePdf(bytes)
  if (!measured.ok) throw new Error(measured.error)
  return measured.value
}

describe('the work of a PDF is counted before it is done (docs/security.md T16)', () => {
  test('a statement is far below every limit; sixty dense pages are below them too', async () => {
    const sample = workOf(await pdfOf(SAMPLE_PDF_PAGES))
    expect(sample).toMatchObject({ pages: 2, forms: 0 })
    expect(sample.operators).toBeGreaterThan(50)
    expect(sample.operators).toBeLessThan(pdfOperators / 100)
    const [dense = []] = SAMPLE_PDF_PAGES
    const long = workOf(
      await pdfOf(Array.from({ length: pdfPages }, () => [...dense, ...dense, ...dense, ...dense])),
    )
    expect(long.pages).toBe(pdfPages)
    expect(long.operators).toBeLessThan(pdfOperators)
  })

  test('forms count as often as they are shown: 1 + 3 + 9 of depth three', () => {
    expect(workOf(nestedForms(3, 3))).toMatchObject({ pages: 1, forms: 13 })
    // One Do of the page, three of the outer form, nine of the middle ones; of each letter five operators and itself.
    expect(workOf(nestedForms(3, 3)).operators).toBe(1 + 3 + 9 + 9 * 6)
  })

  test('names written in codes, names of the page, and names in an object stream are the same names', () => {
    const coded = rawPdf([
      CATALOG,
      pages([3]),
      page('/XObject << /X 6 0 R >>'),
      stream('', '/#58 Do /X Do'),
      FONT,
      form('', LETTER),
    ])
    expect(workOf(coded).forms).toBe(2)
    const inherited = rawPdf([
      CATALOG,
      pages([3]),
      page('/XObject << /X 6 0 R /Y 7 0 R >>'),
      stream('', '/X Do'),
      FONT,
      form('', '/Y Do /Y Do'),
      form('', LETTER),
    ])
    expect(workOf(inherited).forms).toBe(3)
    const values = '<< /XObject << /X 6 0 R >> >>'
    const inStream = rawPdf([
      CATALOG,
      pages([3]),
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 9 0 R >>`,
      stream('/Filter /FlateDecode', packed('/X Do /X Do')),
      FONT,
      form('', LETTER),
      stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', packed(`9 0 ${values}`)),
    ])
    expect(workOf(inStream).forms).toBe(2)
  })
})

/** Files of a few kilobytes that keep a reader busy for minutes or for ever; built here. */
const HOSTILE: readonly (readonly [what: string, bytes: () => Uint8Array, problem: string])[] = [
  ['ten forms in each of seven', () => nestedForms(8, 10), 'tooMuchWork'],
  ['the same without any text', () => nestedForms(8, 10, 'q Q'), 'tooMuchWork'],
  ['two forms in each of twelve', () => nestedForms(12, 2), 'tooMuchWork'],
  ['forms deeper in each other than any statement', () => nestedForms(40, 1), 'tooMuchWork'],
  [
    'a form that shows itself',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page('/XObject << /X 6 0 R >>'),
        stream('', '/X Do'),
        FONT,
        form('/Resources << /XObject << /X 6 0 R >> >>', '/X Do /X Do'),
      ]),
    'tooMuchWork',
  ],
  [
    'forms without names of their own that show each other',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page(`/XObject << ${Array.from({ length: 20 }, (_, at) => `/X${at} ${6 + at} 0 R`).join(' ')} >>`),
        stream('', '/X0 Do'),
        FONT,
        ...Array.from({ length: 20 }, () =>
          form('', Array.from({ length: 20 }, (_, at) => `/X${at} Do`).join(' ')),
        ),
      ]),
    'tooMuchWork',
  ],
  [
    'a page that shows one form a thousand times and once more',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page('/XObject << /X 6 0 R >>'),
        stream('/Filter /FlateDecode', packed(repeated('/X Do', pdfForms + 1))),
        FONT,
        form('', LETTER),
      ]),
    'tooMuchWork',
  ],
  [
    'a page that names its content a hundred times',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page('', `[${repeated('4 0 R', 100)}]`),
        stream('/Filter /FlateDecode', packed(repeated('q Q', pdfOperators / 100))),
        FONT,
      ]),
    'tooMuchWork',
  ],
  [
    'a content that calls itself a picture',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page(''),
        stream(
          '/Subtype /Image /Width 1 /Height 1 /Filter /FlateDecode',
          packed(repeated('q Q', pdfOperators)),
        ),
        FONT,
      ]),
    'tooMuchWork',
  ],
  [
    'glyphs that are drawn by nested forms',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page(''),
        stream('', LETTER),
        `<< /Type /Font /Subtype /Type3 /CharProcs << /a 6 0 R >> /Resources << /XObject << /X 7 0 R >> >> >>`,
        stream('', repeated('/X Do', 50)),
        form('/Resources << /XObject << /X 8 0 R >> >>', repeated('/X Do', 50)),
        form('', 'q Q'),
      ]),
    'tooMuchWork',
  ],
  ['millions of operators', () => onePagePdf('', packed(repeated('q Q', 2_000_000))), 'tooMuchWork'],
  [
    'bytes that unpack to a gigabyte',
    () => onePagePdf('', deflateSync(Buffer.alloc(pdfUnpackedBytes + 1, ' ')), '', '/FlateDecode'),
    'tooMuchWork',
  ],
  [
    'packed twice',
    () =>
      onePagePdf(
        '',
        deflateSync(deflateSync(Buffer.alloc(pdfUnpackedBytes + 1, ' '))),
        '',
        '[/FlateDecode /FlateDecode]',
      ),
    'tooMuchWork',
  ],
  [
    'an object stream that unpacks to more',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page(''),
        stream('', LETTER),
        FONT,
        stream(
          '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
          deflateSync(Buffer.alloc(pdfUnpackedBytes + 1, ' ')),
        ),
      ]),
    'tooMuchWork',
  ],
  [
    'an object stream with a hundred thousand objects',
    () =>
      rawPdf([
        CATALOG,
        pages([3]),
        page(''),
        stream('', LETTER),
        FONT,
        stream(
          '/Type /ObjStm /N 100000 /First 1288894 /Filter /FlateDecode',
          packed(Array.from({ length: 100_000 }, (_, at) => `${at + 10} ${at}`).join(' ')),
        ),
      ]),
    'tooMuchWork',
  ],
  [
    'a hundred thousand objects',
    () => new Uint8Array(Buffer.from(`%PDF-1.7\n${repeated('1 0 obj 0 endobj', 100_000)}\n%%EOF`)),
    'tooMuchWork',
  ],
  [
    'a tree with one page too many',
    () =>
      rawPdf([
        CATALOG,
        pages(Array.from({ length: pdfPages + 1 }, () => 3)),
        page(''),
        stream('', LETTER),
        FONT,
      ]),
    'tooManyPages',
  ],
  [
    'a tree that says it has one page and has branches that hold each other',
    () =>
      rawPdf([
        CATALOG,
        '<< /Type /Pages /Count 1 /Kids [3 0 R 3 0 R] >>',
        '<< /Type /Pages /Count 1 /Kids [2 0 R 2 0 R] >>',
      ]),
    'tooManyPages',
  ],
]

describe('a PDF that was made to cost much is refused by what it would cost, and not read', () => {
  test.each(HOSTILE)('%s', async (_, bytes, problem) => {
    const made = bytes()
    expect(made.length).toBeLessThan(STATEMENT_LIMITS.bytes)
    expect(measurePdf(made)).toEqual({ ok: false, error: problem })
    const found = await inspect(made)
    const words = problem === 'tooManyPages' ? /pages/ : /too long to read/
    const message = { en: expect.stringMatching(words) as string, es: expect.any(String) as string }
    expect(found).toMatchObject({ verdict: 'unreadable', messages: [message] })
  })
})
