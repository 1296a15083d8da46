/** A color as three channels 0–255, the only form a portfolio may name one in: `#rrggbb`. */
export type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#[0-9a-f]{6}$/iu

/** True for exactly `#rrggbb`; names, short forms, `url()` and functions are refused (theme injection). */
export function isHexColor(text: string): boolean {
  return HEX.test(text)
}

/** Channels of a `#rrggbb` color. Throws on anything else: themes are checked when they are loaded. */
function parseHexColor(hex: string): Rgb {
  if (!isHexColor(hex)) throw new Error(`not a #rrggbb color: ${hex}`)
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** `#rrggbb`, lower case; channels are rounded and clamped to 0–255. */
function formatHexColor(color: Rgb): string {
  const part = (channel: number) =>
    Math.min(255, Math.max(0, Math.round(channel)))
      .toString(16)
      .padStart(2, '0')
  return `#${color.map(part).join('')}`
}

/** The color `share` (0–1) of the way from `from` to `to`, channel by channel, as a CSS gradient does. */
export function mixHexColors(from: string, to: string, share: number): string {
  const [start, end] = [parseHexColor(from), parseHexColor(to)]
  const blend = (index: 0 | 1 | 2) => start[index] + (end[index] - start[index]) * share
  return formatHexColor([blend(0), blend(1), blend(2)])
}

/** Relative luminance, 0 (black) to 1 (white). Source: WCAG 2.2, "relative luminance". */
export function relativeLuminance(hex: string): number {
  const linear = (channel: number) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = parseHexColor(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast of two colors, 1 to 21, whichever is the lighter. Source: WCAG 2.2, "contrast ratio". */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
