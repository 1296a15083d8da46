import { contrastRatio } from './hex-color.ts'
import { CONTROL_CONTRAST, readableVariant, safeGradient, type ThemeColors } from './on-color.ts'

/** A color of a theme that cannot be used, or is not drawn as it was chosen. */
export type ThemeFault = {
  readonly path: keyof ThemeColors
  readonly color: string
  /** Against what it falls short. */
  readonly against: string
  /** As measured, to two decimals. */
  readonly ratio: string
  readonly needed: number
  /** The color next to it that passes; what is drawn instead, where something is. */
  readonly nearest: string
  /** True: the theme is refused. False: pages draw the nearest color. */
  readonly refused: boolean
}

const PAGE = '#ffffff'

/**
 * Where a theme's own colors do not pass. The primary color must show on a white page by itself; the gradient's
 * stops are moved until the text on them can be read, which changes what the brand looks like. Source: WCAG 2.2,
 * 1.4.3 and 1.4.11.
 */
export function themeFaults(theme: ThemeColors): readonly ThemeFault[] {
  const { stops, onColor } = safeGradient(theme)
  const drawn = { primaryColor: stops[0], thirdColor: stops[1], secondaryColor: stops[2] }
  const moved = (['primaryColor', 'secondaryColor', 'thirdColor'] as const)
    .filter((path) => drawn[path] !== theme[path].toLowerCase())
    .map((path) =>
      fault(theme, path, { against: onColor, needed: 4.5, nearest: drawn[path], refused: false }),
    )
  const isFaint = contrastRatio(theme.primaryColor, PAGE) < CONTROL_CONTRAST
  const nearest = readableVariant(theme.primaryColor, PAGE, CONTROL_CONTRAST)
  const faint = fault(theme, 'primaryColor', {
    against: PAGE,
    needed: CONTROL_CONTRAST,
    nearest,
    refused: true,
  })
  return isFaint ? [faint, ...moved] : moved
}

type Measure = Pick<ThemeFault, 'against' | 'needed' | 'nearest' | 'refused'>

const fault = (theme: ThemeColors, path: keyof ThemeColors, measure: Measure): ThemeFault => ({
  path,
  color: theme[path],
  ratio: String(Math.floor(contrastRatio(theme[path], measure.against) * 100) / 100),
  ...measure,
})
