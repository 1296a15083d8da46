import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contentChanges } from './content-changes.ts'
import { digestOf, fileOfItem, itemOfFile, sameButVersion, versionOf, withVersion } from './versioned-item.ts'

const SHIPPED = fileURLToPath(new URL('../../../../../data/portfolios/118', import.meta.url))

test('every shipped data file is an item, and its item names it (docs/guides/portfolios.md)', () => {
  const files = readdirSync(SHIPPED, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  for (const file of files) {
    const item = itemOfFile(file)
    expect(item && fileOfItem(item), file).toBe(file)
  }
})

test('what is no item has no file', () => {
  expect(itemOfFile('secrets/x.json')).toBeUndefined()
  expect(fileOfItem({ kind: 'form', key: '../policy' })).toBeUndefined()
  expect(fileOfItem({ kind: 'policy', key: 'other' })).toBeUndefined()
})

test('a digest is of values, not of the order of keys; version numbers do not make a difference', () => {
  expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }))
  expect(sameButVersion({ a: 1, version: 1 }, { version: 2, a: 1 })).toBe(true)
  expect(sameButVersion({ a: 1 }, { a: 2 })).toBe(false)
})

test('a list of products has the highest version, and only the changed ones take the new one', () => {
  const before = [
    { productCode: 'A', rate: '1', version: 3 },
    { productCode: 'B', rate: '1', version: 2 },
  ]
  expect(versionOf(before)).toBe(3)
  const after = [
    { productCode: 'A', rate: '1', version: 1 },
    { productCode: 'B', rate: '2', version: 2 },
  ]
  expect(withVersion(after, 4, before)).toMatchObject([{ version: 3 }, { version: 4 }])
  expect(withVersion({ a: 1, version: 1 }, 2, undefined)).toEqual({ a: 1, version: 2 })
  expect(versionOf('text')).toBe(0)
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
