import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileOfItem, itemOfFile, versionOf } from './versioned-item.ts'

const SHIPPED = fileURLToPath(new URL('../../../../data/portfolios/118', import.meta.url))

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

test('a list of products has its highest version; a content without a sound one has 0', () => {
  expect(versionOf([{ version: 3 }, { version: 2 }])).toBe(3)
  for (const content of ['text', null, {}, [], { version: -1 }, { version: 1.5 }, { version: '2' }])
    expect(versionOf(content), JSON.stringify(content)).toBe(0)
})
