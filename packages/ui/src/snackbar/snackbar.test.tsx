import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Snackbar } from './snackbar.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const onClose = vi.fn()
let root: Root

beforeEach(async () => {
  vi.useFakeTimers()
  onClose.mockClear()
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
  await act(async () => root.render(<Snackbar message="Saved" closeLabel="Close" onClose={onClose} />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const bar = () => document.querySelector('[role="status"] > div')
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const happens = (event: Event) => act(async () => void bar()?.dispatchEvent(event))

test('it stays for 2 s (product.md §9) in a status region', async () => {
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Saved')
  await pass(1_990)
  expect(onClose).not.toHaveBeenCalled()
  await pass(20)
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['hovered', new MouseEvent('mouseover', { bubbles: true }), new MouseEvent('mouseout', { bubbles: true })],
  ['focused', new FocusEvent('focusin', { bubbles: true }), new FocusEvent('focusout', { bubbles: true })],
])('it waits while %s (pages.md)', async (_, held, left) => {
  await happens(held)
  await pass(10_000)
  expect(onClose).not.toHaveBeenCalled()
  await happens(left)
  await pass(2_000)
  expect(onClose).toHaveBeenCalledOnce()
})

test('its button closes it', async () => {
  await act(async () => document.querySelector('button')?.click())
  expect(onClose).toHaveBeenCalledOnce()
})
