// Writes src/reaction-table.ts from the catalog of codes. Run after adding or changing a code:
//   node packages/contract/scripts/generate-reaction-table.mjs
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const target = `${source}reaction-table.ts`
const bundle = await build({
  stdin: {
    contents: `export { reactionTableText } from './reaction-table-text.ts'`,
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
const { reactionTableText } = await import(
  `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
)

writeFileSync(target, reactionTableText())
const formatter = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
execFileSync(process.execPath, [formatter, 'format', '--write', target], { stdio: 'inherit' })
