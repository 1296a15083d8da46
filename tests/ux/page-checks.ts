import type { Page } from '@playwright/test'

/** Everything that can be told from the page at one glance, in the browser: what is wrong, in words. */
export const structureFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const shown = (one: Element) => one.getClientRects().length > 0
    const count = (selector: string) => [...document.querySelectorAll(selector)].filter(shown).length
    if (document.title.trim() === '') found.push('the page has no title')
    if (!['en', 'es'].includes(document.documentElement.lang)) found.push('the page names no language')
    for (const landmark of ['main', 'header', 'footer'])
      if (count(landmark) < 1) found.push(`no ${landmark} on the page`)
    if (count('main') > 1) found.push('more than one main')
    const isWaiting = document.querySelector('main [role="status"]:not(:empty)') !== null
    if (count('h1') !== 1 && !(isWaiting && count('h1') === 0))
      found.push(`${count('h1')} headings of level 1`)
    let before = 0
    for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')) {
      if (!shown(heading) || heading.closest('dialog')) continue
      const level = Number(heading.tagName.slice(1))
      if (level > before + 1) found.push(`h${before} is followed by h${level}: ${heading.textContent}`)
      before = level
    }
    return found
  })

/**
 * Targets that are too small (WCAG 2.2, 2.5.8): less than 24 CSS pixels anywhere but in running text, less than 44 for
 * the buttons that lead on. A choice counts with its label.
 */
export const targetFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const LEAST = 24
    const MAIN = 44
    const found: string[] = []
    const scope = document.querySelector('dialog[open]') ?? document
    const targets = scope.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="slider"]',
    )
    for (const target of targets) {
      if (target.getClientRects().length === 0 || target.closest('[inert]')) continue
      const style = getComputedStyle(target)
      if (style.visibility === 'hidden' || style.clipPath === 'inset(50%)') continue
      const inText =
        target.tagName === 'A' && style.display === 'inline' && target.closest('p, li, dd, small')
      if (inText) continue
      const label = target.closest('label') ?? document.querySelector(`label[for="${CSS.escape(target.id)}"]`)
      const isChoice = target instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(target.type)
      const boxes = [target, ...(isChoice && label ? [label] : [])].map((one) => one.getBoundingClientRect())
      const least = Math.max(...boxes.map(({ width, height }) => Math.min(width, height)))
      // Off the screen until it is focused
      if (boxes.every(({ bottom, right }) => bottom <= 0 || right <= 0)) continue
      const isMain = target.matches('main form button[type="submit"], dialog button:not([aria-label])')
      const wanted = isMain ? MAIN : LEAST
      if (least + 0.5 < wanted)
        found.push(`${Math.round(least)} px where ${wanted} are needed: ${target.outerHTML.slice(0, 120)}`)
    }
    return found
  })

/** Sizes that product.md §9 fixes: product buttons 48 px high, forward ones 136 px wide, back 50; dialogs at most 600. */
export const sizeFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const HEIGHT = 48
    const WIDTHS: Readonly<Record<string, number>> = { forward: 136, back: 50 }
    const MOST_DIALOG = 600
    const found: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>('[data-button]')) {
      const { width, height } = one.getBoundingClientRect()
      if (one.getClientRects().length === 0) continue
      const least = WIDTHS[one.dataset['button'] ?? ''] ?? 0
      if (height + 0.5 < HEIGHT || width + 0.5 < least)
        found.push(`${Math.round(width)} × ${Math.round(height)} px: ${one.outerHTML.slice(0, 100)}`)
    }
    for (const dialog of document.querySelectorAll('dialog[open]'))
      if (dialog.getBoundingClientRect().width > MOST_DIALOG)
        found.push(`a dialog of ${dialog.getBoundingClientRect().width} px`)
    return found
  })

/** What is wider than the window, and so makes the page scroll sideways (WCAG 1.4.10). Tables may in a frame of theirs. */
export const sidewaysFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room + 1) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > room + 1 && one.children.length === 0,
    )
    return [
      `${document.documentElement.scrollWidth} px wide in ${room}`,
      ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)),
    ]
  })

/** Texts that are cut off inside of a box that hides what does not fit (WCAG 1.4.12). */
export const cutFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
      const style = getComputedStyle(one)
      if (style.clipPath !== 'none' || one.getClientRects().length === 0) continue
      const hides = style.overflowX === 'hidden' || style.overflowY === 'hidden'
      const ownText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hides || !ownText || one.clientWidth <= 1) continue
      if (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 2)
        found.push(`cut off: ${one.outerHTML.slice(0, 120)}`)
    }
    return found
  })

/** What still moves though the reader asked for no motion. */
export const motionFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part) || 0))
    const moves = ({ transitionDuration, animationDuration, animationName }: CSSStyleDeclaration) =>
      seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01)
    const moving = [...document.querySelectorAll('body *')].filter((one) =>
      [null, '::before', '::after', '::backdrop'].some((part) => moves(getComputedStyle(one, part))),
    )
    return moving.slice(0, 3).map((one) => `moves: ${one.outerHTML.slice(0, 100)}`)
  })

/** Words of the page's own part. */
export interface SeenWords {
  /** In the fullest of its windows: the most that a reader has before the eyes at once. */
  readonly atOnce: number
  /** From the head of the page to its foot. */
  readonly inAll: number
}

/**
 * How many words a reader sees: not what only a screen reader hears, the choices of a closed list, tables, legal texts,
 * nor what is folded away until somebody asks for it.
 */
export const seenWords = (page: Page): Promise<SeenWords> =>
  page.evaluate(() => {
    const ASIDE = 'article, table, option, details > :not(summary)'
    const isClipped = (one: Element | null): boolean =>
      one !== null && (getComputedStyle(one).clipPath !== 'none' || isClipped(one.parentElement))
    const isSeen = (holder: Element | null): boolean =>
      holder !== null &&
      holder.closest(ASIDE) === null &&
      holder.checkVisibility({ visibilityProperty: true }) &&
      !isClipped(holder)

    /** Its lines: how far down each stands, and how many words of the text are on it. */
    function linesOf(text: Node): { y: number; words: number }[] {
      const words = (text.textContent ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()]
      const length = boxes.reduce((sum, { width }) => sum + width, 0)
      return boxes.map(({ top, width }) => ({ y: top, words: (words * width) / length }))
    }

    const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
    const lines: { y: number; words: number }[] = []
    while (texts.nextNode())
      if (isSeen(texts.currentNode.parentElement)) lines.push(...linesOf(texts.currentNode))
    const sum = (some: readonly { words: number }[]) =>
      Math.round(some.reduce((count, { words }) => count + words, 0))
    const windows = lines.map(({ y }) => lines.filter((line) => line.y >= y && line.y < y + innerHeight))
    return { atOnce: Math.max(0, ...windows.map(sum)), inAll: sum(lines) }
  })
