import { expect, test } from 'vitest'
import { keepLanguage } from './one-language.ts'

const SOURCE = `import { es } from './messages.es.ts'
export const first: Lookup = defineMessages({ hello: 'Hello, {name}' }, { es })
export const second = defineMessages({ bye: 'Goodbye' }, { es: others })
`

test('in English the translations go', () => {
  expect(keepLanguage(SOURCE, 'messages.ts', 'en')).toBe(`import { es } from './messages.es.ts'
export const first: Lookup = defineMessages({ hello: 'Hello, {name}' })
export const second = defineMessages({ bye: 'Goodbye' })
`)
})

test('in Spanish its texts stand where the English ones stood', () => {
  expect(keepLanguage(SOURCE, 'messages.ts', 'es')).toBe(`import { es } from './messages.es.ts'
export const first: Lookup = defineMessages(es)
export const second = defineMessages(others)
`)
})
