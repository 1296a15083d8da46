import { describe, expect, test } from 'vitest'
import { laidOut, masked, patternOf, PHONE_PATTERN } from './mask.ts'

/** What is shown after a text was typed or pasted as a whole, or with the caret at "|". */
const shownFor = (
  pattern: string,
  typed: string,
  before = '',
  deleted: 'backward' | 'forward' | null = null,
) => {
  const caret = typed.includes('|') ? typed.indexOf('|') : typed.length
  const after = masked(pattern, before, { text: typed.replace('|', ''), caret }, deleted)
  return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`
}

describe('masks (product.md §5 and §9)', () => {
  test.each([
    ['2125550142', '(212) 555-0142|'],
    ['+1 (212) 555-0142', '(212) 555-0142|'],
    ['1-212-555-0142', '(212) 555-0142|'],
    ['212.555.0142', '(212) 555-0142|'],
    ['(212) 555', '(212) 555|'],
    ['212abc5', '(212) 5|'],
    ['1', '|'],
    ['(212) 555-01429', '(212) 555-0142|'],
  ])('a phone typed or pasted as %s becomes %s', (typed, shown) => {
    expect(shownFor(PHONE_PATTERN, typed)).toBe(shown)
  })

  test.each([
    [
      'a digit typed in the middle keeps the caret behind it',
      '(2129|) 550-142',
      { before: '(212) 550-142', deleted: null },
      '(212) 9|55-0142',
    ],
    [
      'a deleted digit lets the rest close up',
      '(|12) 555-0142',
      { before: '(212) 555-0142', deleted: 'backward' },
      '(|125) 550-142',
    ],
    [
      'deleting the bracket takes the digit before it',
      '(212| 555-0142',
      { before: '(212) 555-0142', deleted: 'backward' },
      '(21|5) 550-142',
    ],
    [
      'deleting the hyphen forward takes the digit behind it',
      '(212) 555|0142',
      { before: '(212) 555-0142', deleted: 'forward' },
      '(212) 555|-142',
    ],
    ['emptied by deleting', '', { before: '(2', deleted: 'backward' }, '|'],
  ] as const)('%s', (_rule, typed, { before, deleted }, shown) => {
    expect(shownFor(PHONE_PATTERN, typed, before, deleted)).toBe(shown)
  })

  test('typed key by key, every text is the pattern as far as it goes', () => {
    let text = ''
    const seen = Array.from('2125550142', (key) => {
      const after = masked(PHONE_PATTERN, text, { text: text + key, caret: text.length + 1 })
      text = after.text
      return text
    })
    expect(seen).toEqual([
      '(2',
      '(21',
      '(212',
      '(212) 5',
      '(212) 55',
      '(212) 555',
      '(212) 555-0',
      '(212) 555-01',
      '(212) 555-014',
      '(212) 555-0142',
    ])
  })

  test('an SSN takes spaces and hyphens', () => {
    expect(shownFor(patternOf('ssn'), '987 65 4321')).toBe('987-65-4321|')
  })

  test('stored digits are laid out as far as they go', () => {
    expect(laidOut(PHONE_PATTERN, '2125')).toBe('(212) 5')
    expect(laidOut(PHONE_PATTERN, '')).toBe('')
  })
})
