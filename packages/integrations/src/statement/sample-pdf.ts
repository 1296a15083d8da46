import PDFDocument from 'pdfkit'

/** A word of a page and where its left edge stands; `right` sets its right edge there instead. */
export type PlacedText = readonly [text: string, at: number, side?: 'right']

/** A page as lines of placed words. */
export type PdfPage = readonly (readonly PlacedText[])[]

const LINE_POINTS = 14
const TOP_POINTS = 60

/** A PDF of these pages, generated, as a bank writes one. */
export function pdfOf(
  pages: readonly PdfPage[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false, ...options })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Uint8Array>((resolve) => {
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
  })
  for (const page of pages) {
    document.addPage().fontSize(9)
    for (const [line, words] of page.entries())
      for (const [text, at, side] of words) {
        const left = side === 'right' ? at - document.widthOfString(text) : at
        document.text(text, left, TOP_POINTS + line * LINE_POINTS, { lineBreak: false })
      }
  }
  document.end()
  return done
}

/** The amount of a line, in the column of its direction. */
interface LineAmount {
  readonly withdrawal?: string
  readonly deposit?: string
}

const row = (
  day: string,
  words: string,
  { withdrawal = '', deposit = '' }: LineAmount,
  balance: string,
): PdfPage[number] => [
  [day, 50],
  [words, 110],
  [withdrawal, 400, 'right'],
  [deposit, 480, 'right'],
  [balance, 560, 'right'],
]

/** Two weeks' pay, rent and small purchases from 12/05/2025 to 02/27/2026, on two pages; days without a year. */
export const SAMPLE_PDF_PAGES: readonly PdfPage[] = [
  [
    [['Sample Bank', 50]],
    [['Statement period December 1, 2025 through February 28, 2026', 50]],
    [['Account number: 0000 0000 2333', 50]],
    [
      ['Beginning balance', 50],
      ['$500.00', 560, 'right'],
    ],
    [
      ['Total deposits', 50],
      ['12,950.00', 560, 'right'],
    ],
    [
      ['Date', 50],
      ['Description', 110],
      ['Withdrawals', 400, 'right'],
      ['Deposits', 480, 'right'],
      ['Balance', 560, 'right'],
    ],
    row('12/05', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '2,350.00'),
    [['ID 000123 CO ENTRY PAYROLL', 110]],
    row('12/08', 'SAMPLE GROCERY', { withdrawal: '84.20' }, '2,265.80'),
    row('12/19', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '4,115.80'),
    row('01/02', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '5,965.80'),
    row('01/03', 'SAMPLE RENT', { withdrawal: '950.00' }, '5,015.80'),
    [['Page 1 of 2', 50]],
  ],
  [
    [
      ['Date', 50],
      ['Description', 110],
      ['Withdrawals', 400, 'right'],
      ['Deposits', 480, 'right'],
      ['Balance', 560, 'right'],
    ],
    row('01/16', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '6,865.80'),
    row('01/30', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '8,715.80'),
    row('02/03', 'SAMPLE RENT', { withdrawal: '950.00' }, '7,765.80'),
    row('02/13', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '9,615.80'),
    row('02/27', 'PAYROLL, SAMPLE WORKS', { deposit: '1,850.00' }, '11,465.80'),
    [
      ['Ending balance', 50],
      ['$11,465.80', 560, 'right'],
    ],
    [['Questions? Call 302-555-0100.', 50]],
  ],
]

/** A PDF by hand: objects from number 1 on, the first of them the catalog. */
export function rawPdf(objects: readonly (string | Buffer)[]): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [at, body] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length)
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(parts).length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(head + trailer)]))
}

/** A PDF of one page with these further entries of its catalog and page; the content of the page is compressed. */
export const onePagePdf = (
  catalog: string,
  content: Buffer,
  pageEntries = '',
  filter = '/FlateDecode',
): Uint8Array =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> ${pageEntries} >>`,
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter ${filter} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ])
