import { brandPalette, type BrandPalette } from '@dolphin/domain/portfolios/brand-palette'
import { safeGradient } from '@dolphin/domain/portfolios/on-color'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'

const HEX = /^#[0-9a-f]{6}$/i
/** A path of our own or an https address without anything that CSS reads; as the portfolio's schema takes them. */
const ADDRESS = /^(https:\/\/[a-z0-9.-]+)?(\/[A-Za-z0-9._-]+)+$/

/** A color goes into a style block only as six hexadecimal digits. Source: design/security.md T14. */
function hex(color: string): string {
  if (!HEX.test(color)) throw new RangeError('a theme color is not #rrggbb')
  return color
}

function pattern(url: string | null): string[] {
  if (url === null) return []
  if (!ADDRESS.test(url)) throw new RangeError('a theme picture is no plain address')
  return [`--brand-pattern:url(${url})`, '--brand-pattern-height:56px']
}

/** What stands before the reader's own face in `--font`; the names are those of packages/ui/src/theme/faces.css. */
const FACES = {
  system: [],
  figtree: ['Figtree', 'Figtree as Arial', 'Figtree as Roboto'],
  publicSans: ['Public Sans', 'Public Sans as Arial', 'Public Sans as Roboto'],
} as const satisfies Record<Portfolio['theme']['face'], readonly string[]>

function face(name: Portfolio['theme']['face']): string[] {
  const families = FACES[name].map((family) => `"${family}"`)
  return families.length === 0 ? [] : [`--brand-face:${families.join(',')}`]
}

const HEADING_FONTS = {
  sans: 'var(--font)',
  serif: 'Georgia,"Iowan Old Style","Times New Roman",serif',
} as const

const styles = new WeakMap<Portfolio, string>()

/**
 * The brand as CSS variables, in both color schemes; every color on a brand's ground is computed, never assumed
 * (WCAG 2.2, 1.4.3). Worked out once for each portfolio as it stands.
 */
export function themeStyle(portfolio: Portfolio): string {
  const known = styles.get(portfolio)
  if (known !== undefined) return known
  const style = writeStyle(portfolio)
  styles.set(portfolio, style)
  return style
}

function writeStyle({ theme }: Portfolio): string {
  const { stops, onColor } = safeGradient(theme)
  const colors = {
    '--brand-primary': theme.primaryColor,
    '--brand-secondary': theme.secondaryColor,
    '--brand-third': theme.thirdColor,
    '--gradient-start': stops[0],
    '--gradient-middle': stops[1],
    '--gradient-end': stops[2],
    '--on-gradient': onColor,
  }
  const rules = [
    ...Object.entries(colors).map(([name, color]) => `${name}:${hex(color)}`),
    `--brand-radius:${theme.cornerRadius}px`,
    `--brand-button-radius:${theme.buttonRadius}px`,
    `--brand-gradient-angle:${theme.gradientAngle}deg`,
    `--brand-heading-font:${HEADING_FONTS[theme.headingFace]}`,
    `--brand-heading-weight:${theme.headingWeight}`,
    ...face(theme.face),
    ...pattern(theme.patternUrl),
  ]
  const light = [...rules, ...paletteRules(brandPalette(theme, 'light'))]
  const dark = paletteRules(brandPalette(theme, 'dark'))
  return `:root{${light.join(';')}}@media (prefers-color-scheme:dark){:root{${dark.join(';')}}}`
}

const paletteRules = (palette: BrandPalette): string[] =>
  Object.entries(palette).map(([name, color]) => `--theme-${name}:${hex(color)}`)

/** The color of the browser's own bars around the page, for each scheme. */
export function themeColors({ theme }: Portfolio): { readonly light: string; readonly dark: string } {
  return { light: hex(safeGradient(theme).stops[0]), dark: brandPalette(theme, 'dark').surface }
}
