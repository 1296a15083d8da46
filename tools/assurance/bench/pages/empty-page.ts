import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

/** React and one field: the least that a page of ours could be. */
const SOURCE = `
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Empty() {
  const [text, setText] = useState('')
  return h('main', null, h('h1', null, 'An empty page'),
    h('label', null, 'Text ', h('input', { value: text, onChange: (event) => setText(event.target.value) })))
}
createRoot(document.getElementById('root')).render(h(Empty))`

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
</head><body><div id="root"></div><script type="module" src="/empty.js"></script></body></html>`

/** The floor that a page is measured beside: an empty React page, compressed and kept as ours are. */
export async function serveEmptyPage(port: number): Promise<{ url: string; stop: () => void }> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = brotliCompressSync(outputFiles[0]?.contents ?? '')
  const server: Server = createServer((request, response) => {
    if (request.url === '/empty.js') {
      response.setHeader('content-type', 'text/javascript')
      response.setHeader('content-encoding', 'br')
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      return response.end(script)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return response.end(HTML)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => server.close(),
  }
}
