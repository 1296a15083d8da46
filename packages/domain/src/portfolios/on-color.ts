import { contrastRatio, mixHexColors } from './hex-color.ts'

/** Text on its ground. Source: WCAG 2.2, 1.4.3 (AA). */
export const TEXT_CONTRAST = 4.5
/** Focus rings and edges of controls. Source: WCAG 2.2, 1.4.11. */
export const CONTROL_CONTRAST = 3

const WHITE = '#ffffff'
const BLACK = '#000000'
/** Softer than black where it is enough; black always is, because white and black never both fail. */
const TEXT_COLORS = [WHITE, '#1b1b1b', BLACK] as const
const SHIFT_STEPS = 32
const GRADIENT_SAMPLES = 64

/** Colors of a portfolio's theme, `#rrggbb`. */
export type ThemeColors = {
  readonly primaryColor: string
  readonly secondaryColor: string
  readonly thirdColor: string
}

/** A three-stop gradient on which one text color is readable everywhere. */
export type SafeGradient = {
  /** In product.md §9's order: primary, third, secondary. */
  readonly stops: readonly [string, string, string]
  readonly onColor: string
}

/**
 * The text color to put on any ground: white where it is readable, else near-black, else black.
 * The contrast is at least 4.5 for every ground.
 */
export function onColor(ground: string): string {
  return TEXT_COLORS.find((text) => contrastRatio(text, ground) >= TEXT_CONTRAST) ?? BLACK
}

/**
 * `color`, moved no further toward black or white than needed to reach `ratio` against `ground`: for links, icons and
 * edges in the brand's color on a page that may be light or dark.
 */
export function readableVariant(color: string, ground: string, ratio = TEXT_CONTRAST): string {
  const target = contrastRatio(WHITE, ground) >= contrastRatio(BLACK, ground) ? WHITE : BLACK
  for (let step = 0; step <= SHIFT_STEPS; step += 1) {
    const candidate = mixHexColors(color, target, step / SHIFT_STEPS)
    if (contrastRatio(candidate, ground) >= ratio) return candidate
  }
  return target
}

/**
 * The forward button's gradient (primary, third, secondary), with stops moved just so far that white, or
 * black where that changes the brand less, is readable over its whole length, not only at the stops.
 */
export function safeGradient(theme: ThemeColors): SafeGradient {
  const stops = [theme.primaryColor, theme.thirdColor, theme.secondaryColor] as const
  const [dark, light] = [gradientFor(stops, WHITE, BLACK), gradientFor(stops, BLACK, WHITE)]
  return light.shift < dark.shift ? light.gradient : dark.gradient
}

type ShiftedGradient = { readonly gradient: SafeGradient; readonly shift: number }

function gradientFor(stops: SafeGradient['stops'], text: string, away: string): ShiftedGradient {
  for (let shift = 0; shift < SHIFT_STEPS; shift += 1) {
    const moved = stops.map((stop) => atLeast(stop, text, away, shift)) as unknown as SafeGradient['stops']
    if (readableThroughout(moved, text))
      return { gradient: { stops: moved, onColor: text }, shift: moveOf(stops, moved) }
  }
  return { gradient: { stops: [away, away, away], onColor: text }, shift: moveOf(stops, [away, away, away]) }
}

/** The stop, first made readable by itself, then moved `extra` steps more. */
function atLeast(stop: string, text: string, away: string, extra: number): string {
  let step = 0
  while (
    step < SHIFT_STEPS &&
    contrastRatio(mixHexColors(stop, away, step / SHIFT_STEPS), text) < TEXT_CONTRAST
  )
    step += 1
  return mixHexColors(stop, away, Math.min(1, (step + extra) / SHIFT_STEPS))
}

/**
 * White text is worst at a stop; black text may be worst between two, where mixing saturated colors goes
 * dark, so the way between is looked at too.
 */
function readableThroughout(stops: SafeGradient['stops'], text: string): boolean {
  const [first, middle, last] = stops
  return [
    [first, middle],
    [middle, last],
  ].every(([from = first, to = last]) =>
    Array.from({ length: GRADIENT_SAMPLES + 1 }, (_, index) =>
      mixHexColors(from, to, index / GRADIENT_SAMPLES),
    ).every((color) => contrastRatio(color, text) >= TEXT_CONTRAST),
  )
}

function moveOf(before: SafeGradient['stops'], after: SafeGradient['stops']): number {
  return before.reduce((sum, stop, index) => sum + contrastRatio(stop, after[index] ?? stop) - 1, 0)
}
