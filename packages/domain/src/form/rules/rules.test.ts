import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { localDate } from '../../calendar/local-date.ts'
import type { FormValue } from '../form-value.ts'
import vectors from '../vectors/id-vectors.json' with { type: 'json' }
import { RULES, type RuleName } from './registry.ts'
import type { Rule } from './rule.ts'

const TODAY = localDate(2026, 3, 2)
const file = (name: string, size = 1000) => ({ name, size })

interface Case {
  readonly message: string
  readonly argument?: string | number
  readonly accept: readonly FormValue[]
  readonly refuse: readonly FormValue[]
}

/** One row per rule: message for the label "Field", values to accept, values to refuse. */
const CASES: Readonly<Record<RuleName, Case>> = {
  required: {
    message: "Field can't be empty",
    accept: ['a', 0, true, ['x']],
    refuse: ['', '  ', null, false, []],
  },
  email: {
    message: 'Field must be a valid email',
    accept: ['ann@example.com', "o'neil+x@mail.example.co", 'a.b@xn--bcher-kva.example'],
    refuse: [
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'a@b@example.com',
      'a b@example.com',
      '.a@example.com',
      'a..b@example.com',
      'a@-x.com',
      'a@example.c',
      `${'a'.repeat(65)}@example.com`,
    ],
  },
  max: {
    message: 'Field should not be greater than 5 characters',
    argument: 5,
    accept: ['12345', '', '😀😀😀😀😀'],
    refuse: ['123456'],
  },
  notEmpty: { message: 'Field should not be empty', accept: ['a', ' ', 0], refuse: ['', null, true] },
  password: { message: 'Field should be 6 or more characters', accept: ['123456'], refuse: ['12345', ''] },
  Password: { message: 'Field should be 6 or more characters', accept: ['123456'], refuse: ['12345'] },
  Code: { message: 'Field should be 6 or more characters', accept: ['123456'], refuse: ['12345'] },
  phone: {
    message: 'Invalid phone number!',
    accept: ['2125550142', '(212) 555-0142'],
    refuse: ['1234567890', '212555014', '+1 212 555 0142', 'x'],
  },
  fax: {
    message: 'Field should be in the format 000-000-0000',
    accept: ['212-555-0142'],
    refuse: ['2125550142', '212-555-01421'],
  },
  number: {
    message: 'Should be a digit',
    accept: ['0', '12', '-1.5', 7],
    refuse: ['1e3', '1.', 'abc', '1,000', 'NaN', '٣'],
  },
  positiveInteger: {
    message: 'Should be a positive digit',
    accept: ['1', '42'],
    refuse: ['0', '-1', '1.5', '007'],
  },
  integer: {
    message: 'Should be a valid integer',
    accept: ['1', '2147483647', '-2147483648'],
    refuse: ['0', '012', '2147483648', '-2147483649', '12345678901', '1.0'],
  },
  currency: {
    message: 'Invalid Currency format, should be a number',
    accept: ['0', '12.5', '-12.50'],
    refuse: ['12.345', '$12', '1,000', '.5', 'x'],
  },
  positiveCurrency: {
    message: 'Invalid Positive Currency format, should be a positive number',
    accept: ['0.01', '1200'],
    refuse: ['0', '0.00', '-1', '1.234'],
  },
  negativeCurrency: {
    message: 'Invalid Negative Currency format, should be a negative number',
    accept: ['-0.01', '-5'],
    refuse: ['0', '-0', '-0.00', '5', '-1.234'],
  },
  moreThanZero: {
    message: 'Field should be zero or more',
    accept: ['0', '0.5', 3],
    refuse: ['-0.01', 'x', ' ', '0x10', '1e3', 'Infinity', '+1', '0b1'],
  },
  specialCharacters: {
    message: 'Field found special character',
    accept: ['Main 12', 'Élise'],
    refuse: ['a#', 'a_b', 'a<b', 'a\tb'],
  },
  bankRoutingNo: {
    message: 'Field should be 9 digits',
    accept: ['021000021', '123456789'],
    refuse: ['02100002', '0210000210', '02100002A'],
  },
  bankAccountNo: {
    message: 'Field should be a digit',
    accept: ['000123', '1'],
    refuse: ['12-34', '12a', ' 12'],
  },
  ssn: {
    message: 'Field is invalid',
    accept: ['123-45-6789', '123456789'],
    refuse: ['000123456', '666123456', '900123456', '123004567', '123450000', '12345678', '123*45*6789'],
  },
  zip: {
    message: 'Field should be 5 digits',
    accept: ['10001', '02108-1234'],
    refuse: ['1234', '123456', '12345-678', '123456789'],
  },
  toFixed2: {
    message: 'Field should keep two decimal places',
    accept: ['1', '1.2', '1.23', '-1.23'],
    refuse: ['1.234', '1.'],
  },
  address: {
    message: 'found special character',
    accept: ['12 Elm St., 4'],
    refuse: ['12  Elm', '12 Elm #4', ' 12 Elm'],
  },
  city: {
    message: 'found special character',
    accept: ['Boston', "Coeurd'Alene"],
    refuse: ['New York', 'St. Louis', 'Boston1'],
  },
  name: {
    message: 'Field can only contain letters',
    accept: ['Ann', 'Mary Ann'],
    refuse: ["O'Brien", 'Mary  Ann', 'Ann1', ' Ann'],
  },
  rangeNumberOfExternalOpenLoan: {
    message: 'Field should be between 0-100',
    accept: ['0', '100', 7],
    refuse: ['101', '-1', '1.5', 'x'],
  },
  continuousSpace: { message: 'No consecutive spaces', accept: ['a b'], refuse: ['a  b'] },
  noSpaceAtStartAndEnd: {
    message: 'Field should not have space at the beginning and end',
    accept: ['a b'],
    refuse: [' a', 'a '],
  },
  matchTailNo: {
    message: 'Please enter the Routing Number (or Account Number) ends with 6789',
    argument: '6789',
    accept: ['123456789', '6789'],
    refuse: ['123456780', '789', '67890'],
  },
  alphabetWithSpace: {
    message: 'Field can only consist of letters',
    accept: ['ab  c'],
    refuse: ['ab1', 'a-b'],
  },
  noContinuousSpace: {
    message: 'Field should not have continuous spaces',
    accept: ['a b'],
    refuse: ['a  b'],
  },
  hasFile: { message: 'Choose a file !', accept: [file('a.txt')], refuse: [null, '', 'a.csv'] },
  csvOrPngFile: {
    message: 'Choose CSV or png file !',
    accept: [file('a.csv'), file('A.PNG')],
    refuse: [file('a.pdf'), file('a.csv.exe'), file('csv'), 'a.csv'],
  },
  csvPngOrPdfFile: {
    message: 'Choose CSV, png or PDF file !',
    accept: [file('a.pdf'), file('a.png')],
    refuse: [file('a.doc')],
  },
  maxFileSize: {
    message: 'Choose a file of at most 10 MB !',
    argument: 10,
    accept: [file('a', 10 * 1_048_576)],
    refuse: [file('a', 10 * 1_048_576 + 1)],
  },
  personName: {
    message:
      'Field can only contain Latin letters, spaces, hyphens, apostrophes and dots, as on your bank account, and no web address',
    accept: [
      "O'Brien",
      'O’Brien',
      'Anne-Marie',
      'José',
      'de la Cruz',
      'King Jr.',
      'Nuñez',
      'Đặng',
      'Kaʻanui',
    ],
    refuse: ['陳', 'Ольга', 'محمد', 'Ann1', 'Mary  Ann', '-Ann', 'Ann@', '<b>'],
  },
  cityName: {
    message: 'Field can only contain letters, spaces, hyphens, apostrophes, commas and dots',
    accept: ['New York', 'St. Louis', "Coeur d'Alene", 'Winston-Salem', 'Cañon City'],
    refuse: ['New  York', 'City;', '-'],
  },
  streetAddress: {
    message: "Field can only contain letters, digits, single spaces and . , # / - ' & ( ) : ;",
    accept: ['12 Elm St #4', "34 1/2 O'Neil Rd", 'P.O. Box 12', '# 5'],
    refuse: ['12  Elm', '###', '12 Elm <b>', '12 Elm\n4'],
  },
  abaRouting: {
    message: "Field is not a bank's routing number, check the 9 digits on a check or in your bank's app",
    accept: ['021000021'],
    refuse: ['021000022', '000000000'],
  },
  consumerRouting: {
    message: "Field can't be used for transfers, enter your bank's own routing number",
    accept: ['021000021', '322271627'],
    refuse: ['610000018', '800000019', '021000022'],
  },
  usPhone: { message: 'Invalid phone number!', accept: ['2128675309'], refuse: ['2121551234'] },
  strictSsn: { message: 'Field is invalid', accept: ['123456789'], refuse: ['078-05-1120', '219099999'] },
  validDate: {
    message: 'Field should be a valid date',
    accept: ['2024-02-29'],
    refuse: ['2023-02-29', '02/29/2024', '2024-2-9'],
  },
  minAge: {
    message: 'Field: you should be at least 18 years old',
    argument: 18,
    accept: ['2008-03-02', '1990-01-01'],
    refuse: ['2008-03-03', '2020-01-01', 'x'],
  },
  maxAge: {
    message: 'Field: check the year',
    argument: 120,
    accept: ['1905-03-03', '2000-01-01'],
    refuse: ['1905-03-02', '0990-01-01', 'x'],
  },
  plainText: {
    message: "Field can't have < or >, a web address or hidden characters. Type it again",
    accept: ['Sample & Sons', 'Amazon.com Services LLC', '12 Elm St #4'],
    refuse: ['<b>', 'a\r\nb', 'a\u202Eb', 'a\u2066b', 'a\tb', 'https://example.com'],
  },
}

const NAMES = Object.keys(CASES) as RuleName[]
const ruleOf = (name: RuleName): Rule => RULES[name]
const contextOf = (name: RuleName) => ({ argument: CASES[name].argument ?? null, today: TODAY })

describe('every rule of product.md §5, and ours beside them', () => {
  test.each(NAMES)('%s has exactly its message', (name) => {
    expect(ruleOf(name).message('Field', CASES[name].argument ?? null).en).toBe(CASES[name].message)
  })

  test.each(NAMES)('%s says the same in Spanish, of the same field and the same bound', (name) => {
    const said = ruleOf(name).message({ en: '{label}', es: '{dato}' }, CASES[name].argument ?? null)
    expect(said.es).not.toBe(said.en)
    expect(said.es.includes('{dato}')).toBe(said.en.includes('{label}'))
    const argument = String(CASES[name].argument ?? '')
    expect(said.es.includes(argument)).toBe(said.en.includes(argument))
  })

  test.each(NAMES.flatMap((name) => CASES[name].accept.map((value) => [name, value] as const)))(
    '%s accepts %j',
    (name, value) => {
      expect(ruleOf(name).check(value, contextOf(name))).toBe(true)
    },
  )

  test.each(NAMES.flatMap((name) => CASES[name].refuse.map((value) => [name, value] as const)))(
    '%s refuses %j',
    (name, value) => {
      expect(ruleOf(name).check(value, contextOf(name))).toBe(false)
    },
  )

  test('the registry and this table list the same rules, each under its own name', () => {
    expect(Object.keys(RULES).toSorted()).toEqual(NAMES.toSorted())
    for (const name of NAMES) expect(ruleOf(name).name).toBe(name)
  })

  test('docs/guides/forms.md lists the same rules with the same messages', () => {
    const docs = readFileSync(new URL('../../../../../docs/guides/forms.md', import.meta.url), 'utf8')
    const rows = docs.split('\n').filter((line) => /^\| [A-Za-z0-9]+ \|.*(?:given|ours) \|$/.test(line))
    const listed = rows
      .map((row) => row.split(' | '))
      .map(([name = '', , message]) => [name.slice(2), message])
    expect(listed.map(([name]) => name).toSorted()).toEqual(NAMES.toSorted())
    for (const [name, message] of listed) {
      const argument = name === 'matchTailNo' ? '{value}' : 'N'
      expect(message).toBe(ruleOf(name as RuleName).message('{label}', argument).en)
    }
  })

  test('no rule backtracks: long unkind texts are judged at once (ASVS 1.3.12)', () => {
    const unkind = ['a', ' ', 'a ', '0', '-', "a'", '@a', 'a.', '1 ', '.,', '😀', 'a@a.'].flatMap((part) => [
      part.repeat(50_000),
      `${part.repeat(50_000)}!`,
      `${part.repeat(50_000)}\n`,
    ])
    for (const name of NAMES) for (const text of unkind) ruleOf(name).check(text, contextOf(name))
  })
})

describe('identity vectors', () => {
  const accepts = (name: RuleName, value: string) => ruleOf(name).check(value, contextOf(name))

  test.each(vectors.vectors.map((vector) => [vector.type, vector.input, vector] as const))(
    '%s %s',
    (_type, input, vector) => {
      if (vector.type === 'routing') {
        expect(accepts('bankRoutingNo', input)).toBe(vector.nine_digits)
        expect(accepts('abaRouting', input)).toBe(vector.valid)
      }
      if (vector.type === 'ssn') {
        expect(accepts('ssn', input)).toBe(vector.valid_structure)
        expect(accepts('ssn', input) && accepts('strictSsn', input)).toBe(vector.valid_strict)
      }
      if (vector.type === 'phone') {
        expect(accepts('phone', input)).toBe(vector.valid_seed_rule)
        expect(accepts('usPhone', input)).toBe(vector.valid_nanp)
      }
      if (vector.type === 'zip') expect(accepts('zip', input)).toBe(vector.valid)
    },
  )
})
