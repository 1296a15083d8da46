import { COVERED_SSN_ENDING, UNKNOWN_SSN_ENDING } from '@dolphin/integrations/military/sandbox-provider'
import { expect, test } from 'vitest'
import { generatedSsn } from './generated-ssn.ts'

const LAST = 384_999
const NUMBERS = Array.from({ length: LAST + 1 }, (_, index) => generatedSsn(index))

test('every number is complete and unique', () => {
  expect(NUMBERS.filter((number) => !/^\d{3}-\d{2}-\d{4}$/.test(number))).toEqual([])
  expect(new Set(NUMBERS).size).toBe(NUMBERS.length)
})

test('none tells the sandbox of the armed forces, however many apply', () => {
  const endings = [COVERED_SSN_ENDING, UNKNOWN_SSN_ENDING]
  expect(NUMBERS.filter((number) => endings.some((ending) => number.endsWith(ending)))).toEqual([])
})

test('there is no number beyond the last', () => {
  expect(() => generatedSsn(LAST + 1)).toThrow(/385,?000/)
})
