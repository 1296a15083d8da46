import { describe, expect, test, vi } from 'vitest'
import { NOTHING_STORED, SAMPLE_CONTEXT, SAMPLE_FORM } from '../testing/sample-form.ts'
import { FormStore } from './form-store.ts'

const aStore = (stored = NOTHING_STORED) => new FormStore(SAMPLE_FORM, stored, SAMPLE_CONTEXT)

describe('form behavior (product.md §5)', () => {
  test('validation shows on blur, and follows every input after that', () => {
    const store = aStore()
    store.set('cellPhone', '112')
    expect(store.field('cellPhone').error).toBeUndefined()
    store.blur('cellPhone')
    expect(store.field('cellPhone').error).toBe('Invalid phone number!')
    store.set('cellPhone', '2125550142')
    expect(store.field('cellPhone').error).toBeUndefined()
  })

  test('an error shows while the field still has focus, once typing rests, and follows every input', () => {
    vi.useFakeTimers()
    const store = aStore()
    store.field('cellPhone')
    for (const typed of ['1', '11', '112']) {
      store.set('cellPhone', typed)
      vi.advanceTimersByTime(500)
      expect(store.field('cellPhone').error).toBeUndefined()
    }
    vi.advanceTimersByTime(100)
    expect(store.field('cellPhone').error).toBe('Invalid phone number!')
    store.set('cellPhone', '2125550142')
    expect(store.field('cellPhone').error).toBeUndefined()
    store.set('cellPhone', '212555014')
    expect(store.field('cellPhone').error).toBe('Invalid phone number!')
    vi.useRealTimers()
  })

  test('submit shows every error at once, in the order of the form', () => {
    const store = aStore()
    expect(store.submit()).toBe(false)
    expect(store.summary().errors.map((error) => error.elementKey)).toEqual(['firstName', 'cellPhone', 'ssn'])
    expect(store.summary().errors[0]?.message).toBe("First name can't be empty")
  })

  test('only changed fields are saved, masked ones as digits', () => {
    const store = aStore({ ...NOTHING_STORED, values: { firstName: 'Ada', cellPhone: '2125550142' } })
    expect(store.changed()).toEqual({})
    store.set('cellPhone', '(212) 555-0143')
    expect(store.changed()).toEqual({ cellPhone: '2125550143' })
    store.set('cellPhone', '2125550142')
    expect(store.changed()).toEqual({})
  })

  test('a stored SSN that never comes back satisfies the form and is not sent (domain.md §4)', () => {
    const store = aStore({
      ...NOTHING_STORED,
      values: { firstName: 'Ada', cellPhone: '2125550142' },
      masked: { ssn: '***-**-0001' },
    })
    expect(store.field('ssn').savedMask).toBe('***-**-0001')
    expect(store.submit()).toBe(true)
    expect(store.changed()).toEqual({})
  })
})

describe('an SSN once saved (product.md §5: a form saves only the changed fields)', () => {
  const typed = () => {
    const store = aStore({ ...NOTHING_STORED, values: { firstName: 'Ada', cellPhone: '2125550142' } })
    store.set('ssn', '521-44-9999')
    return { store, sent: store.changed() }
  }
  const saved = {
    ...NOTHING_STORED,
    version: 4,
    values: { firstName: 'Ada', cellPhone: '2125550142' },
    masked: { ssn: '***-**-9999' },
  }

  test('it is not sent again', () => {
    const { store, sent } = typed()
    expect(sent).toEqual({ ssn: '521449999' })
    store.saved(saved, sent)
    expect(store.changed()).toEqual({})
    expect(store.field('ssn').value).toBeNull()
    expect(store.submit()).toBe(true)
  })

  test('another one typed while the save was under way is sent with the next', () => {
    const { store, sent } = typed()
    store.set('ssn', '521-44-8888')
    store.saved(saved, sent)
    expect(store.changed()).toEqual({ ssn: '521448888' })
  })
})

test('an untouched mandatory field says on blur that it is empty (product.md §5)', () => {
  const store = aStore()
  store.blur('firstName')
  expect(store.field('firstName').error).toBe("First name can't be empty")
})

describe('associates (domain.md §4)', () => {
  test('show and require follow the answer they look at', () => {
    const store = aStore()
    const shown = () => store.summary().visible.map((element) => element.elementKey)
    expect(shown()).not.toContain('employer')
    store.set('incomeType', '7002')
    expect(shown()).toContain('employer')
    expect(store.field('employer').required).toBe(true)
  })

  test('a copy fills a field that is still empty and never overwrites what was typed', () => {
    const store = aStore()
    store.set('cellPhone', '2125550142')
    store.set('samePhone', true)
    expect(store.field('homePhone').value).toBe('2125550142')
    store.set('homePhone', '2125550199')
    store.set('samePhone', true)
    expect(store.field('homePhone').value).toBe('2125550199')
  })
})

test('what the server refused stands at its field until the field changes', () => {
  const store = aStore({ ...NOTHING_STORED, values: { firstName: 'Ada' } })
  store.refuse([{ elementKey: 'firstName', message: 'Not this one' }])
  expect(store.field('firstName').error).toBe('Not this one')
  store.set('firstName', 'Grace')
  expect(store.field('firstName').error).toBeUndefined()
})

test('typing in one field renders that field alone', () => {
  const store = aStore()
  const first = vi.fn()
  const other = vi.fn()
  store.subscribeField('firstName', first)
  store.subscribeField('cellPhone', other)
  store.set('firstName', 'A')
  expect(first).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('a settled conflict goes on with the server version and the answers chosen', () => {
  const store = aStore({ ...NOTHING_STORED, values: { firstName: 'Ada' } })
  store.set('firstName', 'Grace')
  store.rebase({ ...NOTHING_STORED, version: 4, values: { firstName: 'Edith' } })
  expect(store.changed()).toEqual({ firstName: 'Grace' })
  store.rebase({ ...NOTHING_STORED, version: 4, values: { firstName: 'Edith' } }, { firstName: 'Edith' })
  expect(store.changed()).toEqual({})
})
