import type { Page } from '@playwright/test'

/** Colors of a page that are too near to each other, measured as they came out. */
export interface Contrasts {
  /** How many texts were measured. */
  readonly texts: number
  readonly found: readonly string[]
}

/**
 * Measures every text on its ground and every edge of a field (WCAG 2.2, 1.4.3 and 1.4.11) by computed colors. On a
 * gradient the worst of its colors counts; the browser mixes between them, which the palette's unit test looks at.
 */
export const measureContrasts = (page: Page): Promise<Contrasts> =>
  page.evaluate(() => {
    type Color = readonly [number, number, number, number]
    const colorsIn = (text: string): Color[] =>
      [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, parts = '']) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = parts.split(/[ ,/]+/).map(Number)
        return [red, green, blue, alpha] as const
      })
    const over = (top: Color, under: Color): Color => {
      const mix = (at: 0 | 1 | 2) => top[at] * top[3] + under[at] * (1 - top[3])
      return [mix(0), mix(1), mix(2), 1]
    }
    const luminance = (color: Color) => {
      const part = (at: 0 | 1 | 2) => {
        const value = color[at] / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      }
      return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
    }
    const ratio = (one: Color, other: Color) => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    const WHITE: Color = [255, 255, 255, 1]
    const groundsOf = (element: Element | null): Color[] => {
      if (element === null) return [WHITE]
      const style = getComputedStyle(element)
      const stops = style.backgroundImage.includes('gradient') ? colorsIn(style.backgroundImage) : []
      if (stops.length > 0 && stops.every(([, , , alpha]) => alpha === 1)) return stops
      const [own = [0, 0, 0, 0] as Color] = colorsIn(style.backgroundColor)
      if (own[3] === 1) return [own]
      return groundsOf(element.parentElement).map((under) => (own[3] === 0 ? under : over(own, under)))
    }
    const isShown = (element: Element) => {
      const box = element.getBoundingClientRect()
      const off = element.closest('.visually-hidden, :disabled, [aria-disabled="true"], [inert]')
      if (box.width <= 2 || box.height <= 2 || off !== null) return false
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (getComputedStyle(at).clipPath === 'inset(50%)') return false
      return element.checkVisibility({ visibilityProperty: true })
    }
    const found: string[] = []
    let texts = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (element === null || text === '' || /^(script|style|option|title|desc)$/i.test(element.tagName))
        continue
      if (!isShown(element)) continue
      const style = getComputedStyle(element)
      const isDrawn = element.closest('svg') !== null
      const [color] = colorsIn(isDrawn ? style.fill : style.color)
      if (color === undefined) continue
      const size = Number.parseFloat(style.fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      texts += 1
      for (const ground of groundsOf(isDrawn ? element.closest('svg') : element)) {
        const measured = ratio(over(color, ground), ground)
        if (measured < (isLarge ? 3 : 4.5) - 0.005)
          found.push(`text "${text.slice(0, 30)}" ${style.color} on ${ground.join()}: ${measured.toFixed(2)}`)
      }
    }
    for (const field of document.querySelectorAll('input:not([type="hidden"]), select, textarea')) {
      if (!isShown(field)) continue
      const style = getComputedStyle(field)
      const [edge] = colorsIn(style.borderBottomColor)
      if (
        edge === undefined ||
        edge[3] === 0 ||
        style.borderBottomStyle === 'none' ||
        style.borderBottomWidth === '0px'
      )
        continue
      for (const ground of groundsOf(field.parentElement)) {
        const measured = ratio(over(edge, ground), ground)
        if (measured < 2.995)
          found.push(`edge of a field ${style.borderBottomColor} on ${ground.join()}: ${measured.toFixed(2)}`)
      }
    }
    return { texts, found }
  })
