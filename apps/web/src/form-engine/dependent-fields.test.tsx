import { describe, expect, test } from 'vitest'
import { anElement, renderForm } from '../testing/form-page.tsx'
import { settle, type, until } from '../testing/render.tsx'

const input = (page: HTMLElement, key: string) =>
  page.querySelector<HTMLInputElement>(`#field-${CSS.escape(key)}`)!
const isShown = (page: HTMLElement, key: string) => input(page, key) !== null
const isDog = { elementKey: 'pet', oneOf: ['dog'] }
const pet = anElement('pet', { dataControl: 'select', dataDomainValues: 'pets' })

describe('associates (domain.md §4)', () => {
  test.each([
    ['show', [false, true]],
    ['hide', [true, false]],
  ] as const)('%s', async (kind, expected) => {
    const { page, store } = await renderForm([
      pet,
      anElement('name', { associates: [{ kind, when: isDog }] }),
    ])
    const seen = [isShown(page, 'name')]
    await settle(() => store.set('pet', 'dog'))
    expect([...seen, isShown(page, 'name')]).toEqual(expected)
  })

  test('require: optional until the condition holds', async () => {
    const { page, store } = await renderForm([
      pet,
      anElement('name', { associates: [{ kind: 'require', when: isDog }] }),
    ])
    expect(page.textContent).toContain('Name (optional)')
    await settle(() => store.set('pet', 'dog'))
    expect(page.textContent).not.toContain('Name (optional)')
    await settle(() => store.submit())
    expect(page.querySelector('#field-name-error')?.textContent).toBe("Name can't be empty")
  })

  test('filter: only what remains is offered, and a choice that fell out is refused', async () => {
    const { page, store } = await renderForm([
      pet,
      anElement('friend', {
        dataControl: 'select',
        dataDomainValues: 'pets',
        associates: [{ kind: 'filter', when: isDog, options: ['dog', 'owl'] }],
      }),
    ])
    const offered = () =>
      [...page.querySelectorAll<HTMLOptionElement>('#field-friend option')].map((one) => one.value)
    expect(offered()).toEqual(['', 'cat', 'dog', 'owl'])
    await settle(() => store.set('friend', 'cat'))
    await settle(() => store.set('pet', 'dog'))
    expect(offered()).toEqual(['', 'dog', 'owl'])
    expect(page.querySelector('#field-friend-error')?.textContent).toBe(
      'Choose one of the options for Friend',
    )
  })

  test('copy: fills what is open, goes over nothing, and lets the copy be emptied', async () => {
    const same = anElement('same', { dataControl: 'checkbox' })
    const when = { elementKey: 'same', oneOf: ['true'] }
    const copy = anElement('copy', { associates: [{ kind: 'copy', when, from: 'name' }] })
    const { page, store } = await renderForm([anElement('name'), same, copy])
    await type(input(page, 'name'), 'Ada')
    await settle(() => store.set('same', true))
    expect(input(page, 'copy').value).toBe('Ada')
    await type(input(page, 'copy'), '')
    expect(input(page, 'copy').value).toBe('')
  })

  test('a hidden field is neither validated nor saved, and its dependent fields are hidden with it', async () => {
    const shownFor = (elementKey: string) => [{ kind: 'show', when: { elementKey, answered: true } }] as const
    const { page, store } = await renderForm(
      [
        pet,
        anElement('name', { associates: [{ kind: 'show', when: isDog }] }),
        anElement('chip', { foregroundProperty: { mandatory: true }, associates: shownFor('name') }),
      ],
      { values: { pet: 'dog', name: 'Rex', chip: '1' } },
    )
    expect(isShown(page, 'chip')).toBe(true)
    await settle(() => store.set('pet', 'cat'))
    expect([isShown(page, 'name'), isShown(page, 'chip')]).toEqual([false, false])
    await settle(() => expect(store.submit()).toBe(true))
    expect(store.changed()).toEqual({ pet: 'cat', name: null, chip: null })
  })
})

describe('repeatable groups (domain.md §4)', () => {
  const debts = anElement('debts', {
    dataControl: 'repeatableGroup',
    elements: [
      anElement('lender', { foregroundProperty: { mandatory: true } }),
      anElement('phone', { dataControl: 'phone' }),
      pet,
      anElement('name', { associates: [{ kind: 'show', when: isDog }] }),
    ],
  })
  const stored = { values: { debts: [{ lender: 'A' }, { lender: 'B' }, { lender: 'C' }] } }
  const button = (page: HTMLElement, words: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)!

  async function show(values: Parameters<typeof renderForm>[1] = {}) {
    const shown = await renderForm([debts], values)
    await until(() => shown.page.querySelector('button') !== null)
    return shown
  }

  test('a row is added with the caret in it, and saved with the others', async () => {
    const { page, store } = await show()
    await settle(() => button(page, 'Add').click())
    expect(document.activeElement?.id).toBe('field-debts.0.lender')
    await type(input(page, 'debts.0.lender'), 'A')
    await type(input(page, 'debts.0.phone'), '302-555-0147')
    expect(store.changed()).toEqual({
      debts: [{ lender: 'A', phone: '3025550147', pet: null, name: null }],
    })
  })

  test('each row is judged by itself, its error stands at its field', async () => {
    const { page, store } = await show({ values: { debts: [{ lender: 'A' }, { lender: '' }] } })
    await settle(() => expect(store.submit()).toBe(false))
    expect(page.querySelector('#field-debts\\.0\\.lender-error')).toBeNull()
    expect(page.querySelector('#field-debts\\.1\\.lender-error')?.textContent).toBe("Lender can't be empty")
    expect(store.summary().errors).toEqual([
      { elementKey: 'debts.1.lender', message: "Lender can't be empty" },
    ])
  })

  test('a row taken away takes its error along, and those after it keep theirs', async () => {
    const { page, store } = await show(stored)
    await type(input(page, 'debts.2.phone'), '212')
    expect(page.querySelector('#field-debts\\.2\\.phone-error')).not.toBeNull()
    await settle(() => button(page, 'Remove Debts 1').click())
    expect([input(page, 'debts.0.lender').value, input(page, 'debts.1.phone').value]).toEqual(['B', '(212'])
    expect(page.querySelector('#field-debts\\.1\\.phone-error')?.textContent).toBe('Invalid phone number!')
    expect(document.activeElement?.id).toBe('field-debts')
    await settle(() => button(page, 'Remove Debts 2').click())
    await settle(() => expect(store.submit()).toBe(true))
  })

  test('conditions look at the row they stand in', async () => {
    const { page, store } = await show(stored)
    await settle(() =>
      store.set('debts', [
        { lender: 'A', pet: 'dog' },
        { lender: 'B', pet: 'cat' },
      ]),
    )
    expect([isShown(page, 'debts.0.name'), isShown(page, 'debts.1.name')]).toEqual([true, false])
  })

  test('nothing changed is nothing to save, also with rows', async () => {
    const { page, store } = await show(stored)
    expect(store.changed()).toEqual({})
    await type(input(page, 'debts.1.lender'), 'X')
    await type(input(page, 'debts.1.lender'), 'B')
    expect(store.changed()).toEqual({})
  })
})
