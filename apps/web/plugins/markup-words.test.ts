import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pageSources } from './dictionaries.ts'
import { markupWords } from './markup-words.ts'
import { NOT_WORDS } from './reviewed-texts.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const COMPONENTS = [
  ...pageSources(),
  ...pageSources(fileURLToPath(new URL('../../../packages/ui/src/', import.meta.url))),
].filter((path) => path.endsWith('.tsx') && !/src[\\/](?:screens|testing)[\\/]/.test(path))

test('words are found wherever markup can hold them', () => {
  const markup = `const A = () => (
    <p title="One two" className="no word" aria-label={late ? 'Three' : text('id')}>
      Four {'Five'} {late && \`Six \${x}\`} {text('id')} · 7
      <img alt="" />
    </p>
  )`
  expect(markupWords(markup, 'a.tsx').toSorted()).toEqual(['Five', 'Four', 'One two', 'Six', 'Three'])
})

test('no component holds a text of its own: every string is a message with an id (pages.md)', () => {
  expect(COMPONENTS.length).toBeGreaterThan(100)
  const found = COMPONENTS.flatMap((path) =>
    markupWords(readFileSync(path, 'utf8'), path).map((words) => `${relative(PROJECT, path)} ${words}`),
  )
  expect(found.toSorted()).toEqual([...NOT_WORDS.keys()].toSorted())
})
