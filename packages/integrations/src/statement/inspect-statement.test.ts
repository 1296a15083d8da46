import { crc32 } from 'node:zlib'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { inspectStatement, type StatementType } from './inspect-statement.ts'
import { pdfOf, SAMPLE_PDF_PAGES } from './sample-pdf.ts'
import { SAMPLE_CSV, samplePng } from './sample-statements.ts'

const TODAY = localDate(2026, 3, 2)
/** The line that every virus scanner knows, in two parts so that none stops at this file. */
const SCANNER_TEST = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? Buffer.from(file) : file)
const inspect = (
  fileName: string,
  file: string | Uint8Array,
  types: readonly StatementType[] = ['csv', 'png'],
) => inspectStatement({ fileName, bytes: bytesOf(file), types, today: TODAY })

async function contentOf(file: string | Uint8Array): Promise<StatementContent> {
  const found = await inspect('march.csv', file)
  if (found.verdict !== 'csv') throw new Error(JSON.stringify(found))
  return found.content
}
async function messagesOf(fileName: string, file: string | Uint8Array) {
  const found = await inspect(fileName, file)
  if (!('messages' in found)) throw new Error(found.verdict)
  return { verdict: found.verdict, messages: found.messages.map(({ en }) => en) }
}
const amountsOf = ({ lines }: StatementContent) => lines.map(({ amount }) => moneyToWire(amount))

describe('a statement as a table (domain.md §5)', () => {
  test('lines oldest first, the balance of the newest, and days', async () => {
    const rows = SAMPLE_CSV.trim().split('\n')
    const content = await contentOf(rows.join('\n'))
    expect(content).toMatchObject({
      from: localDate(2025, 12, 5),
      to: localDate(2026, 2, 27),
      closingBalance: 1_146_580n,
      balances: 'agree',
      rowsInFile: 11,
      skipped: [{ row: 1, reason: 'headings', column: null }],
      moreSkipped: 0,
    })
    expect(content.lines).toHaveLength(10)
    const newestFirst = [rows[0], ...rows.slice(1).toReversed()].join('\r\n')
    expect(await contentOf(newestFirst)).toEqual(content)
  })

  test('equal rows are different transactions, unless the bank repeats its own reference', async () => {
    const fee = '02/20/2026,NSF FEE,-35.00'
    const three = await contentOf(['Date,Description,Amount', fee, fee, fee].join('\n'))
    expect(three).toMatchObject({ skipped: { length: 1 }, lines: { length: 3 } })
    const referred = ['A1', 'A1', 'A2'].map((reference) => `${fee},${reference}`)
    const two = await contentOf(['Date,Description,Amount,Reference', ...referred].join('\n'))
    expect(two).toMatchObject({ lines: { length: 2 } })
    expect(two.skipped[1]).toEqual({ row: 3, reason: 'repeated', column: null })
  })

  test('no balance column leaves the balance unknown; lines after the last balance move it on', async () => {
    const without = await contentOf('Date,Description,Amount\n03/01/2026,A,5.00\n')
    expect(without.closingBalance).toBeNull()
    const rows = ['03/01/2026,A,5.00,105.00', '02/28/2026,B,-7.00,100.00']
    const pending = ['Date,Description,Amount,Balance', '03/02/2026,PENDING,-9.00,', ...rows].join('\n')
    expect((await contentOf(pending)).closingBalance).toBe(9_600n)
  })

  const wide = (swap: boolean, bom: boolean) => {
    const bytes = Buffer.from(`${bom ? '\ufeff' : ''}${SAMPLE_CSV}`, 'utf16le')
    return swap ? bytes.swap16() : bytes
  }
  test.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${SAMPLE_CSV}`)],
    ['UTF-16 LE', wide(false, true)],
    ['UTF-16 BE', wide(true, true)],
    ['UTF-16 LE without its mark', wide(false, false)],
    ['UTF-16 BE without its mark', wide(true, false)],
  ])('%s reads as UTF-8 does', async (_, bytes) => {
    expect(await contentOf(bytes)).toEqual(await contentOf(SAMPLE_CSV))
  })

  test('Windows-1252, the encoding of older exports, keeps its letters', async () => {
    const content = await contentOf(
      Buffer.from('Date,Description,Amount\n03/01/2026,CAF\xc9 \x96 BAR,-4.00\n', 'latin1'),
    )
    expect(content.lines[0]?.description).toBe('CAFÉ – BAR')
  })

  test.each([
    ['semicolons', 'Posting Date;Payee;Amount\n03/01/2026;A, B;-1,234.50\n', ['-1234.50']],
    ['tabs', 'Date\tDescription\tAmount\n3/1/26\tA\t$1,234.5\n', ['1234.50']],
    [
      'debit and credit columns',
      'Date,Description,Debit,Credit\n2026-03-01,A,12.00,\n2026-03-02,B,,5.00\n',
      ['-12.00', '5.00'],
    ],
    ['withdrawals with a minus', 'Date,Memo,Withdrawals,Deposits\n2026-03-01,A,-12.00,\n', ['-12.00']],
    [
      'a side in words',
      'Transaction Date,Description,Transaction Type,Transaction Amount\n03/01/26,A,Debit,9.99\n',
      ['-9.99'],
    ],
    [
      'lines above the headings',
      'Description,,Summary Amt.\nBeginning balance,,"10.00"\n\nDate,Description,Amount\n03/01/2026,A,.50\n',
      ['0.50'],
    ],
    [
      'a minus behind, brackets, DR',
      'Date,Amount\n"Mar 1, 2026",3.00-\n2026-03-01,($4.00)\n20260301,5.00 DR\n',
      ['-3.00', '-4.00', '-5.00'],
    ],
  ])('%s', async (_, file, amounts) => {
    expect(amountsOf(await contentOf(file))).toEqual(amounts)
  })

  test('only the last four digits of the account are kept', async () => {
    const content = await contentOf('Account Number,Date,Amount\n000111222333,03/01/2026,1.00\n')
    expect(content.accountTail).toBe('2333')
  })

  const row = (at: number) => `02/0${(at % 9) + 1}/2026,Purchase ${at},-${at}.00`
  test('one unreadable row in twenty is taken and named by row, column and reason', async () => {
    const rows = Array.from({ length: 39 }, (_, at) => row(at + 1))
    const content = await contentOf(['Date,Description,Amount', ...rows, '30/02/2026,Fuel,-5.00'].join('\n'))
    expect(content.skipped.slice(1)).toEqual([{ row: 41, column: 'Date', reason: 'badDate' }])
  })

  test('FC-24: one odd row does not refuse a short file', async () => {
    const content = await contentOf('Date,Description,Amount\n03/01/2026,A,1.00\n30/02/2026,Fuel,-5.00\n')
    expect(content).toMatchObject({ lines: { length: 1 }, rowsInFile: 3 })
  })

  test('more of them refuse the file with the first twenty, then the number of the rest', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `02/30/2026,Purchase ${at},1.00`)
    const { messages } = await messagesOf('a.csv', ['Date,Description,Amount', ...rows].join('\n'))
    expect(messages).toHaveLength(21)
    expect(messages[0]).toMatch(/^Row 2, column Date: the date cannot be read/)
    expect(messages.at(-1)).toBe('and 10 more')
    expect(await messagesOf('a.csv', 'Date,Amount\n03/03/2026,1.00\n03/01/2026,many\n')).toEqual({
      verdict: 'unreadable',
      messages: [
        'Row 2, column Date: the date lies in the future.',
        'Row 3, column Amount: the amount cannot be read. Use amounts like 1234.50 or -1234.50.',
      ],
    })
  })
})

describe('design/security.md T16: limits of a table', () => {
  test.each([
    ['no dates', 'When,What\n1,2\n', /no dates and no amounts/],
    ['no rows', 'Date,Amount\n', /no transactions/],
    ['an open quote', 'Date,Amount\n"03/01/2026,1.00\n', /quote is opened/],
    ['a million columns', `Date,Amount\n${','.repeat(1_000_000)}\n`, /too long or has more than 50 columns/],
    ['60 columns', `Date,Amount${',x'.repeat(58)}\n`, /more than 50 columns/],
    ['a program for scanners', SCANNER_TEST, /no dates/],
  ])('%s is refused', async (_, file, message) => {
    const { verdict, messages } = await messagesOf('a.csv', file)
    expect({ verdict, words: messages.join() }).toEqual({
      verdict: 'unreadable',
      words: expect.stringMatching(message) as string,
    })
  })

  test('100,000 rows are read, one more is refused', async () => {
    const rows = (count: number) =>
      ['Date,Description,Amount', ...Array.from({ length: count }, (_, at) => `02/01/2026,P${at},1.00`)].join(
        '\n',
      )
    expect((await contentOf(rows(100_000))).lines).toHaveLength(100_000)
    expect(await messagesOf('a.csv', rows(100_001))).toMatchObject({
      messages: ['The file has more than 100,000 rows. Send the last 90 days.'],
    })
  }, 60_000)
})

/** Replaces a chunk's data and mends its checksum. */
function withHeader(png: Uint8Array, change: (head: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(png)
  change(bytes.subarray(16, 29))
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function withText(png: Uint8Array, text: string): Uint8Array {
  const body = Buffer.from(`tEXtComment\0${text}`, 'latin1')
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([png.subarray(0, 33), frame.subarray(0, 4), body, frame.subarray(4), png.subarray(33)])
}

describe('a statement as a picture', () => {
  test('it is written anew: the same points, nothing beside them', async () => {
    const marked = withText(samplePng(), '<script>alert(1)</script>')
    const found = await inspect('page.PNG', marked)
    if (found.verdict !== 'png') throw new Error(JSON.stringify(found))
    const { bytes, width, height } = found.picture
    expect({ width, height }).toEqual({ width: 40, height: 30 })
    expect(Buffer.from(bytes).includes('script')).toBe(false)
    expect(PNG.sync.read(Buffer.from(bytes)).data).toEqual(PNG.sync.read(Buffer.from(samplePng())).data)
    const names = [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/IHDR|IDAT|IEND|tEXt|gAMA/g),
    ].map(([name]) => name)
    expect(new Set(names)).toEqual(new Set(['IHDR', 'IDAT', 'IEND']))
  })

  test.each([
    [
      'a bomb by its header',
      withHeader(samplePng(), (head) => head.writeUInt32BE(2_000_000, 0)),
      /40 million/,
    ],
    [
      'a header that says less than the data',
      withHeader(samplePng(), (head) => head.writeUInt32BE(2, 4)),
      /damaged/,
    ],
    [
      'an interlaced bomb',
      withHeader(samplePng(), (head) => {
        head.writeUInt32BE(2, 4)
        head[12] = 1
      }),
      /damaged/,
    ],
    [
      'a small file of 16-bit points that unpacks to 300 MB',
      withHeader(samplePng(), (head) => {
        head.writeUInt32BE(6_300, 0)
        head.writeUInt32BE(6_300, 4)
        head[8] = 16
      }),
      /too large to read/,
    ],
    ['a cut picture', samplePng().subarray(0, 200), /not complete/],
    ['a wrong checksum', samplePng().map((byte, at) => (at === 30 ? byte ^ 1 : byte)), /damaged/],
    ['an empty file', new Uint8Array(), /empty/],
  ])('%s is refused and not kept', async (_, file, message) => {
    const { verdict, messages } = await messagesOf('page.png', file)
    expect({ verdict, words: messages.join() }).toEqual({
      verdict: 'unreadable',
      words: expect.stringMatching(message) as string,
    })
  })
})

describe('name, first bytes and content must agree (ASVS 5.2.2)', () => {
  test.each([
    ['statement.exe', SAMPLE_CSV, 'Choose CSV or png file !'],
    ['statement.pdf', '%PDF-1.7', 'Choose CSV or png file !'],
    [
      'page.png',
      'PK\u0003\u0004rest',
      'This file is a ZIP file or an Excel workbook, although its name ends in .png.',
    ],
    ['book.csv', 'PK\u0003\u0004rest', 'a ZIP file or an Excel workbook'],
    ['page.png', SAMPLE_CSV, 'This file is text, although its name ends in .png.'],
    ['table.csv', samplePng(), 'This file is a PNG picture, although its name ends in .csv.'],
    ['photo.png', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'a JPEG picture'],
  ])('%s is refused with what it is', async (fileName, file, words) => {
    const { verdict, messages } = await messagesOf(fileName, file)
    expect(verdict).toBe('unsupported')
    expect(messages.join()).toContain(words)
  })

  test.each([
    ['page.png', Buffer.concat([samplePng(), Buffer.from('PK\u0003\u0004')]), 'bytesBehindEnd'],
    ['table.csv', Uint8Array.from({ length: 600 }, (_, at) => (at * 73) % 256), 'unknownContent'],
  ])('%s with unidentified content is quarantined', async (fileName, file, why) => {
    expect(await inspect(fileName, file)).toEqual({ verdict: 'quarantine', why })
  })

  test('a PDF is read where the portfolio accepts PDFs', async () => {
    const file = await pdfOf(SAMPLE_PDF_PAGES)
    expect((await inspect('a.pdf', file)).verdict).toBe('unsupported')
    expect((await inspect('a.pdf', file, ['csv', 'pdf'])).verdict).toBe('pdf')
    expect((await inspect('a.csv', file, ['csv', 'pdf'])).verdict).toBe('unsupported')
  })
})
