import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT, sourceFiles } from './source-files.ts'

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8')

/** Files that a page names between backquotes. */
const filesNamedIn = (page: string): readonly string[] =>
  [...read(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, path = '']) => path)

/** Ids at the beginning of a page's rows. */
const rowsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^\| ([\w.]+) \|/gm)].map(([, id = '']) => id)

/** And how many files each names at least. */
const PAGES = [
  ['docs/security.md', 30],
  ['docs/asvs.md', 30],
  ['docs/guides/testing.md', 15],
] as const

test.each(PAGES)('every test that %s names as evidence is there', (page, least) => {
  const named = filesNamedIn(page).filter((path) => page !== 'docs/guides/testing.md' || path.includes('/'))
  expect(named.length).toBeGreaterThan(least)
  expect([...new Set(named)].filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
})

test('docs/security.md has a row for every threat, decision and fault', () => {
  const count = (letter: string, last: number) =>
    Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
  const rows = rowsOf('docs/security.md').filter((id) => /^[TDF]\d/.test(id))
  expect(rows).toEqual([...count('T', 29), ...count('D', 14), ...count('F', 14)])
})

/** Requirements of levels 1 and 2 in each section of ASVS 5.0, by the number of its last one. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3
  6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1
  8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4
  14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3`
  .trim()
  .split(/\s+/)
  .map((section) => section.split(':'))

test('docs/asvs.md has a row for every requirement of level 2, or names it as not applying', () => {
  const page = read('docs/asvs.md')
  const absent = [...(page.split('## What does not apply')[1] ?? '').matchAll(/\b\d+\.\d+\.\d+\b/g)].map(
    ([id]) => id,
  )
  const told = [...rowsOf('docs/asvs.md').filter((id) => /^\d+\.\d+\.\d+$/.test(id)), ...absent]
  expect(told.length).toBe(new Set(told).size)
  const wanted = SECTIONS.flatMap(([section, last]) =>
    Array.from({ length: Number(last) }, (_, at) => `${section}.${at + 1}`),
  )
  expect(wanted.filter((id) => !told.includes(id))).toEqual([])
})

interface SeededControls {
  readonly defects: readonly {
    readonly id: string
    readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
    readonly tests: readonly {
      readonly file: string
      readonly test: string
      readonly rows: readonly string[]
    }[]
  }[]
  /** Tests that seed their own defects. */
  readonly provedElsewhere: readonly Citation[]
  /** Tests in a browser, seen red by hand. */
  readonly byHand: readonly Citation[]
}
interface Citation {
  readonly file: string
  readonly rows: readonly string[]
}

const controls = JSON.parse(read('tests/controls/seeded-controls.json')) as SeededControls

/** What the rows of a page cite in their last cell: "row file". */
const citedIn = (page: string): readonly string[] =>
  [...read(page).matchAll(/^\| ([TDF]\d+|\d+\.\d+\.\d+) \|.* \| (.*) \|$/gm)].flatMap(([, row, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+\.(?:ts|tsx))`/g)].map(([, file]) => `${row} ${file}`),
  )

test('each row cites the tests that a seeded defect of its control turns red, and no other', () => {
  const proved = [
    ...controls.defects.flatMap(({ tests }) => tests),
    ...controls.provedElsewhere,
    ...controls.byHand,
  ].flatMap(({ file, rows }) => rows.map((row) => `${row} ${file}`))
  const cited = [...citedIn('docs/security.md'), ...citedIn('docs/asvs.md')]
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.toSorted()).toEqual([...new Set(proved)].toSorted())
})

test('each seeded defect of a control applies: what it replaces is in its file once', () => {
  expect(new Set(controls.defects.map(({ id }) => id)).size).toBe(controls.defects.length)
  const astray = controls.defects.filter(({ edits }) => {
    const texts = new Map(edits.map(({ file }) => [file, read(file)]))
    return edits.some(({ file, from, to }) => {
      const parts = (texts.get(file) ?? '').split(from)
      texts.set(file, parts.join(to))
      return parts.length !== 2
    })
  })
  expect(astray.map(({ id }) => id)).toEqual([])
})

interface LockedPackage {
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
}

test('design/security.md T26: every package of the lockfile comes from the registry and has its digest', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const foreign = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([, { resolved, integrity }]) => {
      const isOurs = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      return !isOurs || !/^sha(?:512|1)-/.test(integrity ?? '')
    })
  expect(foreign.map(([path]) => path)).toEqual([])
})

test('design/security.md T26: dependencies are named by their exact versions', () => {
  const manifests = [
    'package.json',
    'apps/api/package.json',
    'apps/web/package.json',
    'apps/console/package.json',
  ].map((path) => JSON.parse(read(path)) as Record<string, Readonly<Record<string, string>> | undefined>)
  const versions = manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  )
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

const production = sourceFiles().filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))

/** Places that make a pattern out of a text: placeholders, record layouts, routes, PDF keys, month names, the build. */
const MADE_PATTERNS = [
  'apps/api/src/http/not-found.ts',
  'apps/api/src/http/page-routes.ts',
  'apps/web/plugins/dictionaries.ts',
  'packages/domain/src/form/rules/account.ts',
  'packages/domain/src/form/rules/address.ts',
  'packages/domain/src/notices/faults/server-words.ts',
  'packages/domain/src/notices/placeholder.ts',
  'packages/domain/src/notices/render-notice.ts',
  'packages/domain/src/notices/text-reply.ts',
  'packages/integrations/src/document/pdf-text.ts',
  'packages/nacha/src/record-layout.ts',
  'packages/ui/src/date-input/typed-date.tsx',
]

/** Tools that only tests use, and our own worker, which Node starts without a shell and without a word of a request. */
const STARTING_PROGRAMS = [
  'packages/integrations/src/document/outside-tool.ts',
  'packages/integrations/src/worker/worker-process.ts',
]

/** Places that put a text into SQL which is no parameter: numbers and names that no request reaches. */
const RAW_SQL = ['packages/database/src/driver/one-of.ts', 'packages/database/src/role-rights.ts']

describe('rules of code that stand behind rows of docs/asvs.md', () => {
  test('1.2.4: text goes into SQL past the parameters in a listed few places', () => {
    const raw = production.filter(({ text }) => text.includes('sql.raw('))
    expect(raw.map(({ path }) => path)).toEqual(RAW_SQL)
  })

  test('1.2.5: the product starts no program but its own worker', () => {
    const starting = production.filter(({ text }) => text.includes("'node:child_process'"))
    expect(starting.map(({ path }) => path)).toEqual(STARTING_PROGRAMS)
  })

  test('1.2.9: a pattern is made from a text in a listed few places, none of which a request reaches', () => {
    const making = production.filter(({ text }) => text.includes('new RegExp('))
    expect(making.map(({ path }) => path)).toEqual(MADE_PATTERNS)
  })

  test('12.3.2: nothing switches off that a partner’s certificate is checked', () => {
    const off = production.filter(({ text }) =>
      /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/.test(text),
    )
    expect(off.map(({ path }) => path)).toEqual([])
  })

  test('1.3.2: no text is run as code', () => {
    const running = production.filter(({ text }) => /\beval\(|new Function\(/.test(text))
    expect(running.map(({ path }) => path)).toEqual([])
  })
})
