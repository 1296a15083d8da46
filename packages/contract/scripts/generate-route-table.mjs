// Writes src/route-table.ts from the declared calls. Run after adding or changing a call:
//   node packages/contract/scripts/generate-route-table.mjs
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const target = `${source}route-table.ts`
const bundle = await build({
  stdin: {
    contents: `export { ALL_CALLS } from './registry.ts'; export { routeTableText } from './route-table-text.ts'`,
    resolveDir: source,
    loader: 'ts',
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  logLevel: 'error',
})
const [{ text }] = bundle.outputFiles
const { ALL_CALLS, routeTableText } = await import(
  `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
)

writeFileSync(target, routeTableText(ALL_CALLS))
const formatter = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
execFileSync(process.execPath, [formatter, 'format', '--write', target], { stdio: 'inherit' })
