import { localDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { describe, expect, test } from 'vitest'
import { inspectStatement } from '../inspect-statement.ts'
import { STATEMENT_LAYOUTS } from './find-layout.ts'
import { plainHeading, type StatementLayout } from './statement-layout.ts'

const TODAY = localDate(2026, 3, 2)
const inspect = (file: string) =>
  inspectStatement({ fileName: 'a.csv', bytes: Buffer.from(file), types: ['csv'], today: TODAY })

async function contentOf(lines: readonly string[]): Promise<StatementContent> {
  const found = await inspect(lines.join('\n'))
  if (found.verdict !== 'csv') throw new Error(JSON.stringify(found))
  return found.content
}
const amountsOf = ({ lines }: StatementContent) => lines.map(({ amount }) => moneyToWire(amount))
const reasonsOf = ({ skipped }: StatementContent) => skipped.map(({ row, reason }) => `${row} ${reason}`)

/** The cell of a column in a row of pay, or of a purchase. */
function cellOf(layout: StatementLayout, heading: string, isPay: boolean): string {
  const is = (name: string | undefined) => name !== undefined && plainHeading(name) === plainHeading(heading)
  const { money } = layout
  if (layout.date.some(is)) return isPay ? '02/13/2026' : '02/14/2026'
  if (is(layout.description[0])) return isPay ? 'SAMPLE WORKS PAYROLL' : 'SAMPLE GROCERY'
  if (is(layout.status?.column)) return layout.status?.counted[0] ?? ''
  if (is(layout.currency)) return 'USD'
  if (is(layout.notTransaction?.column)) return 'other'
  if (money.kind === 'sides') return is(isPay ? money.in : money.out) ? '700.00' : ''
  if (is(money.amount)) {
    if (money.kind === 'typed') return '700.00'
    return (money.minus === 'out') === isPay ? '700.00' : '-700.00'
  }
  if (money.kind === 'typed' && is(money.side)) return (isPay ? money.inWords : money.outWords)[0] ?? ''
  return ''
}

const fileOf = (layout: StatementLayout, headings: readonly string[]) =>
  [headings, ...[true, false].map((isPay) => headings.map((one) => cellOf(layout, one, isPay)))].map(
    (cells) => cells.join(','),
  )
const columnsOf = ({ headings, description }: StatementLayout): readonly string[] => {
  const first = description[0] ?? ''
  return headings.some((one) => plainHeading(one) === plainHeading(first)) ? headings : [...headings, first]
}
const withHeadings = STATEMENT_LAYOUTS.filter(({ headings }) => headings.length > 0)
const accounts = withHeadings.filter(({ account }) => account !== 'card')

describe('layouts of banks and apps as data', () => {
  test('25 and more institutions, each with a public source', () => {
    expect(new Set(STATEMENT_LAYOUTS.map(({ bank }) => bank)).size).toBeGreaterThanOrEqual(25)
    expect(new Set(STATEMENT_LAYOUTS.map(({ id }) => id)).size).toBe(STATEMENT_LAYOUTS.length)
    for (const { seenIn, sure } of STATEMENT_LAYOUTS) {
      expect(seenIn.length).toBeGreaterThan(0)
      expect(seenIn.every((source) => /^(public source file \d+|[\w.-]+\/[\w.-]+:.+)$/.test(source))).toBe(
        true,
      )
      expect(['high', 'medium']).toContain(sure)
    }
  })

  test.each(accounts.map((layout) => [layout.id, layout] as const))(
    '%s: pay comes in, a purchase goes out, in any order of its columns and any case',
    async (_, layout) => {
      const written = await contentOf(fileOf(layout, columnsOf(layout)))
      expect(amountsOf(written)).toEqual(['700.00', '-700.00'])
      expect(written.bank).toBe(layout.bank)
      expect(written.lines[0]?.description).toContain('SAMPLE WORKS PAYROLL')
      const turned = columnsOf(layout)
        .toReversed()
        .map((heading) => ` ${heading.toUpperCase()} `)
      expect((await contentOf([`\ufeff`, ...fileOf(layout, turned)])).lines).toEqual(written.lines)
    },
  )

  const cards = withHeadings.filter(({ account }) => account === 'card')
  test.each(cards.map((layout) => [layout.id, layout] as const))(
    '%s: a card is refused kindly',
    async (_, layout) => {
      const above = layout.above === undefined ? [] : [layout.above]
      const found = await inspect([...above, ...fileOf(layout, layout.headings)].join('\n'))
      expect(found).toMatchObject({ verdict: 'unreadable', messages: [{ en: /credit card/ }] })
    },
  )
})

describe('what banks make of a table', () => {
  test('Chase: one cell more in each row, HTML entities, and a pending row with a blank balance', async () => {
    const content = await contentOf([
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
      'DEBIT,02/14/2026,"AT&amp;T   BILL",-50.00,ACH_DEBIT, ,,',
      'CREDIT,02/13/2026,"ORIG CO NAME:SAMPLE WORKS",700.00,ACH_CREDIT,900.00,,',
    ])
    expect(content.lines.map(({ description }) => description)).toEqual([
      'ORIG CO NAME:SAMPLE WORKS',
      'AT&T BILL',
    ])
    expect(content.closingBalance).toBe(85_000n)
  })

  test('TD: an unquoted comma does not move the money', async () => {
    const content = await contentOf([
      'Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,Account Running Balance',
      '2026-02-14,031201360,4300001111,DEBIT,EGOV STRATEGIES, SERVICE,0.90,,,99.10',
    ])
    expect(content.lines[0]).toMatchObject({ amount: -90n, description: 'EGOV STRATEGIES, SERVICE' })
    expect(content.accountTail).toBe('1111')
  })

  test('rows that do not count are named: pending, scheduled, balances, totals, notes, headings again', async () => {
    const content = await contentOf([
      'Account 1234 for Jordan Sample',
      'Date,Description,Amount,Status',
      '02/01/2026,Beginning balance as of 02/01/2026,500.00,',
      '02/02/2026,SHOP,-5.00,Posted',
      '02/03/2026,SHOP,-6.00,Pending',
      '03/01/2026,RENT,-900.00,Scheduled',
      '02/04/2026,HOLD,0.00,Posted',
      ',Total debits,-5.00,',
      'Date,Description,Amount,Status',
      '"The data in this file is not a statement.",,,',
    ])
    expect(amountsOf(content)).toEqual(['-5.00'])
    expect(reasonsOf(content)).toEqual([
      '1 aboveTable',
      '2 headings',
      '3 balance',
      '5 pending',
      '6 scheduled',
      '7 noAmount',
      '8 total',
      '9 headings',
      '10 note',
    ])
    expect(content.rowsInFile).toBe(10)
  })

  test('PNC: a date that says pending; Discover: no date and the word; Schwab: no amounts', async () => {
    const pnc = await contentOf([
      'Transaction Date,Transaction Description,Amount',
      'PENDING - 02/15/2026,SHOP,+ $238.60',
      '02/14/2026,SHOP,- $500',
      '02/13/2026,PAY,"+ $1,150.00"',
    ])
    expect(amountsOf(pnc)).toEqual(['1150.00', '-500.00'])
    expect(reasonsOf(pnc)).toEqual(['1 headings', '2 pending'])
    const discover = await contentOf([
      'Transaction Date,Transaction Description,Transaction Type,Debit,Credit,Balance',
      ',Pending,Debit,$5.00,0,',
      '02/13/2026,Early Pay PAYROLL ACH from ACME CORP,Credit,0,"$3,085.92 ","$4,000.00"',
    ])
    expect(amountsOf(discover)).toEqual(['3085.92'])
    expect(reasonsOf(discover)).toEqual(['1 headings', '2 pending'])
  })

  test('KeyBank: several accounts in one file, and then no one balance or account', async () => {
    const block = (account: string) => [`${account},,,`, '', 'Date,Amount,Description,Ref.#']
    const content = await contentOf([
      ...block('CHECKING 1234'),
      '02/13/2026,"700.00","PAY","1"',
      ...block('SAVINGS 5678'),
      '02/14/2026,"-5.00","FEE","2"',
    ])
    expect(amountsOf(content)).toEqual(['700.00', '-5.00'])
    expect(content).toMatchObject({ balances: 'none', closingBalance: null, rowsInFile: 6 })
    expect(reasonsOf(content)).toEqual(['1 aboveTable', '3 headings', '5 note', '7 headings'])
  })

  test('Venmo: an empty first heading, a line above, stub rows and a line break inside a note', async () => {
    const content = await contentOf([
      'Account Statement - (@jordan-sample) ,,,,,,,,,,',
      ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Beginning Balance,Ending Balance',
      ',,,,,,,,,$10.00,',
      ',1,2026-02-13T23:59:00,Payment,Complete,"rent\nand food",A,B,- $12.01,,',
      ',2,2026-02-14T10:00:00,Payment,Failed,x,A,B,+ $5.00,,',
      ',,,,,,,,,,$0.00',
    ])
    expect(amountsOf(content)).toEqual(['-12.01'])
    expect(content.lines[0]?.date).toBe(localDate(2026, 2, 13))
    expect(reasonsOf(content)).toEqual(['1 aboveTable', '2 headings', '3 note', '6 notCompleted', '7 note'])
  })

  test.each([
    ['($50.00)', '-50.00'],
    ['-$5', '-5.00'],
    ['$-9.99', '-9.99'],
    ['- $500.00', '-500.00'],
    ['"+ $1,150.00"', '1150.00'],
    ['$+1000', '1000.00'],
    ['-154', '-154.00'],
    ['-500.00000', '-500.00'],
    ['-20.0000', '-20.00'],
    ['12.00 ', '12.00'],
    ['\u221212.00', '-12.00'],
    ['($42)', '-42.00'],
  ])('the amount %s is %s', async (written, amount) => {
    expect(amountsOf(await contentOf(['Date,Description,Amount', `02/13/2026,A,${written}`]))).toEqual([
      amount,
    ])
  })

  test.each([
    '02/13/2026',
    '2/13/2026',
    '02/13/26',
    '2026-02-13',
    '2026/02/13',
    '2026-02-13T23:30:00Z',
    '2026-02-13 23:30:00 CST',
    '20260213120000[0:GMT]',
    '"Feb 13, 2026"',
  ])('the day %s', async (written) => {
    const content = await contentOf(['Date,Description,Amount', `${written},A,1.00`])
    expect(content.lines[0]?.date).toBe(localDate(2026, 2, 13))
  })
})

describe('which amounts are money in', () => {
  test('a balance after each row settles a file whose signs are turned around', async () => {
    const content = await contentOf([
      'Date,Description,Amount,Balance',
      '02/11/2026,PAY,-700.00,900.00',
      '02/12/2026,SHOP,100.00,800.00',
      '02/13/2026,SHOP,50.00,750.00',
    ])
    expect(amountsOf(content)).toEqual(['700.00', '-100.00', '-50.00'])
    expect(content.balances).toBe('agree')
  })

  test('balances that fit neither side, or purchases without a minus, are asked about', async () => {
    const neither = ['02/11/2026,A,7.00,900.00', '02/12/2026,B,-9.00,100.00', '02/13/2026,C,5.00,333.00']
    const asked = await inspect(['Date,Description,Amount,Balance', ...neither].join('\n'))
    expect(asked).toMatchObject({
      verdict: 'asked',
      question: { why: 'sideUnclear', guess: { date: 0, description: 1, amount: 2, balance: 3 } },
    })
    const unsigned = ['02/11/2026,PAYROLL,700.00', '02/12/2026,DEBIT CARD PURCHASE,9.00']
    expect(await inspect(['Date,Description,Amount', ...unsigned].join('\n'))).toMatchObject({
      verdict: 'asked',
    })
  })

  test('a card under the headings of an account is known by its rows', async () => {
    const amex = [
      'Date,Description,Amount',
      '02/11/2026,AUTOPAY PAYMENT - THANK YOU,-50.00',
      '02/12/2026,SHOP,50.00',
    ]
    expect(await inspect(amex.join('\n'))).toMatchObject({
      verdict: 'unreadable',
      messages: [{ en: /credit card/ }],
    })
  })
})
