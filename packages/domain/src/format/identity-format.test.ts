import { describe, expect, test } from 'vitest'
import { capitalizeName } from './person-name.ts'
import { formatPhone } from './phone.ts'
import { maskSsn } from './ssn.ts'

describe('phone (000) 000-0000 (product §9)', () => {
  test('ten digits', () => {
    expect(formatPhone('2125550123')).toBe('(212) 555-0123')
  })
  test('digits stored with something between them', () => {
    expect(formatPhone('302abc5550147')).toBe('(302) 555-0147')
  })
  test('anything else stays as it was', () => {
    expect(formatPhone('55501')).toBe('55501')
    expect(formatPhone('')).toBe('')
  })
})

describe('SSN, masked once saved (product §5)', () => {
  test.each(['123456789', '6789', '123-45-6789'])('%s shows only its last four', (ssn) => {
    expect(maskSsn(ssn)).toBe('***-**-6789')
  })
  test('nothing known shows nothing', () => {
    expect(maskSsn('')).toBe('***-**-****')
  })
})

describe('names shown capitalized (design/security.md D6)', () => {
  test.each([
    ['ada', 'Ada'],
    ['McNamara', 'McNamara'],
    ["o'brien", "O'brien"],
    ['de la cruz', 'De La Cruz'],
    ['élise', 'Élise'],
    ['  ', ''],
  ])('%j shows as %j', (typed, shown) => {
    expect(capitalizeName(typed)).toBe(shown)
  })
})
