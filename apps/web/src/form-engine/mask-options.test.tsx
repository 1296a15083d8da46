import { maskitoTransform } from '@maskito/core'
import { describe, expect, test } from 'vitest'
import { DATE_PATTERN, laidOut, maskOptions, patternOf, PHONE_PATTERN } from './mask-options.ts'

const phone = maskOptions(PHONE_PATTERN)

describe('masks (product.md §5 and §9)', () => {
  test.each([
    ['2125550142', '(212) 555-0142'],
    ['+1 (212) 555-0142', '(212) 555-0142'],
    ['1-212-555-0142', '(212) 555-0142'],
    ['212.555.0142', '(212) 555-0142'],
    ['(212) 555', '(212) 555'],
  ])('a pasted phone %s becomes %s', (pasted, shown) => {
    expect(maskitoTransform(pasted, phone)).toBe(shown)
  })

  test('a digit typed in the middle keeps the caret behind it', () => {
    const value = '(212) 550-142'
    const state = maskitoTransform({ value: '(2129) 550-142', selection: [5, 5] }, phone)
    expect(value).not.toBe(state.value)
    expect(state.value).toBe('(212) 955-0142')
    expect(state.selection[0]).toBeLessThan(state.value.length)
  })

  test('a deleted digit lets the rest close up', () => {
    const state = maskitoTransform({ value: '(12) 555-0142', selection: [1, 1] }, phone)
    expect(state.value).toBe('(125) 550-142')
  })

  test('an SSN takes spaces and hyphens', () => {
    expect(maskitoTransform('987 65 4321', maskOptions(patternOf('ssn')))).toBe('987-65-4321')
  })

  test('a date gets its slashes', () => {
    expect(maskitoTransform('03092026', maskOptions(DATE_PATTERN))).toBe('03/09/2026')
  })

  test('stored digits are laid out as far as they go', () => {
    expect(laidOut(PHONE_PATTERN, '2125')).toBe('(212) 5')
    expect(laidOut(PHONE_PATTERN, '')).toBe('')
  })
})
