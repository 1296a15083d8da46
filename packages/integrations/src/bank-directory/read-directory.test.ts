import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBankDirectory } from './read-directory.ts'

const SAMPLE = readFileSync(new URL('../../../../data/bank-directory/sample.txt', import.meta.url))
const text = SAMPLE.toString('latin1')
const read = (content: string) => readBankDirectory(Buffer.from(content, 'latin1'))
const banksOf = (content: string) => {
  const directory = read(content)
  return directory.ok ? directory.value : []
}
const faultsOf = (content: string) => {
  const directory = read(content)
  return directory.ok ? [] : directory.error
}

test('a record names its bank, whether it takes ACH, and the number that took its place', () => {
  const banks = banksOf(text)
  expect(banks).toHaveLength(11)
  expect(banks[0]).toEqual({
    routingNumber: '119005718',
    bankName: 'EXAMPLE PLAINS BANK',
    city: 'AMARILLO',
    state: 'TX',
    takesAch: true,
    newRoutingNumber: null,
  })
  const named = (name: string) => banks.find(({ bankName }) => bankName.includes(name))
  expect(named('MESA')).toMatchObject({ takesAch: true, newRoutingNumber: '119005718' })
  expect(named('RESERVE')).toMatchObject({ takesAch: false, newRoutingNumber: null })
  expect(named('PAPER')).toMatchObject({ takesAch: false })
})

test('line ends and filler may be missing', () => {
  const short = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/ {5}\n/g, '\n')
    .trimEnd()
  expect(banksOf(short)).toEqual(banksOf(text))
})

test('a byte order mark, and what fills the end of a file, are no part of it; UTF-16 is refused as such', () => {
  for (const wrapped of [`\u00ef\u00bb\u00bf${text}`, `${text}\u001a`, `${text}${'\0'.repeat(64)}`])
    expect(banksOf(wrapped)).toEqual(banksOf(text))
  expect(faultsOf(Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1'))).toEqual([
    { line: 1, problem: 'the file is text in UTF-16; save it as plain text' },
  ])
})

test('a faulty line refuses the file and is named', () => {
  expect(faultsOf(text.replace('119005718O', '119005719O'))).toEqual([
    { line: 1, problem: 'the routing number has a mistake in it' },
  ])
  const [first = '', second = ''] = text.split('\r\n')
  expect(faultsOf(`${first}\n${second}\n${first}\n`)).toEqual([
    { line: 3, problem: 'the routing number stands twice' },
  ])
  expect(faultsOf('<html>Sign in</html>')).toEqual([
    { line: 1, problem: 'a record has 155 characters, this one 20' },
  ])
  expect(faultsOf('')).toEqual([{ line: 1, problem: 'the file has no bank' }])
})

test('an edited file is read or refused with its lines, never thrown at', () => {
  fc.assert(
    fc.property(fc.nat(text.length), fc.string({ maxLength: 4 }), fc.nat(300), (at, put, cut) => {
      const edited = text.slice(0, at) + put + text.slice(at + cut)
      const directory = read(edited)
      expect(directory.ok ? directory.value.length : directory.error.length).toBeGreaterThan(0)
    }),
    { seed: 31, numRuns: 300 },
  )
})
