import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, sourceFiles } from './source-files.ts'

const MODEL = 'tools/assurance/loan-model'

test('the model of a loan imports no code of the product, so that it judges with knowledge of its own', () => {
  const modules = sourceFiles([MODEL]).filter(({ path }) => !path.endsWith('.test.ts'))
  expect(modules.length).toBeGreaterThan(5)
  const isOwn = (path: string, specifier: string): boolean =>
    specifier.startsWith('.') && normalize(join(dirname(path), specifier)).startsWith(MODEL)
  const outside = modules.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(({ specifier }) => !isOwn(path, specifier))
      .filter(({ specifier, typeOnly }) => !(typeOnly && specifier.startsWith('@dolphin/contract/')))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  )
  expect(outside).toEqual([])
})
