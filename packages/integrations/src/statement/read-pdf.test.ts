import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { SKIP_REASONS } from '@dolphin/domain/verification/skip-reason'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { effort } from '@dolphin/testkit/effort'
import { judgeMutants, MUTANTS_TIMEOUT_MS } from '@dolphin/testkit/judge-mutants'
import { describe, expect, test } from 'vitest'
import { inspectStatement } from './inspect-statement.ts'
import { onePagePdf, type PdfPage, pdfOf, SAMPLE_PDF_PAGES } from './sample-pdf.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

const TODAY = localDate(2026, 3, 2)
const inspect = (bytes: Uint8Array) =>
  inspectStatement({ fileName: 'march.pdf', bytes, types: ['csv', 'pdf'], today: TODAY })

async function contentOf(pages: readonly PdfPage[]): Promise<StatementContent> {
  const found = await inspect(await pdfOf(pages))
  if (found.verdict !== 'pdf' || found.reading.content === undefined) throw new Error(JSON.stringify(found))
  return found.reading.content
}

const rowsOf = ({ lines }: StatementContent) =>
  lines.map(
    ({ date, amount, description }) => `${formatLocalDate(date)} ${moneyToWire(amount)} ${description}`,
  )
const reasonsOf = ({ skipped }: StatementContent) => skipped.map(({ reason }) => reason)

/** Lines of a page with each word at its own place: words behind two blanks stand in the next column. */
const page = (...lines: readonly string[]): PdfPage =>
  lines.map((line) => line.split(/ {2,}/).map((text, at) => [text, 50 + at * 130] as const))

describe('rows of a PDF statement', () => {
  test('columns for money out, money in and balance; days without a year; words on two lines; two pages', async () => {
    const content = await contentOf(SAMPLE_PDF_PAGES)
    expect(rowsOf(content)).toEqual([
      '2025-12-05 1850.00 PAYROLL, SAMPLE WORKS ID 000123 CO ENTRY PAYROLL',
      '2025-12-08 -84.20 SAMPLE GROCERY',
      '2025-12-19 1850.00 PAYROLL, SAMPLE WORKS',
      '2026-01-02 1850.00 PAYROLL, SAMPLE WORKS',
      '2026-01-03 -950.00 SAMPLE RENT',
      '2026-01-16 1850.00 PAYROLL, SAMPLE WORKS',
      '2026-01-30 1850.00 PAYROLL, SAMPLE WORKS',
      '2026-02-03 -950.00 SAMPLE RENT',
      '2026-02-13 1850.00 PAYROLL, SAMPLE WORKS',
      '2026-02-27 1850.00 PAYROLL, SAMPLE WORKS',
    ])
    expect(content).toMatchObject({
      accountTail: '2333',
      openingBalance: 50_000n,
      closingBalance: 1_146_580n,
      balances: 'agree',
      bank: null,
    })
  })

  const fieldCase = async (name: string): Promise<StatementContent> => {
    const bytes = await readFile(new URL(`./vectors/field-cases/${name}.pdf`, import.meta.url))
    const found = await inspect(bytes)
    if (found.verdict !== 'pdf' || found.reading.content === undefined) throw new Error(JSON.stringify(found))
    return found.reading.content
  }

  test('FC-83: day and words on the first line, more words and the amount on the next', async () => {
    const content = await fieldCase('fc-83-wrapped-amount')
    expect(rowsOf(content)).toEqual([
      '2025-12-26 700.00 DIRECT DEPOSIT SAMPLE WORKS PAYROLL',
      '2026-01-09 700.00 DIRECT DEPOSIT SAMPLE WORKS PAYROLL',
      '2026-01-23 700.00 DIRECT DEPOSIT SAMPLE WORKS PAYROLL',
    ])
    expect(content.lines.length + content.skipped.length + content.moreSkipped).toBe(content.rowsInFile)
    expect(reasonsOf(content).filter((reason) => reason === 'continued')).toHaveLength(3)
  })

  test('FC-84: CR and DR behind the amount tell its side', async () => {
    expect(rowsOf(await fieldCase('fc-84-dr-cr'))).toEqual([
      '2025-12-26 700.00 PAYROLL SAMPLE WORKS',
      '2025-12-31 -900.00 SAMPLE RENT',
      '2026-01-09 700.00 PAYROLL SAMPLE WORKS',
      '2026-01-23 700.00 PAYROLL SAMPLE WORKS',
    ])
  })

  test('CR, DR and a minus that stand apart belong to the money before them; a balance may be overdrawn', async () => {
    const rows = rowsOf(
      await contentOf([
        page(
          'Date  Description  Amount  Balance',
          '01/05/2026  PAYROLL  700.00  CR  200.00  DR',
          '01/06/2026  RENT  900.00  DR  1,100.00  DR',
        ),
      ]),
    )
    expect(rows).toEqual(['2026-01-05 700.00 PAYROLL', '2026-01-06 -900.00 RENT'])
  })

  test('a day with words waits for its money over some lines that continue it, and no longer', async () => {
    const content = await contentOf([
      [
        ...page('Date  Description  Amount  Balance'),
        ...page('01/05/2026  CARD PURCHASE'),
        ...page('  SAMPLE GROCERY'),
        ...page('  RENO NV  -12.00  488.00'),
        ...page('01/06/2026  A note of the bank'),
        ...page('01/07/2026  FEE  -5.00  483.00'),
        ...page('01/08/2026  Another note'),
        ...page('Total  99.00'),
      ],
    ])
    expect(rowsOf(content)).toEqual([
      '2026-01-05 -12.00 CARD PURCHASE SAMPLE GROCERY RENO NV',
      '2026-01-07 -5.00 FEE',
    ])
    expect(content.lines.length + content.skipped.length).toBe(8)
  })

  test('every line of the document is a row, or skipped with its number and reason', async () => {
    const content = await contentOf(SAMPLE_PDF_PAGES)
    const lines = SAMPLE_PDF_PAGES.flat().length
    expect(content.rowsInFile).toBe(lines)
    expect(content.lines.length + content.skipped.length + content.moreSkipped).toBe(lines)
    expect(reasonsOf(content)).toEqual(
      expect.arrayContaining(['note', 'balance', 'total', 'headings', 'continued']),
    )
  })

  test('a row that is missing, added or changed shows by the totals', async () => {
    const [first = [], second = []] = SAMPLE_PDF_PAGES
    const without = await contentOf([first, second.toSpliced(2, 1)])
    expect(without.balances).toBe('disagree')
    const raised = first.map((line) =>
      line.map(([text, ...rest]) => [text === '1,850.00' ? '2,850.00' : text, ...rest] as const),
    )
    expect((await contentOf([raised, second])).balances).toBe('disagree')
  })

  test('titles tell the side of amounts without a sign; checks stand several to a line', async () => {
    const content = await contentOf([
      page(
        'Statement period  01/01/2026  to  01/31/2026',
        'Beginning balance  $100.00',
        'Deposits and additions  $900.00',
        'Deposits and additions',
        'Date  Description  Amount',
        '01/09  SAMPLE WORKS DIR DEP  900.00',
        'Withdrawals',
        'Date  Description  Amount',
        '01/10  SAMPLE MARKET  50.25',
        'Checks paid',
        '1001 01/12 100.00  1002 * 01/15 49.75',
        'Daily balances',
        '01/09  1,000.00  01/10  949.75',
        'Ending balance  $800.00',
      ),
    ])
    expect(rowsOf(content)).toEqual([
      '2026-01-09 900.00 SAMPLE WORKS DIR DEP',
      '2026-01-10 -50.25 SAMPLE MARKET',
      '2026-01-12 -100.00 CHECK 1001',
      '2026-01-15 -49.75 CHECK 1002',
    ])
    expect(content.balances).toBe('agree')
  })

  test('a minus tells the side; where some amounts have one, the others come in', async () => {
    const content = await contentOf([
      page(
        'January 1, 2026 - January 31, 2026',
        'Date  Description  Amount  Balance',
        'Jan 2  SAMPLE WORKS PAYROLL  $ 700.00  900.00',
        'Jan 3  SAMPLE RENT  -$ 650.00  250.00',
        'Jan 4  SAMPLE STORE  (50.00)  200.00',
        'Jan 5  SAMPLE CAFE  10.00-  190.00',
      ),
    ])
    expect(content.lines.map(({ amount }) => moneyToWire(amount))).toEqual([
      '700.00',
      '-650.00',
      '-50.00',
      '-10.00',
    ])
    expect(content.balances).toBe('agree')
  })

  test('the running balance tells the side where nothing else does; a line of which nothing tells it is named', async () => {
    const content = await contentOf([
      page(
        '01/01/2026 to 01/31/2026',
        'Beginning balance  200.00',
        '01/02  SAMPLE WORKS  700.00  900.00',
        '01/03  SAMPLE RENT  650.00  250.00',
      ),
    ])
    expect(content.lines.map(({ amount }) => moneyToWire(amount))).toEqual(['700.00', '-650.00'])
    const unclear = await contentOf([
      page('01/01/2026 to 01/31/2026', '01/02  SAMPLE WORKS  +700.00', '01/03  SAMPLE RENT  650.00'),
    ])
    expect(unclear.skipped[0]).toEqual({ row: 3, reason: 'noSide', column: null })
    expect(unclear.balances).toBe('none')
  })

  test('several statements in one file follow each other; of two accounts no balance counts', async () => {
    const month = (number: number, from: string, to: string, tail: string) =>
      page(
        `Account number: 00${tail}`,
        `0${number}/01/2026 to 0${number}/28/2026`,
        `Beginning balance  ${from}`,
        'Date  Description  Deposits',
        `0${number}/05  SAMPLE WORKS PAYROLL  100.00`,
        `Ending balance  ${to}`,
      )
    const content = await contentOf([
      month(1, '10.00', '110.00', '002333'),
      month(2, '110.00', '210.00', '002333'),
    ])
    expect(rowsOf(content)).toEqual([
      '2026-01-05 100.00 SAMPLE WORKS PAYROLL',
      '2026-02-05 100.00 SAMPLE WORKS PAYROLL',
    ])
    expect(content).toMatchObject({ openingBalance: 1_000n, closingBalance: 21_000n, balances: 'agree' })
    const gap = [month(1, '10.00', '110.00', '002333'), month(2, '90.00', '190.00', '002333')]
    expect(await contentOf(gap)).toMatchObject({ openingBalance: null, balances: 'none' })
    const two = [month(1, '10.00', '110.00', '002333'), month(2, '110.00', '210.00', '009876')]
    expect(await contentOf(two)).toMatchObject({ accountTail: null, closingBalance: null, balances: 'none' })
  })

  test('days before the turn of the year are of the year before', async () => {
    const content = await contentOf([
      page(
        '12/15/2025 to 01/14/2026',
        'Date  Description  Deposits',
        '12/31  SAMPLE WORKS  1.00',
        '01/02  SAMPLE WORKS  2.00',
      ),
    ])
    expect(rowsOf(content).map((row) => row.slice(0, 10))).toEqual(['2025-12-31', '2026-01-02'])
  })
})

const EMPTY = deflateSync(Buffer.from('q Q'))

describe('PDFs that are not read say why', () => {
  const manyPages = Array.from({ length: STATEMENT_LIMITS.pdfPages + 1 }, () => page('one'))
  const refused: readonly (readonly [name: string, bytes: () => Promise<Uint8Array>, message: string])[] = [
    ['cut off', async () => (await pdfOf(SAMPLE_PDF_PAGES)).slice(0, -40), 'damaged or not complete'],
    ['no structure', async () => await Promise.resolve(Buffer.from('%PDF-1.7\n%%EOF\n')), 'damaged'],
    ['with a password', () => pdfOf(SAMPLE_PDF_PAGES, { userPassword: 'sample' }), 'needs a password'],
    ['too many pages', () => pdfOf(manyPages), 'more than 60 pages'],
    ['a page of a poster', () => pdfOf([page('one')], { size: [51 * 72, 700] }), 'larger than 50 inches'],
    [
      'JavaScript at its opening',
      async () =>
        await Promise.resolve(onePagePdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>', EMPTY)),
      'contains a program',
    ],
    [
      'JavaScript under a name with codes',
      async () => await Promise.resolve(onePagePdf('/OpenAction << /S /J#61vaScript /JS (1) >>', EMPTY)),
      'contains a program',
    ],
    [
      'a file within',
      async () => await Promise.resolve(onePagePdf('/Names << /EmbeddedFiles << /Names [] >> >>', EMPTY)),
      'contains a program',
    ],
    [
      'a program of the page',
      async () => await Promise.resolve(onePagePdf('', EMPTY, '/AA << /O << /S /Launch /F (a.exe) >> >>')),
      'contains a program',
    ],
  ]
  test.each(refused)('%s', async (_, bytes, message) => {
    const found = await inspect(await bytes())
    if (found.verdict !== 'unreadable') throw new Error(JSON.stringify(found))
    expect(found.messages[0]?.en).toContain(message)
    expect(found.messages[0]?.es).not.toBe(found.messages[0]?.en)
  })

  test('pages without text, and text without transactions, go to a person without rows', async () => {
    expect(await inspect(onePagePdf('', EMPTY))).toEqual({
      verdict: 'pdf',
      reading: { content: undefined, unread: 'noText' },
    })
    expect(await inspect(await pdfOf([page('Dear customer,', 'thank you.')]))).toMatchObject({
      reading: { unread: 'noRows' },
    })
  })

  test('bytes behind the end are quarantined; blanks are none', async () => {
    const bytes = await pdfOf(SAMPLE_PDF_PAGES)
    const behind = Buffer.concat([bytes, Buffer.from('PK\x03\x04')])
    expect(await inspect(behind)).toEqual({ verdict: 'quarantine', why: 'bytesBehindEnd' })
    expect((await inspect(Buffer.concat([bytes, Buffer.from('\r\n\0')]))).verdict).toBe('pdf')
  })

  test('a PDF that may be read and not changed is read', async () => {
    const found = await inspect(await pdfOf(SAMPLE_PDF_PAGES, { ownerPassword: 'sample', permissions: {} }))
    expect(found).toMatchObject({ verdict: 'pdf', reading: { content: { balances: 'agree' } } })
  })
})

test(
  'edited files: PDFs never throw, and each line that was read is a row or skipped (design/security.md T16)',
  async () => {
    const base = await pdfOf(SAMPLE_PDF_PAGES, { compress: false })
    let read = 0
    await judgeMutants('PDF', base, async (bytes) => {
      const found = await inspect(bytes)
      if (found.verdict !== 'pdf') return
      const { content } = found.reading
      if (content === undefined) return
      read += 1
      const { lines, skipped, moreSkipped, rowsInFile } = content
      expect(lines.length + skipped.length + moreSkipped).toBe(rowsInFile)
      expect(skipped.every(({ reason }) => reason in SKIP_REASONS)).toBe(true)
      expect(content.from).toBeLessThanOrEqual(content.to)
    })
    expect(read).toBeGreaterThan(effort({ usual: 1, full: 10 }))
  },
  MUTANTS_TIMEOUT_MS,
)
