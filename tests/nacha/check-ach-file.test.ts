import { describe, expect, test } from 'vitest'
import { checkAchFile } from './check-ach-file.ts'

/** Typed by hand from the published layout: one PPD credit of 500.00, one debit of 119.54 with an addenda. */
const RECORDS = [
  '101 091000019 0910000192606221530A094101FIRST EXAMPLE BANK     EXAMPLE LENDER LLC             ',
  '5200EXAMPLE LENDER                      1123456789PPDLOAN      260623260623   1091000010000001',
  '622091000019123456789        0000050000118-0000017    ADA EXAMPLE             0091000010000001',
  '627021000021987654321        0000011954118-0000025    BEN EXAMPLE             1091000010000002',
  `705${'PAYMENT 1 OF 12'.padEnd(80)}00010000002`,
  `820000000300112000030000000119540000000500001123456789${' '.repeat(25)}091000010000001`,
  `9000001000001000000030011200003000000011954000000050000${' '.repeat(39)}`,
]
const FILLER = '9'.repeat(94)
const file = (records: readonly string[]): string =>
  `${[...records, ...Array<string>((10 - (records.length % 10)) % 10).fill(FILLER)].join('\n')}\n`

const replaced = (line: number, from: number, text: string): string => {
  const records = RECORDS.map((record, index) =>
    index === line - 1 ? record.slice(0, from - 1) + text + record.slice(from - 1 + text.length) : record,
  )
  return file(records)
}

/** The digit at a position raised by one (9 becomes 0). */
const altered = (line: number, position: number): string => {
  const digit = Number((RECORDS[line - 1] ?? '')[position - 1])
  return replaced(line, position, String((digit + 1) % 10))
}

describe('the checker accepts', () => {
  test('a file typed by hand from the layout', () => {
    expect(checkAchFile(file(RECORDS))).toEqual([])
  })

  test('the same with CR LF', () => {
    expect(checkAchFile(file(RECORDS).replaceAll('\n', '\r\n'))).toEqual([])
  })
})

describe('the checker refuses one altered digit in each control field', () => {
  const BATCH_CONTROL = {
    'service class': [2, 4],
    count: [5, 10],
    hash: [11, 20],
    debit: [21, 32],
    credit: [33, 44],
    'company id': [45, 54],
    odfi: [80, 87],
    number: [88, 94],
  } as const
  const FILE_CONTROL = {
    batches: [2, 7],
    blocks: [8, 13],
    count: [14, 21],
    hash: [22, 31],
    debit: [32, 43],
    credit: [44, 55],
  } as const

  const positions = (line: number, fields: Record<string, readonly [number, number]>) =>
    Object.entries(fields).flatMap(([field, [from, to]]) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ line, field, position: from + index })),
    )

  test.each([...positions(6, BATCH_CONTROL), ...positions(7, FILE_CONTROL)])(
    'record $line, $field, position $position',
    ({ line, position }) => {
      expect(checkAchFile(altered(line, position))).not.toEqual([])
    },
  )

  test.each([
    ['amount', 3, 39],
    ['amount of a debit', 4, 37],
    ['routing number', 3, 6],
    ['check digit', 3, 12],
    ['trace number, ODFI part', 3, 82],
    ['addenda indicator', 4, 79],
    ['sequence of the addenda', 5, 94],
    ['batch number of the header', 2, 94],
  ])('%s (record %i, position %i)', (_, line, position) => {
    expect(checkAchFile(altered(line, position))).not.toEqual([])
  })
})

describe('the checker refuses', () => {
  const without = (line: number): string => file(RECORDS.filter((_, index) => index !== line - 1))

  test.each([
    ['no file header', without(1)],
    ['no batch header', without(2)],
    ['a missing entry', without(3)],
    ['a missing addenda', without(5)],
    ['no batch control', without(6)],
    ['no file control', without(7)],
    ['no filler', `${RECORDS.join('\n')}\n`],
    ['a block of filler too many', file([...RECORDS, ...Array<string>(10).fill(FILLER)])],
    ['a short record', file(RECORDS).replace('ADA EXAMPLE ', 'ADA EXAMPLE')],
    ['a long record', file(RECORDS).replace('ADA EXAMPLE ', 'ADA EXAMPLE  ')],
    ['a letter beyond ASCII', file(RECORDS).replace('ADA', 'ÁDA')],
    ['a format code that is not 1', replaced(1, 40, '2')],
    ['a creation date that is no day', replaced(1, 24, '260231')],
    ['an effective date that is no day', replaced(2, 70, '261301')],
    ['a settlement date filled in by the sender', replaced(2, 76, '174')],
    ['a company name of zeros', replaced(2, 5, '0'.repeat(16))],
    ['a blank name', replaced(3, 55, ' '.repeat(22))],
    ['a blank inside the account number', replaced(3, 15, ' ')],
    ['an unknown transaction code', replaced(3, 2, '99')],
    ['an unknown standard entry class', replaced(2, 51, 'XYZ')],
    ['a trace number used twice', replaced(4, 80, '091000010000001')],
    ['an empty text', ''],
  ])('%s', (_, text) => {
    expect(checkAchFile(text)).not.toEqual([])
  })
})
