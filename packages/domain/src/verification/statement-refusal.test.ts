import { expect, test } from 'vitest'
import { LOCALES } from '../portfolios/localized.ts'
import { STATEMENT_REFUSALS } from './statement-refusal.ts'

test('every reason has its own text in every language (pages.md: English first, Spanish next)', () => {
  const words = Object.values(STATEMENT_REFUSALS).flatMap((reason) => LOCALES.map((locale) => reason[locale]))
  expect(new Set(words).size).toBe(Object.keys(STATEMENT_REFUSALS).length * LOCALES.length)
  for (const each of words) expect(each).toMatch(/^[^{}]+\.$/)
})
