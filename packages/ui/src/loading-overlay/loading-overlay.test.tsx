import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingOverlay, type SpinnerStyle } from './loading-overlay.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const show = (spinner: SpinnerStyle, visible = true) =>
  act(async () => root.render(<LoadingOverlay visible={visible} spinner={spinner} label="Loading…" />))
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test('a quick response never flashes it, and a longer wait is announced (pages.md)', async () => {
  await show(1)
  await pass(250)
  expect(document.body.textContent).toBe('')
  await pass(100)
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Loading…')
  await show(1, false)
  expect(document.body.textContent).toBe('')
})

test('its seven styles differ, and none is read out (product.md §4)', async () => {
  const looks = new Set<string>()
  for (const style of [1, 2, 3, 4, 5, 6, 7] as const) {
    await show(style)
    await pass(400)
    const spinner = document.querySelector('[aria-hidden="true"]')
    looks.add(spinner?.outerHTML ?? '')
    await show(style, false)
  }
  expect(looks.size).toBe(7)
  expect(looks.has('')).toBe(false)
})
