import { expect, test } from 'vitest'
import { csvFile, jsonFile, withoutNumbers } from './table-files.ts'

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => new TextDecoder().decode(bytes)

test('a cell that a spreadsheet would run begins with an apostrophe; a negative amount stays a number', () => {
  const { bytes } = csvFile(
    'a.csv',
    ['note'],
    [['=1+1'], ['+1'], ['-2+3'], ['@sum'], ['\tx'], ['-12.50'], [7]],
  )
  expect(textOf({ bytes }).split('\r\n')).toEqual([
    'note',
    "'=1+1",
    "'+1",
    "'-2+3",
    "'@sum",
    "'\tx",
    '-12.50',
    '7',
    '',
  ])
})

test('commas, quotes and lines stay inside their cell (RFC 4180); nothing is an empty one', () => {
  expect(textOf(csvFile('a.csv', ['a', 'b'], [['x, "y"\nz', null]]))).toBe('a,b\r\n"x, ""y""\nz",\r\n')
})

test('Social Security and account numbers show their last digits, at any depth', () => {
  expect(
    withoutNumbers({
      ssn: '521-46-1000',
      bank: [{ accountNumber: '000123456789', routingNumber: '091000019' }],
    }),
  ).toEqual({ ssn: '••••1000', bank: [{ accountNumber: '••••6789', routingNumber: '091000019' }] })
  expect(textOf(jsonFile('a.json', { amount: 12n }))).toBe('{\n  "amount": "12"\n}\n')
})
