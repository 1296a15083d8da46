// Writes src/route-table.ts and src/desk-route-table.ts from the declared calls. Run after adding or changing a call:
//   node packages/contract/scripts/generate-route-table.mjs
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const bundle = await build({
  stdin: {
    contents: `export { ALL_CALLS } from './registry.ts'; export { deskRouteRows, routeRows, routeTableText } from './route-table-text.ts'`,
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
const { ALL_CALLS, deskRouteRows, routeRows, routeTableText } = await import(
  `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
)

const tables = {
  'route-table.ts': routeTableText('ROUTES', routeRows(ALL_CALLS)),
  'desk-route-table.ts': routeTableText('DESK_ROUTES', deskRouteRows(ALL_CALLS)),
}
const formatter = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url))
for (const [name, table] of Object.entries(tables)) {
  writeFileSync(`${source}${name}`, table)
  execFileSync(process.execPath, [formatter, 'format', '--write', `${source}${name}`], { stdio: 'inherit' })
}
