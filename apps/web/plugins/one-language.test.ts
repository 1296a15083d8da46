import { expect, test } from 'vitest'
import { keepLanguage, keepLocale } from './one-language.ts'

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

test('a text that is missing in the language ends the build', () => {
  const untranslated = "export const text = defineMessages({ hello: 'Hello' })"
  expect(() => keepLanguage(untranslated, 'messages.ts', 'es')).toThrow('not there in "es"')
})

test('of what the server says too, the page keeps its own language', () => {
  const rule = `const required = { message: worded({ en: (label) => \`\${label}?\`, es: (label) => label }) }
const texts = [{ en: 'Yes', es: 'Sí' }, { en: 'No', es: 'No', fr: 'Non' }]
`
  expect(
    keepLocale(rule, 'rule.ts', 'es'),
  ).toBe(`const required = { message: worded({ es: (label) => label }) }
const texts = [{ es: 'Sí' }, { en: 'No', es: 'No', fr: 'Non' }]
`)
})
