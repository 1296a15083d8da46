import { expect, test } from 'vitest'
import { canonical, CHAIN_START, linkHash } from './hash-chain.ts'

test('a link depends on the one before and on every part of its content (design/security.md I12)', () => {
  const first = linkHash(CHAIN_START, ['a', 1])
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(linkHash(CHAIN_START, ['a', 1])).toBe(first)
  expect(linkHash(CHAIN_START, ['a', 2])).not.toBe(first)
  expect(linkHash(first, ['a', 1])).not.toBe(first)
})

test('the order of keys does not matter to a hash, for the database keeps its own', () => {
  const one = canonical({ b: 1, a: { d: [{ y: 1, x: 2 }], c: null }, gone: undefined })
  expect(JSON.stringify(one)).toBe('{"a":{"c":null,"d":[{"x":2,"y":1}]},"b":1}')
})
