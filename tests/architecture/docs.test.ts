import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/guides', 'docs/decisions'].flatMap(markdownIn),
]
/** Folders that a build makes. */
const BUILT = ['apps/api/dist']

const read = (page: string): string => readFileSync(join(PROJECT_ROOT, page), 'utf8')
const exists = (path: string): boolean => BUILT.includes(path) || existsSync(join(PROJECT_ROOT, path))

/** Paths of the repository between backquotes, without those that hold a placeholder. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:apps|packages|tests|scripts|deploy|data|docs|tools)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )

test.each(PAGES)('%s names files and folders that exist', (page) => {
  expect(pathsIn(read(page)).filter((path) => !exists(path))).toEqual([])
})

test.each(PAGES)('%s links to pages that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !exists(join(dirname(page), link)))).toEqual([])
})

test('docs/glossary.md has each term once', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term)
  const terms = rows.filter((term) => term !== 'term' && term !== '---').flatMap((term) => term.split(', '))
  expect(terms.length).toBeGreaterThan(100)
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})
