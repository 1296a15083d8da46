import { assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, mixHexColors } from './hex-color.ts'
import { CONTROL_CONTRAST, onColor, readableVariant, safeGradient } from './on-color.ts'

const anyHex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const anyTheme = record({ primaryColor: anyHex, secondaryColor: anyHex, thirdColor: anyHex })
const runs = { seed: 118, numRuns: 500 }

test('WCAG contrast ratio: black on white is 21, a color on itself is 1, #767676 on white is 4.54', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#ffffff', '#ffffff')).toBe(1)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('WCAG 1.4.3: text on any of 500 random themes reaches 4.5', () => {
  assert(
    property(anyTheme, (theme) => {
      for (const color of Object.values(theme)) {
        expect(contrastRatio(onColor(color), color)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    runs,
  )
})

test('WCAG 1.4.11: an edge in the hue of any theme stands out 3:1 from a light, a dark and its own ground', () => {
  assert(
    property(anyTheme, ({ primaryColor, secondaryColor }) => {
      for (const ground of ['#ffffff', '#121212', primaryColor, secondaryColor]) {
        expect(
          contrastRatio(readableVariant(primaryColor, ground, CONTROL_CONTRAST), ground),
        ).toBeGreaterThanOrEqual(3)
        expect(contrastRatio(readableVariant(primaryColor, ground), ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    runs,
  )
})

test('product.md §9: text on the forward gradient is readable at every point of any theme', () => {
  assert(
    property(anyTheme, (theme) => {
      const { stops, onColor: text } = safeGradient(theme)
      for (const [from, to] of [
        [stops[0], stops[1]],
        [stops[1], stops[2]],
      ] as const) {
        for (let share = 0; share <= 1; share += 1 / 64) {
          expect(contrastRatio(mixHexColors(from, to, share), text)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrastRatio(from, text)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(to, text)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    runs,
  )
})

test('a theme that is readable already is left as it is', () => {
  const theme = { primaryColor: '#0b4f6c', secondaryColor: '#01324a', thirdColor: '#0a6375' }
  expect(safeGradient(theme)).toEqual({ stops: ['#0b4f6c', '#0a6375', '#01324a'], onColor: '#ffffff' })
})
