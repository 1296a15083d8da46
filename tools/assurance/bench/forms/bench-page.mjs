import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { convertForm } from './convert-form.mjs'

const PAGE = fileURLToPath(new URL('page', import.meta.url))
const FORM_MODULE = 'virtual:bench-form'
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"

/** Gives the page the bench's form, so that it is part of the bundle as it is in the contenders'. */
function benchForm(file) {
  return {
    name: 'bench-form',
    resolveId: (id) => (id === FORM_MODULE ? id : undefined),
    load: (id) =>
      id === FORM_MODULE
        ? `export default ${JSON.stringify(convertForm(JSON.parse(readFileSync(file, 'utf8'))))}`
        : undefined,
  }
}

const LATER =
  /controls[\\/](?:file-control|password-control|repeatable-group|saved-secret)|form-engine[\\/]messages|ui[\\/]src[\\/](?:button|card|file-input|icon|password-input)/
const isNeededAtOnce = (id) => !LATER.test(id)

/** Builds the page that mounts our form engine with the form of that file. */
export async function buildBenchPage(formFile, outDir) {
  await build({
    root: PAGE,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), benchForm(formFile)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      // What the form needs at once in one piece, as the contenders have it; controls it has not got stay apart.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'form', test: isNeededAtOnce }] } } },
    },
  })
}

/** Serves a built page on loopback as the bench serves its own: brotli, nothing kept, a policy that only reports. */
export async function servePage(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), brotliCompressSync(readFileSync(path))]),
  )
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    const body = files.get(path)
    if (body === undefined) return void response.writeHead(404).end()
    const headers = {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': 'no-store',
      'content-security-policy-report-only': POLICY,
    }
    response.writeHead(200, headers).end(body)
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
