import type { Page } from '@playwright/test'

/** More stops than any page has. */
const MOST_STOPS = 160

interface Stop {
  readonly key: string
  readonly name: string
  readonly wrong: readonly string[]
}

/**
 * Walks through the page by Tab as far as its end: every stop shows a ring (WCAG 2.4.7), nothing lies over it (2.4.11),
 * and the walk comes round (2.1.2).
 */
export async function focusFindings(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const seen = new Set<string>()
  await page.evaluate(() => {
    const inDialog = document.querySelector('dialog[open]')
    if (!inDialog) (document.activeElement as HTMLElement | null)?.blur()
  })
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (stop === null || seen.has(stop.key)) return found
    seen.add(stop.key)
    found.push(...stop.wrong.map((wrong) => `${wrong}: ${stop.name}`))
  }
  return [...found, `no way out by Tab after ${MOST_STOPS} stops`]
}

/** Runs in the page. */
export function lookAtFocus(): Stop | null {
  const one = document.activeElement
  if (one === null || one === document.body || !(one instanceof HTMLElement)) return null
  const all = [...document.querySelectorAll('*')]
  const wrong: string[] = []
  const ringed = (element: Element | null): boolean => {
    if (element === null) return false
    const style = getComputedStyle(element)
    const outlined = style.outlineStyle !== 'none' && Number(/[\d.]+/.exec(style.outlineWidth)?.[0] ?? 0) >= 2
    return outlined || style.boxShadow !== 'none'
  }
  const label = one.closest('label') ?? document.querySelector(`label[for="${CSS.escape(one.id)}"]`)
  if (![one, one.parentElement, one.nextElementSibling, label].some(ringed)) wrong.push('no ring')
  const box = one.getBoundingClientRect()
  const isHiddenInput =
    one instanceof HTMLInputElement && (box.width < 3 || getComputedStyle(one).opacity === '0')
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const covered =
    middle !== null && !one.contains(middle) && !middle.contains(one) && !(label?.contains(middle) ?? false)
  if (!isHiddenInput && covered) wrong.push(`covered by ${middle.outerHTML.slice(0, 60)}`)
  if (!isHiddenInput && middle === null) wrong.push('outside of the window')
  return { key: String(all.indexOf(one)), name: one.outerHTML.slice(0, 110), wrong }
}
