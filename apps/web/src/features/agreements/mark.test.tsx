import { isTypedName } from '@dolphin/domain/identity/same-person'
import { constantFrom, array, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { markText } from './mark-messages.ts'
import { markError } from './mark.ts'

const errorOf = (typedName: string, signer: string) =>
  markError({ way: 'typed', typedName }, undefined, signer)

test.each([
  ['Lena Sample', 'Lena Sample'],
  ['lena  sample', 'Lena Marie Sample'],
  ["Conor O'Brien", 'Conor O’Brien'],
  ['Jose Nunez', 'José Núñez'],
  ['Lukasz Example', 'Łukasz Example'],
])('%s signs for %s', (typed, signer) => {
  expect(errorOf(typed, signer)).toBeUndefined()
})

test.each([
  ['Lena Sampel', 'Lena Sample'],
  ['Jordan Sample', 'Lena Sample'],
  ['Lena', 'Lena Sample'],
])('%s is said at once not to be %s', (typed, signer) => {
  expect(errorOf(typed, signer)).toBe(markText('nameOther', { name: signer }))
})

const PARTS = [
  'Ann',
  'José',
  'Łukasz',
  'O’Brien',
  "D'Arcy",
  'Smith-Jones',
  'de',
  'la',
  'Cruz',
  'Jr.',
  'M.',
  'Đặng',
]

test('never refuses a name that the server takes', () => {
  const names = array(constantFrom(...PARTS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
  assert(
    property(names, names, (typed, signer) => {
      if (isTypedName(typed, signer) && typed.length >= 2) expect(errorOf(typed, signer)).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})
