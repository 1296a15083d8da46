import { readFileSync } from 'node:fs'
import { assert, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { type BrandPalette, brandPalette, type ColorScheme } from './brand-palette.ts'
import { contrastRatio } from './hex-color.ts'
import { CONTROL_CONTRAST, safeGradient, TEXT_CONTRAST, type ThemeColors } from './on-color.ts'

const TOKENS = readFileSync(new URL('../../../ui/src/theme/tokens.css', import.meta.url), 'utf8')
const [LIGHT_TOKENS = '', DARK_TOKENS = ''] = TOKENS.split('@media (prefers-color-scheme: dark)')

/** A color that every brand has in common, as the style sheet says it. */
function token(name: string, scheme: ColorScheme): string {
  const found = (text: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text)?.[1]
  const color = (scheme === 'dark' ? found(DARK_TOKENS) : undefined) ?? found(LIGHT_TOKENS)
  if (color === undefined) throw new Error(`tokens.css has no color --${name}`)
  return color
}

const anyHex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const nasty = constantFrom(
  '#ffffff',
  '#000000',
  '#ffff00',
  '#808080',
  '#767676',
  '#ff0000',
  '#0000ff',
  '#00ff00',
)
const anyTheme = oneof(
  { arbitrary: record({ primaryColor: anyHex, secondaryColor: anyHex, thirdColor: anyHex }), weight: 9 },
  { arbitrary: record({ primaryColor: nasty, secondaryColor: nasty, thirdColor: nasty }), weight: 1 },
  {
    arbitrary: anyHex.map((one) => ({ primaryColor: one, secondaryColor: one, thirdColor: one })),
    weight: 1,
  },
)
const SCHEMES: readonly ColorScheme[] = ['light', 'dark']
const GROUNDS = ['surface', 'page', 'sunken', 'soft'] as const satisfies readonly (keyof BrandPalette)[]

function everyTheme(check: (palette: BrandPalette, scheme: ColorScheme, theme: ThemeColors) => void): void {
  const both = (theme: ThemeColors) => {
    for (const scheme of SCHEMES) check(brandPalette(theme, scheme), scheme, theme)
  }
  assert(property(anyTheme, both), { seed: 118, numRuns: 500 })
  for (const color of ['#ffffff', '#000000', '#ffff00', '#808080'])
    both({ primaryColor: color, secondaryColor: color, thirdColor: color })
}

test('WCAG 1.4.3: links, marks and headings in the brand’s ink reach 4.5:1 on every ground of 500 random themes', () => {
  everyTheme((palette) => {
    for (const ground of GROUNDS)
      expect(contrastRatio(palette.ink, palette[ground]), ground).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  })
})

test('WCAG 1.4.3: the fixed text colors reach 4.5:1 on every ground that a brand tints', () => {
  everyTheme((palette, scheme) => {
    for (const name of ['ink', 'ink-muted', 'danger', 'success', 'warning']) {
      for (const ground of GROUNDS) {
        const ratio = contrastRatio(token(name, scheme), palette[ground])
        expect(ratio, `${name} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      }
    }
  })
})

test('WCAG 1.4.11: edges of fields and the lines of charts reach 3:1 on every ground of any theme', () => {
  everyTheme((palette, scheme) => {
    for (const ground of GROUNDS) {
      for (const edge of [token('line-strong', scheme), palette.ink, token('ink', scheme)])
        expect(contrastRatio(edge, palette[ground]), `${ground}, ${scheme}`).toBeGreaterThanOrEqual(
          CONTROL_CONTRAST,
        )
    }
  })
})

test('WCAG 2.4.7, 1.4.11: of the ring and its halo one stands out 3:1 from any ground, and they from each other', () => {
  everyTheme((palette, scheme, theme) => {
    const [ring, halo] = [token('focus', scheme), token('focus-halo', scheme)]
    expect(contrastRatio(ring, halo)).toBeGreaterThanOrEqual(CONTROL_CONTRAST)
    for (const ground of [...GROUNDS.map((name) => palette[name]), ...safeGradient(theme).stops]) {
      const best = Math.max(contrastRatio(ring, ground), contrastRatio(halo, ground))
      expect(best, ground).toBeGreaterThanOrEqual(CONTROL_CONTRAST)
    }
  })
})

test('product.md §9: white on the orange back button reaches 4.5:1, resting and hovered', () => {
  for (const name of ['back', 'back-hover'])
    expect(contrastRatio(token(name, 'light'), '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
})

test('a calm brand color is drawn unchanged in the light scheme', () => {
  const theme = { primaryColor: '#0b5563', secondaryColor: '#12305c', thirdColor: '#0f7173' }
  expect(brandPalette(theme, 'light').ink).toBe('#0b5563')
})
