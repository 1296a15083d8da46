import { mixHexColors, relativeLuminance } from './hex-color.ts'
import { readableVariant, type ThemeColors } from './on-color.ts'

export type ColorScheme = 'light' | 'dark'

/** Everything on a page that takes its color from the brand, besides the gradient; `#rrggbb` each. */
export type BrandPalette = {
  /** Cards, fields, header. */
  readonly surface: string
  /** Behind everything. */
  readonly page: string
  /** Footer, table heads, quiet boxes. */
  readonly sunken: string
  /** Boxes that speak for the brand. */
  readonly soft: string
  /** Decorative lines between things. */
  readonly line: string
  /** Decorative brand lines and the lighter bars of charts. */
  readonly edge: string
  /** Links, headings, marks, chart bars, edges of secondary buttons: readable on every ground above. */
  readonly ink: string
}

type Tint = { readonly neutral: string; readonly share: number }

/**
 * How much of the primary color each ground takes on. Shares are so small that the fixed text colors of the
 * pages stay readable on a ground tinted with pure black or pure white, too.
 */
const TINTS = {
  light: {
    surface: { neutral: '#ffffff', share: 0 },
    page: { neutral: '#ffffff', share: 0.025 },
    sunken: { neutral: '#ffffff', share: 0.06 },
    soft: { neutral: '#ffffff', share: 0.09 },
    line: { neutral: '#dde3e8', share: 0.08 },
    edge: { neutral: '#ffffff', share: 0.3 },
  },
  dark: {
    surface: { neutral: '#191f25', share: 0.06 },
    page: { neutral: '#101418', share: 0.05 },
    sunken: { neutral: '#222930', share: 0.08 },
    soft: { neutral: '#1d242b', share: 0.16 },
    line: { neutral: '#3a434c', share: 0.1 },
    edge: { neutral: '#3a434c', share: 0.35 },
  },
} as const satisfies Record<ColorScheme, Record<Exclude<keyof BrandPalette, 'ink'>, Tint>>

/**
 * The colors of a page in one scheme, for any three colors. `ink` reaches 4.5:1 on every ground, so it serves
 * for text as well as for lines and edges. Source: WCAG 2.2, 1.4.3 and 1.4.11; design/security.md, pages.md.
 */
export function brandPalette(
  { primaryColor }: Pick<ThemeColors, 'primaryColor'>,
  scheme: ColorScheme,
): BrandPalette {
  const tints = TINTS[scheme]
  const tinted = ({ neutral, share }: Tint) => mixHexColors(neutral, primaryColor, share)
  const grounds = [tints.surface, tints.page, tints.sunken, tints.soft].map(tinted)
  return {
    surface: tinted(tints.surface),
    page: tinted(tints.page),
    sunken: tinted(tints.sunken),
    soft: tinted(tints.soft),
    line: tinted(tints.line),
    edge: tinted(tints.edge),
    ink: readableVariant(primaryColor, hardest(grounds, scheme)),
  }
}

/** The ground on which the scheme's text has least contrast: the darkest of light ones, the lightest of dark ones. */
function hardest(grounds: readonly string[], scheme: ColorScheme): string {
  const rising = grounds.toSorted((one, other) => relativeLuminance(one) - relativeLuminance(other))
  return (scheme === 'light' ? rising[0] : rising.at(-1)) ?? '#ffffff'
}
