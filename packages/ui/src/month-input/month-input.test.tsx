import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MonthInput } from './month-input.tsx'
import { typedMonth, wireMonth, withSlash } from './typed-month.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
})
afterEach(() => act(async () => root.unmount()))

test.each([
  ['3/2019', '2019-03-01'],
  ['03-2019', '2019-03-01'],
  ['032019', '2019-03-01'],
  ['03/17/2019', '2019-03-01'],
  ['13/2019', '13/2019'],
  ['2019', '2019'],
  ['', ''],
])('%j is read as %j', (typed, wire) => {
  expect(wireMonth(typed)).toBe(wire)
})

test('a stored day is shown as its month', () => {
  expect([typedMonth('2019-03-17'), typedMonth('03/20')]).toEqual(['03/2019', '03/20'])
})

test('the slash comes by itself at the end, and a correction in the middle keeps its place', () => {
  expect(withSlash('03', '032', 3)).toBe('03/2')
  expect(withSlash('03/2019', '03/209', 6)).toBe('03/209')
  expect(withSlash('0', '03', 2)).toBe('03')
})

test('what is typed stays as it is while it is typed; a whole month is handed on as its first day', async () => {
  const heard = vi.fn()
  function Held() {
    const [value, setValue] = useState('')
    return (
      <MonthInput
        placeholder="MM/YYYY"
        value={value}
        onChange={(next) => {
          heard(next)
          setValue(next)
        }}
      />
    )
  }
  await act(async () => root.render(<Held />))
  const input = document.querySelector('input')
  if (!input) throw new Error('the field is there')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '3/2019')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(heard).toHaveBeenLastCalledWith('2019-03-01')
  expect(input.value).toBe('3/2019')
})
