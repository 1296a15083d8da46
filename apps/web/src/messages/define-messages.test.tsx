import { afterEach, expect, test } from 'vitest'
import { defineMessages } from './define-messages.ts'

const text = defineMessages(
  { hello: 'Hello, {name}', bye: 'Goodbye', left: '{count} {count:day|days} left' },
  { es: { hello: 'Hola, {name}', bye: 'Adiós', left: '{count:queda|quedan} {count} {count:día|días}' } },
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

test('a word takes the form that its count asks for, in the language of the page', () => {
  expect([0, 1, 2].map((count) => text('left', { count }))).toEqual([
    '0 days left',
    '1 day left',
    '2 days left',
  ])
  document.documentElement.lang = 'es'
  expect([0, 1, 2].map((count) => text('left', { count }))).toEqual([
    'quedan 0 días',
    'queda 1 día',
    'quedan 2 días',
  ])
})
