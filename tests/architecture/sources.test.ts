import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from './source-files.ts'

const { sourceNamer } = (await import(
  pathToFileURL(join(PROJECT_ROOT, 'scripts/sources/name-sources.mjs')).href
)) as { sourceNamer: (root: string) => (text: string) => string }

const root = mkdtempSync(join(tmpdir(), 'dolphin-sources-'))
const source = join(root, 'apps/api/src/settle.ts')
const output = join(root, 'apps/api/dist')

beforeAll(async () => {
  mkdirSync(join(root, 'apps/api/src'), { recursive: true })
  writeFileSync(
    source,
    'function settle(): never {\n  throw new Error("no")\n}\ntry {\n  settle()\n} catch (e) {\n  console.log((e as Error).stack)\n}\n',
  )
  await build({
    entryPoints: { main: source },
    outdir: output,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
  })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a trace of the built server names source files and lines', () => {
  const trace = execFileSync(process.execPath, [join(output, 'main.js')], { encoding: 'utf8' })
  expect(trace).toMatch(/dist\/main\.js:1:\d+/)
  const told = sourceNamer(root)(trace)
  expect(told).toContain('at settle (apps/api/src/settle.ts:2:9)')
  expect(told).toContain('apps/api/src/settle.ts:5:3')
  expect(told).not.toContain('main.js')
})

test('a log line of another machine is translated too, and the rest of the line stays unchanged', () => {
  const line = `{"msg":"a request failed","failure":{"frames":["at settle (file:///srv/app/apps/api/dist/main.js:1:27)"]}}`
  expect(sourceNamer(root)(line)).toBe(
    `{"msg":"a request failed","failure":{"frames":["at settle (apps/api/src/settle.ts:2:9)"]}}`,
  )
})

test('a place that no map knows stays as it is', () => {
  const name = sourceNamer(root)
  for (const text of ['at x (/srv/apps/api/dist/ops.js:1:5)', 'at node:internal/timers:502:17', ''])
    expect(name(text)).toBe(text)
})
