import { afterEach, expect, test } from 'vitest'
import { defineMessages } from './define-messages.ts'

const text = defineMessages(
  { hello: 'Hello, {name}', bye: 'Goodbye' },
  { es: { hello: 'Hola, {name}', bye: 'Adiós' } },
)

afterEach(() => {
  document.documentElement.lang = 'en'
})

test('a message is found by its id and filled with its values', () => {
  expect(text('hello', { name: 'Ada' })).toBe('Hello, Ada')
})

test("the document's language chooses the words", () => {
  document.documentElement.lang = 'es'
  expect(text('bye')).toBe('Adiós')
  expect(text('hello', { name: '$&' })).toBe('Hola, $&')
})
