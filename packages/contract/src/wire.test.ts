import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as wire from './wire.ts'
import { queryPaymentFrequency } from './wire-codes.ts'
import { installmentFlags, queryServicingChangeTypeCode } from './wire-payment-codes.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('pieces of messages (contract.md "Dates and money")', () => {
  test.each(['0.00', '500.00', '1234567.89'])('money %s is taken', (text) => {
    expect(accepts(wire.money, text)).toBe(true)
  })

  test.each([
    500,
    500.5,
    '500',
    '500.0',
    '500.000',
    '0500.00',
    '1,234.00',
    '-1.00',
    '$5.00',
    '',
    ' 5.00',
    '5.00\n',
  ])('money %j is refused', (value) => {
    expect(accepts(wire.money, value)).toBe(false)
  })

  test('only signed money may be negative', () => {
    expect(accepts(wire.signedMoney, '-12.50')).toBe(true)
    expect(accepts(wire.signedMoney, -12.5)).toBe(false)
  })

  test('a day of records has a day before and after it', () => {
    expect(['1900-01-01', '2026-03-02', '9998-12-31'].map((day) => accepts(wire.recordDay, day))).toEqual([
      true,
      true,
      true,
    ])
    expect(['0001-01-01', '1899-12-31', '9999-12-31'].some((day) => accepts(wire.recordDay, day))).toBe(false)
  })

  test('percentages are decimal strings with two places', () => {
    expect(accepts(wire.percent, '258.32')).toBe(true)
    expect(accepts(wire.percent, 258.32)).toBe(false)
    expect(accepts(wire.percent, '258.3')).toBe(false)
  })

  test('days are days of the calendar, instants carry an offset', () => {
    expect(accepts(wire.isoDate, '2028-02-29')).toBe(true)
    expect(accepts(wire.isoDate, '2026-02-29')).toBe(false)
    expect(accepts(wire.isoDate, '02/28/2026')).toBe(false)
    expect(accepts(wire.instant, '2026-03-02T14:05:00-05:00')).toBe(true)
    expect(accepts(wire.instant, '2026-03-02T14:05:00Z')).toBe(true)
    expect(accepts(wire.instant, '2026-03-02T14:05:00')).toBe(false)
  })

  test('a loan number is portfolio, dash, seven digits (domain.md §1)', () => {
    expect(accepts(wire.loanNo, '118-0000013')).toBe(true)
    expect(accepts(wire.loanNo, '1180000013')).toBe(false)
  })

  test('any text passes as a resource, so that a wrong one leads to -92020043', () => {
    expect(accepts(wire.resource, 'no such link / ?')).toBe(true)
    expect(accepts(wire.resource, '')).toBe(false)
  })

  test('a next page is a path of ours, never another site', () => {
    for (const path of ['/home', '/signature/abc', '/notification/102']) {
      expect(accepts(wire.pagePath, path)).toBe(true)
    }
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'home']) {
      expect(accepts(wire.pagePath, path)).toBe(false)
    }
  })

  test('answers refuse keys that are no element keys', () => {
    expect(accepts(wire.answers, { firstName: 'Ann' })).toBe(true)
    const polluted = wire.answers.parse(JSON.parse('{"__proto__": "x", "firstName": "Ann"}'))
    expect(Object.keys(polluted)).toEqual(['firstName'])
    expect(Object.getPrototypeOf(polluted)).toBe(Object.prototype)
    expect(accepts(wire.answers, { 'a.b': 1 })).toBe(false)
  })

  test('answers take choices and rows, but nothing nested deeper', () => {
    expect(accepts(wire.answers, { pets: ['cat', 'dog'], loans: [{ lender: 'A', amount: 5 }] })).toBe(true)
    expect(accepts(wire.answers, { loans: [{ deep: { deeper: 1 } }] })).toBe(false)
  })
})

describe('pieces of queries, where everything is text', () => {
  const years = wire.queryInteger(2000, 2100)

  test.each([['2026', 2026]])('%j is the integer %d', (text, value) => {
    expect(years.parse(text)).toBe(value)
  })

  test.each(['2e3', '0x7d0', ' 2026', '2026.0', '', '1999', 'abc', null, undefined])(
    '%j is no such integer',
    (value) => {
      expect(accepts(years, value)).toBe(false)
    },
  )

  test('a list may be repeated, joined by commas, or both', () => {
    const list = wire.queryList(wire.code, 5)
    expect(list.parse('personal')).toEqual(['personal'])
    expect(list.parse('personal,bank')).toEqual(['personal', 'bank'])
    expect(list.parse(['personal', 'bank,question'])).toEqual(['personal', 'bank', 'question'])
    expect(accepts(list, 'a,b,c,d,e,f')).toBe(false)
    expect(accepts(list, '../secret')).toBe(false)
  })

  test('an optional piece may be absent', () => {
    const query = z.strictObject({ years: wire.queryList(years, 2).optional(), page: years.optional() })
    expect(query.parse({})).toEqual({})
    expect(query.parse({ years: '2026,2027' })).toEqual({ years: [2026, 2027] })
  })

  test('codes in queries and paths become the domain’s numbers', () => {
    expect(queryPaymentFrequency.parse('17003')).toBe(PayrollFrequency.weekly)
    expect(accepts(queryPaymentFrequency, '17001')).toBe(false)
    expect(queryServicingChangeTypeCode.parse('103')).toBe(103)
    expect(accepts(queryServicingChangeTypeCode, '101')).toBe(false)
  })

  test('installment flags are known bits only (product.md §3)', () => {
    for (const flags of [0, 1, 2, 4, 8, 16, 256, 257]) expect(accepts(installmentFlags, flags)).toBe(true)
    for (const flags of [32, 64, 128, 512, -1]) expect(accepts(installmentFlags, flags)).toBe(false)
  })
})
