import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { PayrollType } from '../applications/codes.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { visibleElements } from './associates.ts'
import { checkDefinition, isSafeFormUrl } from './definition-check.ts'
import { DOMAIN_VALUES, domainOptions } from './domain-values.ts'
import type { FormDefinition, FormElement } from './form-definition.ts'
import { stepsOf } from './steps.ts'
import { validateForm } from './validate-form.ts'

const DATA = new URL('../../../../data/portfolios/', import.meta.url)

const formsOf = (portfolioId: number): FormDefinition[] => {
  const folder = new URL(`${portfolioId}/forms/`, DATA)
  return readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as FormDefinition,
  )
}

const SHIPPED = [110, 118].flatMap((id) => formsOf(id).map((form) => [id, form.code, form] as const))
const formOf = (id: number, code: string): FormDefinition => {
  const found = SHIPPED.find(([portfolioId, formCode]) => portfolioId === id && formCode === code)
  if (found === undefined) throw new Error(`no form ${code}`)
  return found[2]
}

const allElements = (elements: readonly FormElement[]): readonly FormElement[] =>
  elements.flatMap((element) => [element, ...allElements(element.elements ?? [])])

const CONTEXT = {
  today: localDate(2026, 3, 2),
  holidays: new Set<never>(),
  optionsOf: domainOptions,
  supplied: { routingTail: '0021', accountTail: '6789' },
}

/** Complete, valid answers to every shipped form; generated, not a real person's. */
const VALID: Readonly<Record<string, Record<string, string | { name: string; size: number }>>> = {
  personal: {
    firstName: 'Ann-Marie',
    lastName: "O'Brien",
    birthDate: '1990-05-17',
    ssn: '123-45-6789',
    street: '12 Elm St #4',
    city: 'St. George',
    state: 'UT',
    zip: '84770',
    cellPhone: '(435) 555-0142',
    email: 'ann@example.com',
  },
  employment: {
    incomeType: '7002',
    monthlyNetIncome: '$2,850.00',
    payrollType: String(PayrollType.directDeposit),
    employerName: 'Example Works & Co.',
    jobType: '1000',
    hireDate: '2021-04-01',
    payrollFrequency: String(PayrollFrequency.biWeekly),
    lastPayday: '2026-02-27',
    paydayOnHoliday: '-1',
    paydayAvailability: '0',
  },
  bank: { bankRoutingNo: '021000021', bankAccountNo: '000123456789', bankAccountType: '3001' },
  question: { military: '-1', externalOpenLoans: '0', bankruptcy: 'none' },
  'bank-match': { bankRoutingNo: '021000021', bankAccountNo: '000123456789' },
  'statement-upload': { statementFile: { name: 'statement.csv', size: 20_000 } },
  contact: { cellPhone: '4355550142', email: 'ann@example.com' },
}

describe('shipped forms', () => {
  test('both portfolios ship the same codes', () => {
    for (const id of [110, 118]) {
      expect(
        formsOf(id)
          .map((form) => form.code)
          .toSorted(),
      ).toEqual(Object.keys(VALID).toSorted())
    }
  })

  test.each(SHIPPED)('%s %s passes the check', (_id, _code, form) => {
    expect(checkDefinition(form, domainOptions)).toEqual([])
  })

  test.each(SHIPPED)('%s %s takes complete valid answers and names what is missing', (_id, code, form) => {
    expect(validateForm(form, VALID[code] ?? {}, CONTEXT)).toEqual([])
    expect(validateForm(form, {}, CONTEXT).length).toBeGreaterThan(0)
  })

  test.each(SHIPPED)('%s %s has a Spanish label wherever it has an English one', (_id, _code, form) => {
    expect(form.titleEs).toMatch(/\p{L}/u)
    for (const { labelEs, controlProperty: property } of allElements(form.elements)) {
      expect(labelEs).toMatch(/\p{L}/u)
      expect(property?.hint === undefined).toBe(property?.hintEs === undefined)
    }
  })

  test.each(SHIPPED)('%s %s shows at most five fields per step', (_id, _code, form) => {
    for (const frequency of DOMAIN_VALUES.payrollFrequency) {
      const answers = { incomeType: '7002', payrollFrequency: frequency.value }
      for (const step of stepsOf(visibleElements(form.elements, answers))) {
        expect(step.elements.length).toBeLessThanOrEqual(5)
      }
    }
  })

  test('110 asks for the job title, 118 does not; nothing else differs (domain.md §1)', () => {
    for (const { code } of formsOf(110)) {
      const keys = (id: number) => formOf(id, code).elements.map((element) => element.elementKey)
      const more = keys(110).filter((key) => !keys(118).includes(key))
      expect(more).toEqual(code === 'employment' ? ['jobTitle'] : [])
      expect(keys(118).filter((key) => !keys(110).includes(key))).toEqual([])
    }
  })

  test.each([
    [String(PayrollFrequency.weekly), 'paydayOfWeek'],
    [String(PayrollFrequency.biWeekly), 'lastPayday'],
    [String(PayrollFrequency.semiMonthly), 'firstSemiMonthlyDay,secondSemiMonthlyDay'],
    [String(PayrollFrequency.monthly), 'monthlyDay'],
  ])('payroll frequency %s asks for %s', (payrollFrequency, expected) => {
    const cadence = [
      'paydayOfWeek',
      'lastPayday',
      'firstSemiMonthlyDay',
      'secondSemiMonthlyDay',
      'monthlyDay',
    ]
    const shown = visibleElements(formOf(118, 'employment').elements, { payrollFrequency })
    const keys = shown.map((element) => element.elementKey).filter((key) => cadence.includes(key))
    expect(keys.join(',')).toBe(expected)
  })

  test('seventeen is too young, and SSN and account number are secrets', () => {
    const personal = formOf(118, 'personal')
    const errors = validateForm(personal, { ...VALID['personal'], birthDate: '2008-03-03' }, CONTEXT)
    expect(errors.map((error) => error.message.en)).toEqual([
      'Birth Date: you should be at least 18 years old',
    ])
    const secrets = SHIPPED.flatMap(([, , form]) => form.elements)
      .filter((element) => element.controlProperty?.secret === true)
      .map((element) => element.elementKey)
    expect([...new Set(secrets)].toSorted()).toEqual(['bankAccountNo', 'ssn'])
  })
})

describe('bad definitions are refused, naming the element', () => {
  const aForm = (element: object, overrides: object = {}): FormDefinition => ({
    code: 'x',
    version: 1,
    title: 'X',
    readUrl: '/dolphin-loan/online/form/x',
    createUrl: '/dolphin-loan/online/form/x',
    updateUrl: '/dolphin-loan/online/form/x',
    elements: [
      { elementKey: 'zero', elementLabel: 'Zero', dataControl: 'select', dataDomainValues: 'yesNo' },
      { elementKey: 'one', elementLabel: 'One', dataControl: 'text', ...element },
    ],
    ...overrides,
  })

  test.each([
    [{ foregroundProperty: { validateRules: ['nope'] } }, 'unknown rule nope'],
    [{ foregroundProperty: { validateRules: ['toString'] } }, 'unknown rule toString'],
    [{ foregroundProperty: { validateRules: ['max'] } }, 'rule max needs an argument'],
    [{ foregroundProperty: { validateRules: [{ rule: 'zip', argument: 1 }] } }, 'rule zip takes no argument'],
    [{ dataControl: 'iframe' }, 'unknown control iframe'],
    [{ dataControl: 'select' }, 'select without domain values'],
    [{ dataControl: 'select', dataDomainValues: 'nope' }, 'unknown domain values nope'],
    [{ elementLabel: ' ' }, 'label is empty'],
    [{ elements: [] }, 'only a repeatable group has elements of its own'],
    [{ foregroundProperty: { mask: 'x' } }, 'unknown mask x'],
    [{ foregroundProperty: { format: 'x' } }, 'unknown format x'],
    [{ foregroundProperty: { cols: 13 } }, 'cols is not 1 to 12'],
    [{ foregroundProperty: { allowedDates: ['someday'] } }, 'unknown allowed dates someday'],
    [{ associates: [{ kind: 'run', when: { all: [] } }] }, 'unknown associate run'],
    [
      { associates: [{ kind: 'show', when: { elementKey: 'two', answered: true } }] },
      'associate looks at two, which is not an earlier element',
    ],
    [
      {
        dataControl: 'select',
        dataDomainValues: 'yesNo',
        associates: [
          { kind: 'filter', when: { elementKey: 'zero', oneOf: ['maybe'] }, options: ['yes', 'nope'] },
        ],
      },
      'filter leaves nope, which is no option',
    ],
    [
      { associates: [{ kind: 'show', when: { not: { elementKey: 'zero', oneOf: ['yes', 'maybe'] } } }] },
      'zero is compared with maybe, which is no option',
    ],
    [
      { associates: [{ kind: 'copy', when: { all: [] }, from: 'one' }] },
      'associate looks at one, which is not an earlier element',
    ],
  ])('%j: %s', (element, problem) => {
    expect(checkDefinition(aForm(element), domainOptions)).toContainEqual({
      elementKey: 'one',
      problem: expect.stringMatching(new RegExp(`^${problem}($|: .)`)),
    })
  })

  test.each(['__proto__', 'constructor', 'a.b', ''])('the key %j is refused', (elementKey) => {
    expect(checkDefinition(aForm({ elementKey }), domainOptions)[0]?.problem).toMatch(
      /^key is no plain name: /,
    )
  })

  test.each([
    [{ dataControl: 'ssn' }, 'ssn cannot stand in a row'],
    [{ dataControl: 'file' }, 'file cannot stand in a row'],
    [{ controlProperty: { secret: true } }, 'a secret cannot stand in a row'],
  ])('in a row, %j: %s', (field, problem) => {
    const row = { elementKey: 'field', elementLabel: 'Field', dataControl: 'text', ...field }
    const form = aForm({ dataControl: 'repeatableGroup', elements: [row] })
    expect(checkDefinition(form, domainOptions)).toEqual([
      { elementKey: 'field', problem: expect.stringContaining(`${problem}: `) },
    ])
  })

  test('a key that stands twice is refused', () => {
    const [, one] = aForm({}).elements
    const errors = checkDefinition(aForm({}, { elements: [one, one] }), domainOptions)
    expect(errors).toEqual([{ elementKey: 'one', problem: expect.stringContaining('key stands twice: ') }])
  })

  test.each([
    'https://example.com/form',
    '//example.com/form',
    'javascript:alert(1)',
    '/dolphin-loan/../secret',
    '/dolphin-loan/form?x=1',
    '/other/form',
    '/dolphin-loan//form',
    '',
  ])('the URL %j is unsafe (design/security.md D13)', (url) => {
    expect(isSafeFormUrl(url)).toBe(false)
    expect(checkDefinition(aForm({}, { readUrl: url }), domainOptions)).toHaveLength(1)
  })
})

test('the example of docs/guides/forms.md is a form that loads, and takes rows', () => {
  const page = readFileSync(new URL('../../../../docs/guides/forms.md', import.meta.url), 'utf8')
  const form = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as FormDefinition
  expect(checkDefinition(form, domainOptions)).toEqual([])
  const otherLoans = [{ lender: 'A', leftToPay: '$1,200' }]
  expect(validateForm(form, { externalOpenLoans: '1', otherLoans }, CONTEXT)).toEqual([])
  expect(validateForm(form, { externalOpenLoans: '1', otherLoans: [{}] }, CONTEXT)).toMatchObject([
    { elementKey: 'otherLoans.0.lender', rule: 'required' },
  ])
  expect(validateForm(form, { externalOpenLoans: '0', otherLoans: [{}] }, CONTEXT)).toEqual([])
})

describe('domain values', () => {
  test('every list has options, each value once, in English and Spanish', () => {
    for (const options of Object.values(DOMAIN_VALUES)) {
      expect(options.length).toBeGreaterThan(0)
      expect(new Set(options.map((option) => option.value)).size).toBe(options.length)
      expect(options.every((option) => option.label !== '' && option.labelEs !== '')).toBe(true)
    }
  })

  test('payment frequency offers weekly and bi-weekly only (product.md §3)', () => {
    expect(DOMAIN_VALUES.paymentFrequency.map((option) => option.value)).toEqual([
      String(PayrollFrequency.weekly),
      String(PayrollFrequency.biWeekly),
    ])
    expect(domainOptions('nope')).toBeNull()
    expect(domainOptions('constructor')).toBeNull()
  })
})
