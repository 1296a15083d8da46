import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('message.module.css', import.meta.url), 'utf8')
const flat = css.replace(/\s+/g, ' ')

test('product.md §9: the chat history scrolls in the viewport minus 48 px, minus 104 px up to 959.98 px', () => {
  expect(flat).toMatch(/\.history \{[^}]*max-height: calc\(100vh - 48px\);[^}]*overflow-y: auto;/)
  expect(flat).toMatch(
    /@media \(max-width: 959\.98px\) \{ \.history \{ max-height: calc\(100vh - 104px\); \}/,
  )
})

test('product.md §9: the chat room scrolls in the viewport minus 128 px', () => {
  expect(flat).toMatch(/\.scroll \{[^}]*max-height: calc\(100vh - 128px\);[^}]*overflow-y: auto;/)
})
