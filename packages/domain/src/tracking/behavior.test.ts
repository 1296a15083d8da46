import { expect, test } from 'vitest'
import { BEHAVIOR_SOURCES, behaviorSource } from './behavior.ts'

test.each([
  ['/sign-in', 'account'],
  ['/application/:resource', 'application'],
  ['/web-guidance', 'webGuidance'],
  ['/web-guidance/*', 'webGuidance'],
  ['/guidance', 'guidance'],
  ['/500', 'error'],
])('%s is reported as %s (product.md §2, §7)', (route, source) => {
  expect(behaviorSource(route)).toBe(source)
})

test('an address is no route: it may carry a token', () => {
  expect(behaviorSource('/application/AbC123')).toBeUndefined()
})

test('every route belongs to one source', () => {
  const routes = Object.values(BEHAVIOR_SOURCES).flat()
  expect(new Set(routes).size).toBe(routes.length)
})
