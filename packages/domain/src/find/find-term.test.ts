import { describe, expect, test } from 'vitest'
import { makeLoanNo } from '../loans/loan-number.ts'
import {
  accountTerm,
  addressTerm,
  emailTerm,
  nameTerms,
  phoneTerm,
  readFindTerms,
  ssnAndBirthTerm,
} from './find-term.ts'

const read = (typed: string) => readFindTerms(typed).map(({ kind, value }) => `${kind} ${value}`)

describe('what staff type into the find box (design/console.md, Find)', () => {
  test.each([
    [' Jordan.Avila@Example.com ', ['email jordan.avila@example.com']],
    ['(302) 555-0155', ['phone 3025550155']],
    ['+1 302 555 0155', ['phone 3025550155']],
    ['302.555.0155', ['phone 3025550155']],
    ['0418', ['account 0418']],
    ['••••0418', ['account 0418']],
    ['6201 1990-03-04', ['ssnAndBirth 6201|1990-03-04']],
    ['6201, 3/4/1990', ['ssnAndBirth 6201|1990-03-04']],
    ['123-45-6201 03/04/1990', ['ssnAndBirth 6201|1990-03-04']],
    ['T000003871', ['transaction T000003871']],
    ['t000003871', ['transaction T000003871']],
    ['A0000012', ['application A0000012']],
    ['061000104000123', ['trace 061000104000123']],
    ['avila j', ['name avila|j', 'name j|a']],
    ['Ávila, Jordan', ['name avila|j']],
    ["O'Neil-Smith, Pat", ['name oneilsmith|p']],
    ['Avila, J', ['name avila|j']],
  ])('%s', (typed, terms) => {
    expect(read(typed)).toEqual(terms)
  })

  test('ten digits whose check digit fits are read as a loan number and as a phone', () => {
    const loanNo = makeLoanNo(118, 21)
    expect(read(loanNo)).toEqual([`loan ${loanNo}`, `phone ${loanNo.replace('-', '')}`])
    expect(read(loanNo.replace('-', ''))).toEqual([`loan ${loanNo}`, `phone ${loanNo.replace('-', '')}`])
  })

  test('first and last name in either order, and surnames of several words', () => {
    expect(read('Jordan Avila')).toEqual(['name jordan|a', 'name avila|j'])
    expect(read('Maria de la Cruz')).toEqual([
      'name mariadela|c',
      'name delacruz|m',
      'name lacruz|m',
      'name cruz|m',
    ])
  })

  test.each(['', '   ', 'avila', 'j', '12', '118-000000', '6201 1990-13-40', '6201 never', '!?', ', j'])(
    '"%s" can be read in no way',
    (typed) => {
      expect(read(typed)).toEqual([])
    },
  )
})

describe('what a customer is found by', () => {
  test('every way of typing a name meets a term that is stored of it', () => {
    const stored = nameTerms('María José', 'de la Cruz-García Jr.').map(({ value }) => value)
    expect(stored).toEqual(['delacruzgarcia|m', 'cruz|m', 'garcia|m'])
    for (const typed of ['Cruz M', 'garcia, maria', 'Maria de la Cruz Garcia', 'De la Cruz-Garcia, M']) {
      expect(
        readFindTerms(typed).some(({ value }) => stored.includes(value)),
        typed,
      ).toBe(true)
    }
  })

  test('nothing is stored of what is not known whole', () => {
    expect(nameTerms('', 'Avila')).toEqual([])
    expect(nameTerms('Jordan', '')).toEqual([])
    expect(ssnAndBirthTerm('123456201', '')).toBeUndefined()
    expect(ssnAndBirthTerm('', '1990-03-04')).toBeUndefined()
    expect(phoneTerm('5550155')).toBeUndefined()
    expect(accountTerm('418')).toBeUndefined()
  })

  test('stored and typed are written alike', () => {
    expect(emailTerm(' A@B.example ').value).toBe(readFindTerms('a@b.EXAMPLE')[0]?.value)
    expect(phoneTerm('13025550155')?.value).toBe(readFindTerms('302-555-0155')[0]?.value)
    expect(accountTerm('000123450418')?.value).toBe(readFindTerms('0418')[0]?.value)
    expect(ssnAndBirthTerm('123456201', '1990-03-04')?.value).toBe(readFindTerms('6201 3/4/1990')[0]?.value)
  })
})

describe('whatever the form takes, the search can say (docs/field-cases.md, FC-93)', () => {
  const finds = (typed: string, stored: readonly { kind: string; value: string }[]) =>
    readFindTerms(typed).some(({ kind, value }) =>
      stored.some((one) => one.kind === kind && one.value === value),
    )

  test.each([
    ['Kim', 'O', ['O, Kim', 'Kim O', 'O Kim', 'o, k', 'KIM O']],
    ['J', 'O', ['O, J', 'J O', 'O J']],
    ['Jo', 'Ng', ['Ng, Jo', 'Jo Ng', 'Ng J', 'Ng Jo']],
    ['Ann', 'Li', ['Li, Ann', 'Li A', 'Ann Li']],
    ['Li', 'An', ['Li An', 'An, Li', 'An L']],
    ['Sean', "O'Neil", ["O'Neil, Sean", 'ONeil S', 'Sean O’Neil', "o'neil s"]],
    ['Ana', 'Smith-Jones', ['Smith-Jones, Ana', 'Smith A', 'Jones, Ana', 'Ana Smith Jones', 'Ana Jones']],
    ['Luz', 'Muñoz Pérez', ['Munoz, Luz', 'Pérez L', 'Luz Munoz Perez', 'Luz Pérez']],
    [
      'Martin',
      'King Jr.',
      ['King, Martin', 'Martin King Jr', 'King Jr., Martin', 'King M', 'Martin King, Jr.'],
    ],
    ['Martin', 'King', ['King III, Martin', 'Martin King Sr.']],
    ['Mary Ann', 'Lee', ['Lee, Mary Ann', 'Mary Ann Lee', 'Lee M', 'Mary Lee']],
    ['Maria', 'de la O', ['de la O, Maria', 'Maria de la O', 'de la O M']],
    ['D', 'Y', ['Y, D', 'D Y']],
    ['Łukasz', 'Ødegård', ['Odegard, Lukasz', 'Łukasz Ødegård', 'Odegard L']],
    ['Al', 'Van', ['Van, Al', 'Al Van']],
    ['Junior', 'Iv', ['Iv, Junior', 'Junior Iv']],
  ] as const)('%s %s is found by every way of typing it', (first, last, typed) => {
    const stored = nameTerms(first, last)
    for (const text of typed) expect(finds(text, stored), text).toBe(true)
  })

  test.each([
    [
      'dana+loans@mail.example',
      [
        'dana+loans@mail.example',
        ' DANA+LOANS@Mail.example',
        'mailto:dana+loans@mail.example',
        '<dana+loans@mail.example>',
        'Dana Quill <dana+loans@mail.example>',
      ],
    ],
    ["o'neil_1.x@mail.example", ["o'neil_1.x@mail.example", "O'Neil_1.X@MAIL.example"]],
  ] as const)('the e-mail address %s', (email, typed) => {
    for (const text of typed) expect(finds(text, [emailTerm(email)]), text).toBe(true)
  })

  test.each([
    '+1 302 555 0147',
    '+13025550147',
    '1-302-555-0147',
    '1 (302) 555-0147',
    '302.555.0147',
    '302/555-0147',
    '(302)555-0147',
    'tel:+1-302-555-0147',
    '001 302 555 0147',
    '302 555 0147 ',
    '302–555–0147',
  ])('the phone 3025550147 typed as "%s"', (typed) => {
    const stored = phoneTerm('3025550147')
    expect(stored !== undefined && finds(typed, [stored])).toBe(true)
  })

  test.each([
    '6201 1990-03-04',
    '6201 3/4/1990',
    '6201 03-04-1990',
    '6201 3/4/90',
    '123456201 3/4/1990',
    '123-45-6201, 1990-03-04',
    'xxx-xx-6201 3/4/1990',
    '1990-03-04 6201',
    '3/4/1990 6201',
  ])('the end of an SSN with the birth date typed as "%s"', (typed) => {
    const stored = ssnAndBirthTerm('123456201', '1990-03-04')
    expect(stored !== undefined && finds(typed, [stored])).toBe(true)
  })
})

describe('where someone lives (decisions/duplicates.md)', () => {
  test('is one however it is written', () => {
    for (const written of [
      { street: '14 Elm Street', unit: 'Apt 2', zip: '19801' },
      { street: '14 ELM ST.', unit: '#2', zip: '19801-1234' },
      { street: ' 14  elm st Apartment 2', unit: null, zip: '19801' },
    ])
      expect(addressTerm(written)).toEqual({ kind: 'address', value: '14|elm|st|2|19801' })
  })

  test('another unit, urbanization or ZIP code is another; without a street or a whole ZIP code there is none', () => {
    const values = [
      { street: '14 Elm Street', zip: '19801' },
      { street: '14 Elm Street', unit: '3', zip: '19801' },
      { street: '14 Elm Street', zip: '19802' },
      { street: '14 Elm Street', urbanization: 'Las Lomas', zip: '19801' },
    ].map((address) => addressTerm(address)?.value)
    expect(new Set(values).size).toBe(4)
    expect(addressTerm({ street: '', zip: '19801' })).toBeUndefined()
    expect(addressTerm({ street: '14 Elm Street', zip: '198' })).toBeUndefined()
  })
})
