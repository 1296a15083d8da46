import { describe, expect, test } from 'vitest'
import { asciiText } from './ascii-text.ts'
import { LATIN_NAME } from '../form/rules/account.ts'
import { compareNames, compareOwner, isTypedName } from './same-person.ts'
import { NAME_CORPUS } from './testing/name-corpus.ts'

describe('a corpus of names of US communities (design/domain.md §14 "Names")', () => {
  test('there are three hundred, no two alike', () => {
    expect(NAME_CORPUS.length).toBeGreaterThanOrEqual(300)
    expect(new Set(NAME_CORPUS.map(({ written }) => written)).size).toBe(NAME_CORPUS.length)
  })

  test.each(NAME_CORPUS)('$community: $written is $ascii', ({ kind, written, ascii }) => {
    expect(LATIN_NAME.test(written), 'the form takes it').toBe(true)
    expect(LATIN_NAME.test(written.normalize('NFD')), 'however it is composed').toBe(true)
    expect(asciiText(written), 'for the bank').toBe(ascii)
    const isGiven = kind === 'given'
    const name = { firstName: isGiven ? written : 'Quill', lastName: isGiven ? 'Sample' : written }
    const folded = { firstName: isGiven ? ascii : 'Quill', lastName: isGiven ? 'Sample' : ascii }
    const full = `${name.firstName} ${name.lastName}`
    const plain = `${folded.firstName} ${folded.lastName}`.toUpperCase()
    expect(compareNames(name, folded), 'an account without accents is the same person').toBe('same')
    expect(compareOwner(name, plain), 'a bank owner in capitals is the same person').toBe('same')
    expect(compareOwner(folded, full), 'and the reverse').toBe('same')
    expect(isTypedName(plain, full), 'the signature may be typed without accents').toBe(true)
    expect(compareNames(name, { firstName: 'Zebulon', lastName: 'Featherstone' })).toBe('different')
  })
})

test.each([
  [['Ana', 'Muñoz'], ['Ana', 'Munoz'], 'same'],
  [['Pat', "O'Brien"], ['Pat', 'O’Brien'], 'same'],
  [['Pat', "O'Brien"], ['PAT', 'O BRIEN'], 'same'],
  [['Luz', 'García-López'], ['Luz', 'Garcia Lopez'], 'same'],
  [['Luz', 'de la Cruz'], ['Luz', 'DELACRUZ'], 'same'],
  [['Jordan', 'Sample Jr.'], ['Jordan', 'Sample'], 'same'],
  [['Luz', 'García López'], ['Luz', 'García'], 'similar'],
  [['Sample', 'Jordan'], ['Jordan', 'Sample'], 'similar'],
  [['J.', 'Sample'], ['Jordan', 'Sample'], 'similar'],
  [['Mary', 'Sample'], ['Mary Ann', 'Sample'], 'similar'],
  [['Ana', 'Sample'], ['Ana', 'Quill'], 'similar'],
  [['Ana', 'de la Cruz'], ['Bea', 'de la Peña'], 'different'],
  [['Ana', 'Sample'], ['Bea', 'Sample'], 'different'],
  [['Ana', 'Sample'], ['Bea', 'Quill'], 'different'],
] as const)('%j and %j are %s', ([firstName, lastName], [otherFirst, otherLast], match) => {
  const [one, other] = [
    { firstName, lastName },
    { firstName: otherFirst, lastName: otherLast },
  ]
  expect(compareNames(one, other)).toBe(match)
  expect(compareNames(other, one), 'whichever is asked first').toBe(match)
})

test.each([
  ['LUZ PEREZ', 'same'],
  ['PEREZ, LUZ M', 'same'],
  ['JUAN QUILL OR LUZ PEREZ', 'same'],
  ['LUZ PEREZ GARCIA', 'same'],
  ['L PEREZ', 'similar'],
  ['LUZ QUILL', 'similar'],
  ['JUAN PEREZ', 'different'],
  ['SAMPLE TRUST', 'different'],
] as const)('the account owner %s is for Luz Pérez %s', (owner, match) => {
  expect(compareOwner({ firstName: 'Luz', lastName: 'Pérez' }, owner)).toBe(match)
})

test.each([
  ['jordan  SAMPLE', true],
  ['Jordan Sample', true],
  ['Jordan Lee Sample', true],
  ['Jordan', false],
  ['Somebody Else', false],
  ['', false],
  ['陳', false],
])('typed %j for Jordan Lee Sample: %s', (typed, isName) => {
  expect(isTypedName(typed, 'Jordan Lee Sample')).toBe(isName)
})

test.each(['陳 明華', 'محمد', 'Ольга', '김 민준', 'Δημήτρης', 'दीपा', 'Jοrdan', 'Ａｎｎａ', 'Anᵫ', 'Zo͙͂ͅe'])(
  '%s is no name in letters that a document prints',
  (name) => {
    expect(LATIN_NAME.test(name)).toBe(false)
  },
)
