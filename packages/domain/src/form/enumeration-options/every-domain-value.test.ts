import { describe, expect, test } from 'vitest'
import { ENUMERATIONS } from '../../testing/every-enumeration.ts'
import { everyOption } from './every-domain-value.ts'

const days = (...special: readonly number[]) => [
  ...Array.from({ length: 31 }, (_, day) => day + 1),
  ...special,
]

describe('product.md §7: get-domain-value serves every enumeration of §3 and §4', () => {
  test.each(Object.entries(ENUMERATIONS))('%s, each value once, with its numbers', (code, enumeration) => {
    const values = everyOption(code)?.map(({ value }) => value)
    expect(values?.toSorted()).toEqual(Object.values(enumeration).map(String).toSorted())
  })

  test('days of the month: semi-monthly 1-31 and -1, monthly also -11, -12, -13', () => {
    const valuesOf = (code: string) => everyOption(code)?.map(({ value }) => Number(value))
    expect(valuesOf('semiMonthlyDay')).toEqual(days(-1))
    expect(valuesOf('monthlyDay')).toEqual(days(-1, -11, -12, -13))
  })

  test('every option has a label in both languages, and an unknown code no list', () => {
    for (const list of Object.keys(ENUMERATIONS).map((code) => everyOption(code) ?? [])) {
      expect(list.length).toBeGreaterThan(0)
      for (const { label, labelEs } of list) expect([label, labelEs]).not.toContain('')
    }
    expect(everyOption('toString')).toBeUndefined()
  })
})
