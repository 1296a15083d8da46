import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Pages as they stood when nothing was found: most journeys come by the same ones, and a look takes seconds. */
const passed = new Set<string>()

/** A page that has not come to rest by then is judged as it is. */
const MOST_LOOKS = 5

/** Holds the page as it stands against the automatic part of WCAG 2.2 AA; people find what a program cannot. */
export async function expectAccessible(page: Page): Promise<void> {
  for (let look = 1; ; look += 1) {
    const before = await appearance(page)
    if (passed.has(before)) return
    const found = await violationsOf(page)
    // A page that moved while it was looked at, as when a style sheet came, has not been looked at as a whole.
    const isWhole = (await appearance(page)) === before
    if (!isWhole && look < MOST_LOOKS) continue
    expect(found, page.url()).toEqual([])
    if (isWhole) passed.add(before)
    return
  }
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })`,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** What the verdict depends on: two pages of the same appearance get the same one. */
const appearance = (page: Page): Promise<string> =>
  page.evaluate<string>(`JSON.stringify([
    innerWidth,
    document.styleSheets.length,
    document.documentElement.outerHTML,
    Array.from(document.querySelectorAll('input, select, textarea'), ({ value, checked }) => [value, checked]),
  ])`)
