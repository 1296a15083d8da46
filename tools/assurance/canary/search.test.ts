import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { needlesOf } from './needles.ts'
import { AT_THE_BANK, canaryPerson, KINDS, MOST_PEOPLE } from './people.ts'
import { mayStand, type Place, PLACES } from './places.ts'
import { createSearch } from './search.ts'

const person = canaryPerson(7)
const { ssn, account, street, phone, birthDate } = person.values
const digits = ssn.replaceAll('-', '')

const leaksOf = (text: string | Uint8Array, place: Place = 'log'): readonly string[] => {
  const search = createSearch([person])
  search.look(place, 'a file', Buffer.from(text))
  return search.complaints
}

describe('what is looked for (design/security.md T19)', () => {
  test.each([
    ['plain', `ssn=${digits};`],
    ['with dashes', `the number ${ssn} of`],
    ['with blanks', digits.replace(/(\d{3})(\d{2})(\d{4})/, '$1 $2 $3')],
    ['backwards', Array.from(digits).toReversed().join('')],
    ['within other digits', `123456780${account}22`],
    ['account in fours', account.replaceAll(/(\d{4})/g, '$1 ').trim()],
    ['hexadecimal', Buffer.from(`x${digits}`).toString('hex')],
    ['hexadecimal in capitals', Buffer.from(ssn).toString('hex').toUpperCase()],
    ['UTF-16', Buffer.from(account, 'utf16le')],
    ['URL-encoded', encodeURIComponent(phone)],
    ['as a form sends it', encodeURIComponent(street).replaceAll('%20', '+')],
    ['in capitals', street.toUpperCase()],
    ['a birth date as typed', birthDate.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')],
    ['packed by gzip', gzipSync(`{"ssn":"${digits}"}`)],
  ])('is found %s', (_form, text) => {
    expect(leaksOf(text)).toHaveLength(1)
  })

  test.each([0, 1, 2, 3, 4, 5])('is found in base64 wherever it begins (%d before)', (before) => {
    const text = `${'x'.repeat(before)}${ssn}${'y'.repeat(5)}`
    expect(leaksOf(Buffer.from(text).toString('base64'))).not.toEqual([])
    expect(leaksOf(Buffer.from(text).toString('base64url'))).not.toEqual([])
  })

  test('is not found in a digest, nor is a short number within a longer one', () => {
    expect(leaksOf(`${'a1'.repeat(12)}${digits}${'b2'.repeat(12)}`)).toEqual([])
    expect(leaksOf(`9${birthDate.replaceAll('-', '')}9`)).toEqual([])
    expect(leaksOf(digits.replace(/.$/, '0'))).toEqual([])
  })

  test('is not found in a random UUID, but in any other number after a dash', () => {
    expect(leaksOf(`"6920d1c0-ef7a-4fc3-8332-5a${digits}c"`)).toEqual([])
    expect(leaksOf(`"6920d1c0-ef7a-4fc3-8332-${digits}"`)).toHaveLength(1)
    expect(leaksOf(`application-8332-${digits}abc`)).toHaveLength(1)
  })

  test('is not found in the time of a span, which is counted in nanoseconds, but in any other number', () => {
    const instant = `17${digits}00000000`
    expect(leaksOf(`"startTimeUnixNano":"${instant}","endTimeUnixNano":"${instant}"`)).toEqual([])
    expect(leaksOf(`"startTimeUnixNano":"${instant}0"`)).toHaveLength(1)
    expect(leaksOf(`"account":"${instant}"`)).toHaveLength(1)
    expect(leaksOf(`"startTimeUnixNano":"${digits}"`)).toHaveLength(1)
  })

  test('a complaint says whose value stands where, and not the value', () => {
    const [line = ''] = leaksOf(`…${ssn}`)
    expect(line).toMatch(/^log: ssn of person 7 \(with dashes, plain\) in a file at \d+$/)
    for (const value of Object.values(person.values)) expect(line).not.toContain(value)
  })

  test('a place takes what its line allows and nothing else', () => {
    for (const place of Object.keys(PLACES) as Place[])
      for (const kind of KINDS)
        expect(leaksOf(person.values[kind], place), `${kind} in ${place}`).toHaveLength(
          mayStand(place, kind) ? 0 : 1,
        )
  })

  test('a search that finds nothing of what was sent says so', () => {
    const search = createSearch([person, AT_THE_BANK])
    search.lookAtSent(Buffer.from(JSON.stringify({ ...person.values, street: 'elsewhere' })))
    expect(search.unseen()).toEqual(['street of person 7', 'account of person -1'])
  })
})

test('what is packed otherwise than a file of ours is looked at as it lies', () => {
  expect(leaksOf(deflateSync(ssn))).toEqual([])
})

test('every value of every person is of that person alone, and long enough to be found', () => {
  const people = Array.from({ length: MOST_PEOPLE }, (_, index) => canaryPerson(index))
  for (const kind of KINDS) expect(new Set(people.map(({ values }) => values[kind])).size).toBe(MOST_PEOPLE)
  expect(needlesOf(people).every(({ bytes }) => bytes.length >= 8)).toBe(true)
  expect(() => canaryPerson(MOST_PEOPLE)).toThrow()
})
