import { expect, test } from 'vitest'
import { acceptedLanguage } from './request-language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['es-419', 'es'],
  ['ES-us', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,es;q=0.5,en;q=0.4', 'es'],
  ['fr', 'en'],
  ['*', 'en'],
  ['es;q=0, en;q=0.1', 'en'],
  ['es;q=0', 'en'],
  ['en;q=0.3, es;q=0.7', 'es'],
  ['es;q=2, en;q=0.1', 'en'],
  [`${'x'.repeat(9)};;;q==,es`, 'es'],
] as const)('Accept-Language %j is answered in %s (RFC 9110 §12.5.4)', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
