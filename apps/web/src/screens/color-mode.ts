export type ColorMode = 'light' | 'dark'

/** Shows the page in a color mode whatever the device asks for, by the conditions of its own style rules. */
export function setColorMode(mode: ColorMode): void {
  document.documentElement.dataset['mode'] = mode
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue
      const wanted = /prefers-color-scheme:\s*(dark|light)/.exec(rule.media.mediaText)?.[1]
      if (wanted !== undefined) rule.media.mediaText = wanted === mode ? 'all' : 'not all'
    }
  }
}
