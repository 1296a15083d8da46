import type { Page } from '@playwright/test'

/** More stops than any page has. */
const MOST_STOPS = 160

interface Stop {
  readonly key: string
  readonly name: string
  readonly wrong: readonly string[]
}

interface Walk {
  readonly found: readonly string[]
  /** The number of each stop among the elements of the page. */
  readonly stops: readonly number[]
}

/**
 * Walks through the page by Tab as far as its end: every stop shows a ring (WCAG 2.4.7), nothing lies over it (2.4.11),
 * and the walk comes round (2.1.2).
 */
export async function walkByTab(page: Page): Promise<Walk> {
  const found: string[] = []
  const seen = new Set<string>()
  const stops = () => [...seen].map(Number)
  await page.evaluate(() => {
    if (document.querySelector('dialog[open]')) return
    // Blurring alone would go on from where the page had put the focus, and never meet what stands before it
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let step = 0; step < MOST_STOPS; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (stop === null || seen.has(stop.key)) return { found, stops: stops() }
    seen.add(stop.key)
    found.push(...stop.wrong.map((wrong) => `${wrong}: ${stop.name}`))
  }
  return { found: [...found, `no way out by Tab after ${MOST_STOPS} stops`], stops: stops() }
}

/** What is wrong at the stops of a walk as the page looks now, asked at once: a browser shows the ring after Tab. */
export async function stopFindings(page: Page, stops: readonly number[]): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const all = [...document.querySelectorAll('*')]
    return ${JSON.stringify(stops)}.flatMap((number) => {
      all[number]?.focus()
      all[number]?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const stop = (${lookAtFocus.toString()})()
      return stop === null ? [] : stop.wrong.map((wrong) => wrong + ': ' + stop.name)
    })
  })()`)
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
  const around: Element[] = []
  for (let at: Element | null = one; at !== null; at = at.parentElement) around.push(at)
  if (!isHiddenInput && around.some((each) => getComputedStyle(each).clipPath === 'inset(50%)'))
    wrong.push('cut away, as only a screen reader needs it')
  return { key: String(all.indexOf(one)), name: one.outerHTML.slice(0, 110), wrong }
}
