import { expect, test } from 'vitest'
import { contentChanges } from './content-changes.ts'
import { digestOf, sameButVersion, withVersion } from './versioned-content.ts'

test('a digest is of values, not of the order of keys; version numbers do not make a difference', () => {
  expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }))
  expect(sameButVersion({ a: 1, version: 1 }, { version: 2, a: 1 })).toBe(true)
  expect(sameButVersion({ a: 1 }, { a: 2 })).toBe(false)
})

test('of a list of products only the changed ones take the new version', () => {
  const before = [
    { productCode: 'A', rate: '1', version: 3 },
    { productCode: 'B', rate: '1', version: 2 },
  ]
  const after = [
    { productCode: 'A', rate: '1', version: 1 },
    { productCode: 'B', rate: '2', version: 2 },
  ]
  expect(withVersion(after, 4, before)).toMatchObject([{ version: 3 }, { version: 4 }])
  expect(withVersion({ a: 1, version: 1 }, 2, undefined)).toEqual({ a: 1, version: 2 })
})

test('changes name parts by their keys, so that one put in between is one change', () => {
  const element = (elementKey: string, elementLabel = elementKey) => ({ elementKey, elementLabel })
  const before = { version: 1, elements: [element('a'), element('b')] }
  const after = { version: 1, elements: [element('a'), element('new'), element('b', 'B')] }
  expect(contentChanges(before, after)).toEqual([
    { path: 'elements.new', before: null, after: '{"elementKey":"new","elementLabel":"new"}' },
    { path: 'elements.b.elementLabel', before: '"b"', after: '"B"' },
  ])
  expect(contentChanges(undefined, { a: 1 })).toEqual([{ path: '', before: null, after: '{"a":1}' }])
  expect(contentChanges([1, 2], [1])).toEqual([{ path: '1', before: '2', after: null }])
})
