import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles, type SourceFile } from './source-files.ts'

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  nacha: ['domain'],
  contract: ['domain'],
  database: ['domain'],
  integrations: ['domain', 'nacha'],
  ui: [],
  testkit: ['domain', 'database'],
  api: ['domain', 'nacha', 'contract', 'database', 'integrations', 'ops-cli'],
  'ops-cli': ['domain', 'contract'],
  web: ['domain', 'contract', 'ui'],
  console: ['domain', 'contract', 'ui'],
}
/** Tests may also reach for the test kit; the server's own tests drive the real adapters. */
const TESTS_MAY_ALSO_IMPORT = ['testkit', 'domain']
/** Tests of the command line run its commands against a real server. */
const TESTS_OF_COMMANDS_MAY_ALSO_IMPORT = ['api', 'database', 'integrations']

/** What the pages may load of the contract: every other entry declares calls or shapes, and so loads zod. */
const SCHEMA_FREE: ReadonlySet<string> = new Set(
  ['channel', 'desk-route-table', 'reaction-table', 'route-table'].map(
    (entry) => `@dolphin/contract/${entry}`,
  ),
)

const packageOf = (path: string) => path.split('/')[1] ?? ''
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
const files = sourceFiles()

const forTestsOf = (from: string): readonly string[] =>
  from === 'ops-cli'
    ? [...TESTS_MAY_ALSO_IMPORT, ...TESTS_OF_COMMANDS_MAY_ALSO_IMPORT]
    : TESTS_MAY_ALSO_IMPORT

function violations(file: SourceFile): string[] {
  const from = packageOf(file.path)
  const allowed = [...(MAY_IMPORT[from] ?? []), from, ...(isTest(file.path) ? forTestsOf(from) : [])]
  return importsOf(file.text)
    .map(({ specifier }) => /^@dolphin\/([a-z-]+)/.exec(specifier)?.[1])
    .filter((target): target is string => target !== undefined && !allowed.includes(target))
    .map((target) => `${file.path} imports ${target}`)
}

describe('who may import whom (docs/architecture.md)', () => {
  test('imports between packages follow the table', () => {
    expect(files.flatMap(violations)).toEqual([])
  })

  test('of the server only its programs of a terminal build on the client', () => {
    const outside = files
      .filter(({ path }) => path.startsWith('apps/api/src/') && !isTest(path))
      .filter(({ path }) => !/^apps\/api\/src\/(admin\/|backup\/command-line)/.test(path))
      .filter(({ text }) => importsOf(text).some(({ specifier }) => specifier.startsWith('@dolphin/ops-cli')))
      .map(({ path }) => path)
    expect(outside).toEqual([])
  })

  test('the domain imports nothing but itself, and the tables of a transliteration', () => {
    const outside = files
      .filter(({ path }) => packageOf(path) === 'domain' && !isTest(path))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter(({ specifier }) => !specifier.startsWith('.'))
          .map(({ specifier }) => `${path}: ${specifier}`),
      )
    expect(outside).toEqual(['packages/domain/src/identity/ascii-text.ts: any-ascii'])
  })

  test('relative imports stay inside their package', () => {
    const escaping = files.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(
          ({ specifier }) =>
            !normalize(join(dirname(path), specifier)).startsWith(path.split('/').slice(0, 2).join('/')),
        )
        .map(({ specifier }) => `${path}: ${specifier}`),
    )
    expect(escaping).toEqual([])
  })

  test('proof stands apart: nothing of the product, nor a test beside it, imports tools/assurance', () => {
    const leaning = files.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => specifier.includes('tools/assurance'))
        .map(({ specifier }) => `${path}: ${specifier}`),
    )
    expect(leaning).toEqual([])
  })

  test('the pages never load zod: schemas of the contract come as types only', () => {
    const loading = files
      .filter(({ path }) => ['web', 'console'].includes(packageOf(path)) && !isTest(path))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter(
            ({ specifier, typeOnly }) =>
              specifier === 'zod' ||
              (!typeOnly && specifier.startsWith('@dolphin/contract/') && !SCHEMA_FREE.has(specifier)),
          )
          .map(({ specifier }) => `${path}: ${specifier}`),
      )
    expect(loading).toEqual([])
  })
})
