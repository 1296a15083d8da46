import { LoanStatus } from '../loans/codes.ts'
import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { allowedDatesMessage, forbiddenBy } from './allowed-dates.ts'
import { copiedValue, holds, remainingOptions, visibleElements } from './associates.ts'
import { acceptChanges, changedFields } from './changed-fields.ts'
import type { FormElement } from './form-definition.ts'
import type { FormAnswers } from './form-value.ts'
import { formatValue } from './format-value.ts'
import { applyMask, MASKS, unmask } from './masks.ts'
import { stepsOf } from './steps.ts'
import { validateElement, validateForm, type ValidationContext } from './validate-form.ts'

const context: ValidationContext = {
  today: localDate(2026, 7, 2),
  holidays: new Set([localDate(2026, 7, 3)]),
}

const element = (elementKey: string, overrides: Partial<FormElement> = {}): FormElement => ({
  elementKey,
  elementLabel: elementKey,
  dataControl: 'text',
  ...overrides,
})

const mandatory = { foregroundProperty: { mandatory: true } }
const job = element('job', { ...mandatory, dataControl: 'select', dataDomainValues: 'yesNo' })
const employer = element('employer', {
  ...mandatory,
  associates: [{ kind: 'show', when: { elementKey: 'job', oneOf: ['yes'] } }],
})
const employerPhone = element('employerPhone', {
  dataControl: 'phone',
  associates: [
    { kind: 'show', when: { elementKey: 'employer', answered: true } },
    { kind: 'require', when: { elementKey: 'employer', oneOf: ['Acme'] } },
  ],
})
const ssn = element('ssn', { ...mandatory, dataControl: 'ssn' })
const form = { elements: [element('head', { dataControl: 'heading' }), job, employer, employerPhone, ssn] }

describe('validateForm (product.md §5, domain.md §4)', () => {
  const messages = (answers: FormAnswers, extra: Partial<ValidationContext> = {}) =>
    validateForm(form, answers, { ...context, ...extra }).map(({ elementKey, message }) => [
      elementKey,
      message.en,
    ])

  test('mandatory elements are named with the words of `required`', () => {
    expect(messages({})).toEqual([
      ['job', "job can't be empty"],
      ['ssn', "ssn can't be empty"],
    ])
  })

  test('hidden elements do not count, nor what depends on them', () => {
    const answers = { job: 'no', employer: 'Acme', employerPhone: 'bad', ssn: '123-45-6789' }
    expect(messages(answers)).toEqual([])
    expect(visibleElements(form.elements, answers).map((one) => one.elementKey)).toEqual([
      'head',
      'job',
      'ssn',
    ])
  })

  test('a condition can require, and a control brings its rule along', () => {
    expect(messages({ job: 'yes', employer: 'Acme', ssn: '123456789' })).toEqual([
      ['employerPhone', "employerPhone can't be empty"],
    ])
    expect(messages({ job: 'yes', employer: 'Acme', employerPhone: '123', ssn: '123456789' })).toEqual([
      ['employerPhone', 'Invalid phone number!'],
    ])
  })

  test('a saved secret may stay empty; typed anew it is judged', () => {
    const saved = new Set(['ssn'])
    expect(messages({ job: 'no', ssn: '' }, { saved })).toEqual([])
    expect(messages({ job: 'no', ssn: '666123456' }, { saved })).toEqual([['ssn', 'ssn is invalid']])
  })

  test('a choice must be one of the offered options', () => {
    const optionsOf = () => [{ value: 'yes' }, { value: 'no' }]
    expect(validateElement(job, { job: 'maybe' }, { ...context, optionsOf })[0]?.rule).toBe('offeredOption')
    expect(validateElement(job, { job: 'yes' }, { ...context, optionsOf })).toEqual([])
  })

  test.each([[{ a: 1 }], [['x']], [true], [5]])('a value of the wrong type is invalid: %j', (value) => {
    const answers = { plain: value as never }
    expect(validateElement(element('plain'), answers, context)[0]?.message.en).toBe('plain is invalid')
  })

  test('text without a bound of its own stops at 128 characters', () => {
    const error = validateElement(element('plain'), { plain: 'x'.repeat(129) }, context)[0]
    expect(error?.message.en).toBe('plain should not be greater than 128 characters')
  })

  test('matchTailNo compares with what the server supplies, and refuses without it', () => {
    const account = element('account', {
      foregroundProperty: { validateRules: [{ rule: 'matchTailNo', argumentFrom: 'accountTail' }] },
    })
    const supplied = { accountTail: '6789' }
    expect(validateElement(account, { account: '0006789' }, { ...context, supplied })).toEqual([])
    expect(validateElement(account, { account: '1' }, { ...context, supplied })[0]?.message.en).toContain(
      '6789',
    )
    expect(validateElement(account, { account: '0006789' }, context)).toHaveLength(1)
  })

  test('a missing file is asked for in its own words', () => {
    const upload = element('file', {
      dataControl: 'file',
      foregroundProperty: { mandatory: true, validateRules: ['hasFile', 'csvOrPngFile'] },
    })
    expect(validateElement(upload, {}, context)[0]?.message.en).toBe('Choose a file !')
    expect(validateElement(upload, { file: { name: 'a.pdf', size: 1 } }, context)[0]?.message.en).toBe(
      'Choose CSV or png file !',
    )
  })

  test('rows of a repeatable group are judged one by one', () => {
    const group = element('debts', {
      dataControl: 'repeatableGroup',
      elements: [element('lender', mandatory)],
    })
    const errors = validateForm({ elements: [group] }, { debts: [{ lender: 'A' }, { lender: '' }] }, context)
    expect(errors.map((error) => error.elementKey)).toEqual(['debts.1.lender'])
  })
})

describe('dates that may be picked (product.md §5)', () => {
  test.each([
    ['end-now', localDate(2026, 7, 2), null],
    ['end-now', localDate(2026, 7, 3), 'end-now'],
    ['start-now', localDate(2026, 7, 2), null],
    ['start-now', localDate(2026, 7, 1), 'start-now'],
    ['no-weekend', localDate(2026, 7, 4), 'no-weekend'],
    ['no-weekend', localDate(2026, 7, 5), 'no-weekend'],
    ['no-weekend', localDate(2026, 7, 6), null],
    ['no-holiday', localDate(2026, 7, 3), 'no-holiday'],
    ['no-holiday', localDate(2026, 7, 6), null],
  ] as const)('%s', (restriction, date, expected) => {
    expect(forbiddenBy(date, [restriction], context)).toBe(expected)
  })

  test('the reason is said at the field', () => {
    const when = element('when', { dataControl: 'date', foregroundProperty: { allowedDates: ['end-now'] } })
    expect(validateElement(when, { when: '2026-07-03' }, context)[0]?.message.en).toBe(
      allowedDatesMessage('when', 'end-now').en,
    )
  })
})

describe('changed fields (product.md §5, threat 18)', () => {
  const stored = { job: 'yes', employer: 'Acme', employerPhone: '2125550142', ssn: null }

  test('only what differs, in stored form', () => {
    const typed = { ...stored, employerPhone: '(212) 555-0142', ssn: '123-45-6789', employer: ' Acme ' }
    expect(changedFields(form, stored, typed)).toEqual({ ssn: '123456789' })
  })

  test('nothing changed is nothing to save', () => {
    expect(changedFields(form, stored, { ...stored, ssn: '' })).toEqual({})
  })

  test('answers that became hidden are cleared', () => {
    expect(changedFields(form, stored, { ...stored, job: 'no' })).toEqual({
      job: 'no',
      employer: null,
      employerPhone: null,
    })
  })

  test('the server takes a save that names known, visible elements', () => {
    const accepted = acceptChanges(form, stored, { ssn: '123-45-6789', job: 'yes' })
    expect(accepted).toEqual({
      ok: true,
      value: { changed: { ssn: '123456789' }, answers: { ...stored, ssn: '123456789' } },
    })
  })

  test.each([
    '{"approvedAmount":"1000.00"}',
    '{"status":104}',
    '{"portfolioId":118}',
    '{"__proto__":{"ok":true}}',
    '{"constructor":"x"}',
    '{"toString":"x"}',
    '{"head":"x"}',
    '{"job":"no","employer":"Acme"}',
  ])('%s is refused', (body) => {
    const sent = JSON.parse(body) as Record<string, unknown>
    const accepted = acceptChanges(form, stored, sent)
    expect(accepted.ok).toBe(false)
    expect(Object.hasOwn(Object.prototype, 'ok')).toBe(false)
  })

  test('a key inside of a row that the group does not name is refused by its path', () => {
    const group = element('debts', { dataControl: 'repeatableGroup', elements: [element('lender')] })
    const accepted = acceptChanges(
      { elements: [group] },
      {},
      { debts: [{ lender: 'A', status: LoanStatus.approved }] },
    )
    expect(accepted).toMatchObject({ ok: false, error: [{ elementKey: 'debts.0.status' }] })
  })

  test('what a save hides is cleared, sent or not, and within rows as well', () => {
    const full = { ...stored, ssn: '123456789' }
    const accepted = acceptChanges(form, full, { job: 'no' })
    expect(accepted).toMatchObject({
      ok: true,
      value: { changed: { job: 'no', employer: null, employerPhone: null } },
    })
    const chip = element('chip', {
      associates: [{ kind: 'show', when: { elementKey: 'pet', oneOf: ['dog'] } }],
    })
    const pets = element('pets', { dataControl: 'repeatableGroup', elements: [element('pet'), chip] })
    const rows = acceptChanges({ elements: [pets] }, {}, { pets: [{ pet: 'cat', chip: '1' }] })
    expect(rows).toMatchObject({ ok: true, value: { changed: { pets: [{ pet: 'cat', chip: null }] } } })
  })

  test('spaces around stay where a rule is to refuse them', () => {
    const strict = element('name', { foregroundProperty: { validateRules: ['noSpaceAtStartAndEnd'] } })
    const [error] = validateForm({ elements: [strict] }, { name: ' Ada' }, context)
    expect(error?.message.en).toBe('name should not have space at the beginning and end')
  })

  test('a repair narrows what may be written', () => {
    expect(acceptChanges(form, stored, { job: 'no' }, new Set(['ssn'])).ok).toBe(false)
    expect(acceptChanges(form, stored, { ssn: '123456789' }, new Set(['ssn'])).ok).toBe(true)
  })
})

describe('associates (domain.md §4)', () => {
  test('conditions combine', () => {
    const answers = { a: 'x', b: ['y', 'z'], c: true }
    const isX = { elementKey: 'a', oneOf: ['x'] }
    expect(holds({ all: [isX, { elementKey: 'b', oneOf: ['z'] }] }, answers)).toBe(true)
    expect(
      holds(
        {
          any: [
            { elementKey: 'a', oneOf: ['q'] },
            { elementKey: 'c', oneOf: ['true'] },
          ],
        },
        answers,
      ),
    ).toBe(true)
    expect(holds({ not: isX }, answers)).toBe(false)
    expect(holds({ elementKey: 'constructor', answered: true }, answers)).toBe(false)
  })

  test('filter narrows options, copy fills what is empty, hide hides', () => {
    const when = { elementKey: 'a', oneOf: ['x'] }
    const one = element('one', { associates: [{ kind: 'filter', when, options: ['1'] }] })
    expect(remainingOptions(one, [{ value: '1' }, { value: '2' }], { a: 'x' })).toEqual([{ value: '1' }])
    expect(remainingOptions(one, [{ value: '1' }, { value: '2' }], {})).toHaveLength(2)
    const copy = element('copy', { associates: [{ kind: 'copy', when, from: 'a' }] })
    expect(copiedValue(copy, { a: 'x' })).toBe('x')
    expect(copiedValue(copy, { a: 'x', copy: 'mine' })).toBeUndefined()
    const hidden = element('hidden', { associates: [{ kind: 'hide', when }] })
    expect(visibleElements([element('a'), hidden], { a: 'x' })).toHaveLength(1)
  })

  test('an answer that is hidden requires, filters and copies nothing', () => {
    const shown = element('b', { associates: [{ kind: 'show', when: { elementKey: 'a', oneOf: ['x'] } }] })
    const when = { elementKey: 'b', answered: true }
    const needed = element('c', { associates: [{ kind: 'require', when }] })
    const elements = [element('a'), shown, needed]
    expect(validateForm({ elements }, { a: 'x', b: '1' }, context)).toHaveLength(1)
    expect(validateForm({ elements }, { a: 'y', b: '1' }, context)).toEqual([])
  })

  test('headings cut a form into steps', () => {
    const steps = stepsOf([element('a'), element('h', { dataControl: 'heading' }), element('b')])
    expect(
      steps.map((step) => [step.heading?.elementKey, step.elements.map((one) => one.elementKey)]),
    ).toEqual([
      [undefined, ['a']],
      ['h', ['b']],
    ])
  })
})

describe('masks and display (product.md §5 and §9)', () => {
  test.each([
    ['phone', '', ''],
    ['phone', '212', '(212'],
    ['phone', '2125550142', '(212) 555-0142'],
    ['ssn', '12345', '123-45'],
    ['ssn', '123456789', '123-45-6789'],
  ] as const)('%s %s shows as %s', (mask, digits, shown) => {
    expect(applyMask(MASKS[mask], digits)).toBe(shown)
    expect(unmask(mask, shown)).toBe(digits)
  })

  test('a phone is its digits, whatever else was sent, and a pasted +1 is dropped (product.md §5)', () => {
    expect(unmask('phone', '+1 (212) 555-0142')).toBe('2125550142')
    expect(unmask('phone', '302abc5550147')).toBe('3025550147')
    expect(unmask('phone', '302.555.0147 ext')).toBe('3025550147')
  })

  test('a phone without a digit and a letter in an SSN stay for the rule to refuse', () => {
    expect(unmask('phone', 'none')).toBe('none')
    expect(unmask('ssn', '123-45-67A9')).toBe('1234567A9')
  })

  test.each([
    [element('p', { dataControl: 'phone' }), '2125550142', '(212) 555-0142'],
    [element('s', { dataControl: 'ssn' }), '123456789', '***-**-6789'],
    [element('c', { dataControl: 'currency' }), '1234.5', '$1,234.50'],
    [element('d', { dataControl: 'date' }), '2026-07-02', '07/02/2026'],
    [element('x', { dataControl: 'password' }), 'secret', ''],
    [element('o', { dataControl: 'select' }), 'yes', 'Yes'],
    [element('b', { dataControl: 'checkbox' }), true, 'Yes'],
    [element('g', { dataControl: 'checkboxGroup' }), ['yes', 'q'], 'Yes, q'],
    [element('f', { dataControl: 'file' }), { name: 'a.csv', size: 1 }, 'a.csv'],
    [element('n'), null, ''],
  ])('%o', (one, value, shown) => {
    expect(formatValue(one, value, [{ value: 'yes', label: 'Yes' }])).toBe(shown)
  })
})
