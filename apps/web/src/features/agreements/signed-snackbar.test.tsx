import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { SignedSnackbar } from './signed-snackbar.tsx'

/** Lets time pass second by second, so that every tick is drawn before the next one. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1000) {
    await act(async () => vi.advanceTimersByTimeAsync(Math.min(left, 1000)))
  }
}
const said = (page: HTMLElement) => page.querySelector('output')?.textContent
const press = (page: HTMLElement, label: string) =>
  act(async () => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())

const wording = (seconds: number) =>
  `All set. You will be redirected to the home page after ${seconds} seconds.`

async function aSnackbar(atHome = false) {
  const acts = { onGo: vi.fn(), onClose: vi.fn() }
  return { ...acts, page: await render(<SignedSnackbar atHome={atHome} {...acts} />) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the success snackbar (product.md §2)', () => {
  test('counts from 5 to 0 in its words, then goes home once', async () => {
    const { page, onGo } = await aSnackbar()
    for (const seconds of [5, 4, 3, 2, 1]) {
      expect(said(page)).toBe(wording(seconds))
      expect(onGo).not.toHaveBeenCalled()
      await pass(1000)
    }
    expect(said(page)).toBe(wording(0))
    expect(onGo).toHaveBeenCalledOnce()
    await pass(30_000)
    expect(onGo).toHaveBeenCalledOnce()
  })

  test('"Go now" goes at once (design/security.md D7)', async () => {
    const { page, onGo } = await aSnackbar()
    await press(page, 'Go now')
    expect(onGo).toHaveBeenCalledOnce()
  })

  test('"Stay here" stops the count, and the snackbar goes away after 20 s (product.md §9)', async () => {
    const { page, onGo, onClose } = await aSnackbar()
    await press(page, 'Stay here')
    await pass(19_900)
    expect(onClose).not.toHaveBeenCalled()
    await pass(200)
    expect(onClose).toHaveBeenCalledOnce()
    expect(onGo).not.toHaveBeenCalled()
  })

  test('time stands still while it is hovered or focused (design/security.md D7)', async () => {
    const { page, onGo } = await aSnackbar()
    await pass(2000)
    const button = page.querySelector('button')
    await act(async () => button?.focus())
    await pass(10_000)
    expect(said(page)).toBe(wording(3))
    await act(async () => button?.blur())
    await pass(3000)
    expect(onGo).toHaveBeenCalledOnce()
  })

  test('at the home page already it only tells', async () => {
    const { page, onGo } = await aSnackbar(true)
    await pass(10_000)
    expect(said(page)).toBe('All set. Your agreement is signed.')
    expect(onGo).not.toHaveBeenCalled()
  })
})
