import { describe, expect, test } from 'vitest'
import { isPersonName } from '../form/rules/account.ts'
import { isPlainLine, namesWebAddress } from './plain-line.ts'
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
