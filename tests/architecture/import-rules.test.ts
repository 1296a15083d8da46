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
  api: ['domain', 'nacha', 'contract', 'database', 'integrations'],
  web: ['domain', 'contract', 'ui'],
}
/** Tests may also reach for the test kit; the server's own tests drive the real adapters. */
const TESTS_MAY_ALSO_IMPORT = ['testkit', 'domain']

const packageOf = (path: string) => path.split('/')[1] ?? ''
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
const files = sourceFiles()

function violations(file: SourceFile): string[] {
  const from = packageOf(file.path)
  const allowed = [...(MAY_IMPORT[from] ?? []), from, ...(isTest(file.path) ? TESTS_MAY_ALSO_IMPORT : [])]
  return importsOf(file.text)
    .map(({ specifier }) => /^@dolphin\/([a-z]+)/.exec(specifier)?.[1])
    .filter((target): target is string => target !== undefined && !allowed.includes(target))
    .map((target) => `${file.path} imports ${target}`)
}

function featureOf(path: string): string | undefined {
  return /^apps\/(?:web|api)\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

describe('who may import whom (docs/architecture.md)', () => {
  test('imports between packages follow the table', () => {
    expect(files.flatMap(violations)).toEqual([])
  })

  test('the domain imports nothing but itself', () => {
    const outside = files
      .filter(({ path }) => packageOf(path) === 'domain' && !isTest(path))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter(({ specifier }) => !specifier.startsWith('.'))
          .map(({ specifier }) => `${path}: ${specifier}`),
      )
    expect(outside).toEqual([])
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

  test('features never import each other', () => {
    const crossing = files
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) => {
        const own = featureOf(path)
        if (own === undefined) return []
        return importsOf(text)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => featureOf(normalize(join(dirname(path), specifier))))
          .filter((other) => other !== undefined && other !== own)
          .map((other) => `${path} imports feature ${other}`)
      })
    expect(crossing).toEqual([])
  })

  test('only compose.ts wires features together', () => {
    const wiring = files
      .filter(
        ({ path }) =>
          path.startsWith('apps/api/src/') &&
          !path.includes('/features/') &&
          !path.endsWith('/compose.ts') &&
          !isTest(path),
      )
      .filter(({ text }) =>
        importsOf(text).some(({ specifier, typeOnly }) => !typeOnly && specifier.includes('/features/')),
      )
      .map(({ path }) => path)
    expect(wiring).toEqual([])
  })

  test('the pages never load zod: schemas of the contract come as types only', () => {
    const loading = files
      .filter(({ path }) => packageOf(path) === 'web' && !isTest(path))
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter(
            ({ specifier, typeOnly }) =>
              specifier === 'zod' ||
              (!typeOnly && /@dolphin\/contract\/(calls|wire|call$|envelope|openapi)/.test(specifier)),
          )
          .map(({ specifier }) => `${path}: ${specifier}`),
      )
    expect(loading).toEqual([])
  })
})
