import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT, sourceFiles } from './source-files.ts'

const NAMED = /['"`]((?:packages|apps|scripts|tests|tools|data|docs)\/[\w./-]*\w)['"`]/g

/** Made by a build or by a running lender, or invented by the test of a reader of paths. */
const NOT_IN_THE_REPOSITORY =
  /\/dist(?:-screens)?(?:\/|$)|^data\/(?:bank\/|clock-offset)|^docs\/(?:one|two)\/|^apps\/api\/src\/settle\.ts$/

/** Paths from the project's folder that a text names and that are not there. */
export const missingPaths = (text: string): string[] =>
  [...text.matchAll(NAMED)]
    .map(([, path = '']) => path)
    .filter((path) => !NOT_IN_THE_REPOSITORY.test(path) && !existsSync(join(PROJECT_ROOT, path)))

const SETTINGS = ['vitest.config.ts', 'knip.ts', 'package.json'].map((path) => ({
  path,
  text: readFileSync(join(PROJECT_ROOT, path), 'utf8'),
}))

test('every path of the repository that code and settings name is there', () => {
  const code = sourceFiles(['apps', 'packages', 'tools', 'scripts', 'tests'], /\.(?:tsx?|mjs)$/)
  const missing = [...code, ...SETTINGS].flatMap(({ path, text }) =>
    missingPaths(text).map((named) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('a path that has moved is found', () => {
  const moved = ['packages', 'domain/src/gone'].join('/')
  expect(missingPaths(`read('${moved}'), read('packages/domain/src')`)).toEqual([moved])
})
