import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NumberPicker } from './number-picker.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
})
afterEach(() => act(async () => root.unmount()))

async function show(value: number, onChange: (value: number) => void, maximum = 800) {
  await act(async () =>
    root.render(
      <NumberPicker
        minimum={200}
        maximum={maximum}
        step={50}
        value={value}
        onChange={onChange}
        label="Amount"
        lessLabel="Less"
        moreLabel="More"
        format={(each) => `$${each}`}
      >
        <input id="typed" defaultValue={value} />
      </NumberPicker>,
    ),
  )
}

const named = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)

test('the buttons move by one step, in the order less, field, more', async () => {
  const moved = vi.fn()
  await show(600, moved)
  await act(async () => named('Less')?.click())
  await act(async () => named('More')?.click())
  expect(moved.mock.calls).toEqual([[550], [650]])
  const order = [...document.querySelectorAll('button, #typed')].map(
    (each) => each.getAttribute('aria-label') ?? each.id,
  )
  expect(order).toEqual(['Less', 'typed', 'More'])
})

test('at an end its button says so, keeps the focus and moves nothing', async () => {
  const moved = vi.fn()
  await show(800, moved)
  named('More')?.focus()
  await act(async () => named('More')?.click())
  expect(named('More')?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(named('More'))
  expect(moved).not.toHaveBeenCalled()
})

test('the slider has the value in words', async () => {
  await show(600, vi.fn())
  expect(named('Amount')?.getAttribute('aria-valuetext')).toBe('$600')
})

test('one value alone is no choice: the field stands without buttons and slider', async () => {
  await show(200, vi.fn(), 200)
  expect(document.querySelector('#typed')).not.toBeNull()
  expect(document.querySelectorAll('button, [type=range]')).toHaveLength(0)
})
