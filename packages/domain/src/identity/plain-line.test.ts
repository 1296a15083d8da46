import { describe, expect, test } from 'vitest'
import { isPersonName } from '../form/rules/account.ts'
import { isPlainLine, isWrittenText, namesWebAddress, withLineFeeds } from './plain-line.ts'
import { NAME_CORPUS } from './testing/name-corpus.ts'

test.each([
  '<b>Ada</b>',
  'Ada\r\nBcc: other@example.com',
  'Ada\u202Eelpmas',
  'Ada\u2066Sample',
  'Ada\u2028Sample',
  'Ada\u0007',
  'https://example.com',
])('%j does not show as it was typed (docs/security.md T13)', (text) => {
  expect(isPlainLine(text)).toBe(false)
})

test.each([
  'Ada Sample',
  'Amazon.com Services LLC',
  'AT&T',
  'O’Brien & Sons: tools, etc.',
  '\u200Fمحمد',
  'Ben/Jerry',
])('%j is a plain line', (text) => {
  expect(isPlainLine(text)).toBe(true)
})

describe('what a person writes in lines (docs/security.md T13)', () => {
  const hidden = [
    ...Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9 && code !== 10),
    ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
    0x2028,
    0x2029,
    0x202a,
    0x202b,
    0x202c,
    0x202d,
    0x202e,
    0x2066,
    0x2067,
    0x2068,
    0x2069,
  ].map((code) => String.fromCodePoint(code))

  test.each(hidden.map((mark) => [`U+${mark.codePointAt(0)?.toString(16)}`, mark]))(
    'has no %s',
    (_, mark) => {
      expect(isWrittenText(`please${mark}call`)).toBe(false)
    },
  )

  test.each([
    'Please call me.\n\nMy income is < 500 or > 400: see https://example.com\tThanks',
    '¿Cómo está? – “así” … 👩‍👩‍👧 e\u0301',
    '\u200Fمحمد',
    '',
  ])('%j is as it was typed', (text) => {
    expect(isWrittenText(text)).toBe(true)
  })

  test('ends its lines with a line feed, however the keyboard or another program ends them', () => {
    expect(withLineFeeds('a\r\nb\rc\nd\u2028e\u2029f\u000bg\u000ch\u0085i')).toBe('a\nb\nc\nd\ne\nf\ng\nh\ni')
  })
})

describe('a web address within a name', () => {
  test.each([
    'example.com',
    'www.example',
    'Ada www.example.xyz',
    'bit.ly',
    'Ada.Sample.com',
    'win.top',
    'a.link',
    'Prize.example',
  ])('%s is one', (name) => {
    expect(namesWebAddress(name)).toBe(true)
    expect(isPersonName(name)).toBe(false)
  })

  test.each(['J.R.', 'J. R. Sample', 'St.James', 'Ma.Teresa', 'Ma. Teresa', 'J.Li', 'Sample Jr.', 'Fco.'])(
    '%s is none',
    (name) => {
      expect(isPersonName(name)).toBe(true)
    },
  )

  test('no name of the corpus has one', () => {
    expect(NAME_CORPUS.filter(({ written }) => namesWebAddress(written) || !isPlainLine(written))).toEqual([])
  })
})
