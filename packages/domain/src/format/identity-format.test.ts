import { describe, expect, test } from 'vitest'
import { capitalizeName, formatPersonName } from './person-name.ts'
import { formatPhone, phoneDigits } from './phone.ts'
import { formatSsn, maskSsn } from './ssn.ts'

describe('phone (000) 000-0000 (product §9)', () => {
  test('ten digits', () => {
    expect(formatPhone('2125550123')).toBe('(212) 555-0123')
  })
  test('anything else stays as it was', () => {
    expect(formatPhone('55501')).toBe('55501')
    expect(formatPhone('')).toBe('')
  })
  test.each([
    ['+1 (212) 555-0123', '2125550123'],
    ['212.555.0123', '2125550123'],
    ['12125550123', '2125550123'],
    ['555', '555'],
  ])('%s is stored as %s', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits)
  })
})

describe('SSN 000-00-0000 (product §9), masked once saved (product §5)', () => {
  test('nine digits', () => {
    expect(formatSsn('123456789')).toBe('123-45-6789')
    expect(formatSsn('1234')).toBe('1234')
  })
  test.each(['123456789', '6789', '123-45-6789'])('%s shows only its last four', (ssn) => {
    expect(maskSsn(ssn)).toBe('***-**-6789')
  })
  test('nothing known shows nothing', () => {
    expect(maskSsn('')).toBe('***-**-****')
  })
})

describe('names shown capitalised (design/security.md D6)', () => {
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
  test('a missing middle name leaves no gap', () => {
    expect(formatPersonName({ firstName: 'ada', lastName: 'McNamara' })).toBe('Ada McNamara')
    expect(formatPersonName({ firstName: 'ada', middleName: 'b', lastName: 'lee' })).toBe('Ada B Lee')
  })
})
