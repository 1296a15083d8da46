import { CONTROL_NAMES, type ControlName, type FormElement } from '@dolphin/domain/form/form-definition'
import type { FormValue } from '@dolphin/domain/form/form-value'
import { describe, expect, test } from 'vitest'
import { anElement, renderForm } from '../testing/form-page.tsx'
import { settle, type, until } from '../testing/render.tsx'
import { CONTROLS, controlOf } from './controls.ts'

const CHOICES: ReadonlySet<ControlName> = new Set(['select', 'radioGroup', 'checkboxGroup'])
const ANSWERED = CONTROL_NAMES.filter((name) => name !== 'heading')

const aField = (dataControl: ControlName, overrides: Partial<FormElement> = {}): FormElement =>
  anElement('field', {
    dataControl,
    ...(CHOICES.has(dataControl) ? { dataDomainValues: 'pets' } : {}),
    ...(dataControl === 'repeatableGroup' ? { elements: [anElement('name')] } : {}),
    ...overrides,
  })

/** Shows one control, loaded. */
async function show(element: FormElement, value?: FormValue) {
  const shown = await renderForm([element], value === undefined ? {} : { values: { field: value } })
  await until(() => shown.page.querySelector('#field-field') !== null)
  return shown
}

const fieldOf = (page: HTMLElement) => page.querySelector<HTMLInputElement>('#field-field')!
const errorOf = (page: HTMLElement) => page.querySelector('#field-field-error')?.textContent ?? null

/** The words that name the control: its label, the legend of its group, or the label around its box. */
const nameOf = (page: HTMLElement) =>
  page.querySelector('label[for=field-field]') ?? page.querySelector('#field-field > legend')

describe.each(ANSWERED)('%s', (control) => {
  test('has its label, its hint and its error tied to it', async () => {
    const { page, store } = await show(
      aField(control, { controlProperty: { hint: 'Look here' }, foregroundProperty: { mandatory: true } }),
    )
    expect(nameOf(page)?.textContent).toBe('Field')
    await settle(() => store.submit())
    const described = fieldOf(page).getAttribute('aria-describedby')
    expect(described).toBe('field-field-hint field-field-error')
    expect(page.querySelector('#field-field-hint')?.textContent).toBe('Look here')
    expect(errorOf(page)).toBe("Field can't be empty")
  })

  test('says that it may be left open, and does not when it is mandatory', async () => {
    const { page } = await show(aField(control))
    expect(nameOf(page)?.textContent).toBe('Field (optional)')
  })

  test('hides its label for the eye only (hideLabel)', async () => {
    const { page } = await show(aField(control, { foregroundProperty: { hideLabel: true } }))
    expect(nameOf(page)?.className).toBe('visually-hidden')
    expect(nameOf(page)?.textContent).toContain('Field')
  })

  test('takes the columns it is given, all twelve otherwise (cols)', async () => {
    const { page } = await show(aField(control, { foregroundProperty: { cols: 5 } }))
    expect(page.querySelector('[data-cols="5"] #field-field')).not.toBeNull()
    const whole = await show(aField(control))
    expect(whole.page.querySelector('[data-cols="12"] #field-field')).not.toBeNull()
  })

  test('stands beside its label where that is asked for (labelPosition)', async () => {
    const left = await show(aField(control, { foregroundProperty: { labelPosition: 'left' } }))
    expect(left.page.querySelector('[data-cols]')?.className).toMatch(/beside/)
    const top = await show(aField(control, { foregroundProperty: { labelPosition: 'top' } }))
    expect(top.page.querySelector('[data-cols]')?.className).not.toMatch(/beside/)
  })
})

test('a heading has no answer and no mark', async () => {
  const { page, store } = await renderForm([aField('heading')])
  expect(page.querySelector('h2')?.textContent).toBe('Field')
  expect(store.changed()).toEqual({})
  await settle(() => expect(store.submit()).toBe(true))
})

describe('what is typed, and what is stored of it (product.md §5)', () => {
  test.each<[ControlName, string, FormValue]>([
    ['text', ' Ada ', 'Ada'],
    ['textarea', 'Two\nlines', 'Two\nlines'],
    ['number', '12', '12'],
    ['currency', '$1,250.50', '1250.50'],
    ['phone', '(302) 555-0147', '3025550147'],
    ['ssn', '521-44-9999', '521449999'],
    ['email', 'ada@example.com', 'ada@example.com'],
    ['date', '03/09/2026', '2026-03-09'],
    ['address', '12 Elm Street', '12 Elm Street'],
    ['password', ' kept as is ', ' kept as is '],
  ])('%s: %j is stored as %j', async (control, typed, stored) => {
    const { page, store } = await show(aField(control))
    await type(fieldOf(page), typed)
    expect(store.changed()).toEqual({ field: stored })
  })

  test.each<[ControlName, FormValue, string]>([
    ['phone', '3025550147', '(302) 555-0147'],
    ['ssn', '521449999', '521-44-9999'],
    ['date', '2026-03-09', '03/09/2026'],
    ['text', 'Ada', 'Ada'],
    ['select', 'dog', 'dog'],
  ])('%s: the stored %j is shown as %j', async (control, stored, shown) => {
    const { page } = await show(aField(control), stored)
    expect(fieldOf(page).value).toBe(shown)
  })

  test('a text with a mask is shown through it and stored as digits', async () => {
    const { page, store } = await show(aField('text', { foregroundProperty: { mask: 'phone' } }))
    await type(fieldOf(page), '3025550147')
    expect(fieldOf(page).value).toBe('(302) 555-0147')
    expect(store.changed()).toEqual({ field: '3025550147' })
  })

  test('choices: one of a list, one of a few, any of a few, a statement', async () => {
    const radio = await show(aField('radioGroup'))
    await settle(() => radio.page.querySelector<HTMLInputElement>('input[value=dog]')?.click())
    expect(radio.store.changed()).toEqual({ field: 'dog' })
    const boxes = await show(aField('checkboxGroup'), ['owl'])
    await settle(() => boxes.page.querySelector<HTMLInputElement>('input[value=cat]')?.click())
    expect(boxes.store.changed()).toEqual({ field: ['cat', 'owl'] })
    const box = await show(aField('checkbox'))
    await settle(() => fieldOf(box.page).click())
    expect(box.store.changed()).toEqual({ field: true })
  })

  test('a default stands until another value is chosen, and is saved', async () => {
    const { store } = await show(aField('radioGroup', { controlProperty: { defaultValue: 'cat' } }))
    expect(store.changed()).toEqual({ field: 'cat' })
    const box = await show(aField('checkbox', { controlProperty: { defaultValue: 'true' } }))
    expect(box.store.changed()).toEqual({ field: true })
    await settle(() => expect(box.store.submit()).toBe(true))
  })

  test('a file is shown by its name and judged by it', async () => {
    const rules = { validateRules: ['hasFile', 'csvOrPngFile'] } as const
    const { page, store } = await show(aField('file', { foregroundProperty: rules }))
    await settle(() => store.set('field', new File(['x'], 'statement.pdf')))
    expect(errorOf(page)).toBe('Choose CSV or png file !')
    await settle(() => store.set('field', new File(['x'], 'statement.csv')))
    expect([errorOf(page), page.textContent?.includes('statement.csv')]).toEqual([null, true])
  })
})

describe('rules run on input and on blur (product.md §5)', () => {
  test.each<[ControlName, string, string]>([
    ['number', 'x', 'Should be a digit'],
    ['currency', 'x', 'Invalid Currency format, should be a number'],
    ['phone', '(112) 555', 'Invalid phone number!'],
    ['ssn', '666-12-3456', 'Field is invalid'],
    ['email', 'ada', 'Field must be a valid email'],
    ['date', '02/31/2026', 'Field should be a valid date'],
  ])('%s brings its own rule: %j', async (control, typed, message) => {
    const { page } = await show(aField(control))
    await type(fieldOf(page), typed)
    expect(errorOf(page)).toBe(message)
    expect(fieldOf(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('rules of the definition follow, the first that refuses is said', async () => {
    const { page } = await show(
      aField('text', {
        foregroundProperty: { validateRules: ['noSpaceAtStartAndEnd', { rule: 'max', argument: 3 }] },
      }),
    )
    await type(fieldOf(page), ' Ada')
    expect(errorOf(page)).toBe('Field should not have space at the beginning and end')
    await type(fieldOf(page), 'Adaa')
    expect(errorOf(page)).toBe('Field should not be greater than 3 characters')
    await type(fieldOf(page), 'Ada')
    expect(errorOf(page)).toBeNull()
  })

  test.each([
    ['end-now', '07/03/2026', '07/02/2026', 'Field should not be after today'],
    ['start-now', '07/01/2026', '07/02/2026', 'Field should not be before today'],
    ['no-weekend', '07/04/2026', '07/06/2026', 'Field should not be on a weekend'],
    ['no-holiday', '07/03/2026', '07/06/2026', 'Field should not be on a holiday'],
  ] as const)('allowedDates %s refuses %s and takes %s', async (restriction, wrong, right, message) => {
    const { page } = await show(aField('date', { foregroundProperty: { allowedDates: [restriction] } }))
    await type(fieldOf(page), wrong)
    expect(errorOf(page)).toBe(message)
    await type(fieldOf(page), right)
    expect(errorOf(page)).toBeNull()
  })

  test('leaving an open mandatory field says so', async () => {
    const { page } = await show(aField('text', { foregroundProperty: { mandatory: true } }))
    await settle(() => fieldOf(page).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    expect(errorOf(page)).toBe("Field can't be empty")
  })
})

test('a control that this build has not got is an error with its code (contract.md)', () => {
  expect(Object.keys(CONTROLS)).toEqual([...CONTROL_NAMES])
  const unknown = { ...aField('text'), dataControl: 'iframe' as ControlName }
  expect(() => controlOf(unknown)).toThrow(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }))
})
