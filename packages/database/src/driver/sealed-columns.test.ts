import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { placeOf, SEALED_COLUMNS } from './sealed-columns.ts'

const SCHEMA = fileURLToPath(new URL('../schema/', import.meta.url))
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** "table.column" of every `sealed()` in the schema's sources. */
function sealedInSchema(): string[] {
  return readdirSync(SCHEMA).flatMap((file) => {
    const [, ...tables] = readFileSync(`${SCHEMA}${file}`, 'utf8').split(/pgTable\(\s*/)
    return tables.flatMap((text) => {
      const table = /^'(\w+)'/.exec(text)?.[1] ?? ''
      return [...text.matchAll(/(\w+): sealed\(\)/g)].map(([, column = '']) => `${table}.${snake(column)}`)
    })
  })
}

test('every sealed column of the schema is sealed anew when the key changes (design/security.md T19)', () => {
  const found = sealedInSchema().toSorted()
  expect(found.length).toBeGreaterThan(15)
  const whole = SEALED_COLUMNS.filter(({ text }) => text === undefined)
  expect(whole.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(found)
})

test('a place names table, row and column as the repositories do', () => {
  const column = SEALED_COLUMNS.find((one) => one.column === 'totp_secret')
  expect(column && placeOf(column, { portfolio_id: 118, open_id: 'o1' })).toEqual({
    table: 'customers',
    id: '118/o1',
    column: 'totpSecret',
    of: 'account/118/o1',
  })
})
