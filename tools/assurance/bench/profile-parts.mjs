const DRIVER = ['pg', 'pg-pool', 'pg-protocol', 'pg-types', 'pg-connection-string', '@electric-sql']
/** drizzle-orm's own map names its sources from one folder too high. */
const DRIZZLE = ['drizzle-orm', 'src']
const PACKAGES = [
  ['driver', DRIVER],
  ['building statements (drizzle)', DRIZZLE],
  ['checking what comes and goes (zod)', ['zod']],
  ['Fastify', ['fastify', 'find-my-way', 'avvio', '@fastify', 'light-my-request', 'secure-json-parse']],
  ['log', ['pino', 'sonic-boom', 'thread-stream', 'pino-std-serializers', 'quick-format-unescaped']],
  ['metrics and traces', ['prom-client', '@opentelemetry']],
]
/** Node's own functions behind which the kernel takes what is written. */
const WRITES = /^(?:writev|writeBuffer|write\w*String|fsync)$/

/** Which part of a server a frame belongs to. */
function partOf({ functionName, url }, source) {
  if (functionName === '(garbage collector)') return 'collecting garbage'
  if (url === '') return WRITES.test(functionName) ? 'writing to sockets and pipes' : 'native code'
  if (url.startsWith('node:')) return 'Node (HTTP, streams, contexts)'
  const [, name] = /.*\/node_modules\/((?:@[^/]+)|[^/]+)/.exec(source) ?? []
  if (name === undefined) return 'our code'
  return PACKAGES.find(([, names]) => names.includes(name))?.[0] ?? 'other packages'
}

const IDLE = ['(idle)', '(root)']

/**
 * Shares of a V8 CPU profile by part of the server, in percent of the time that was not idle, largest first.
 *
 * @param {{ nodes: { id: number, callFrame: { functionName: string, url: string, lineNumber: number, columnNumber: number } }[], samples: number[], timeDeltas: number[] }} profile
 * @param {(frame: { url: string, lineNumber: number, columnNumber: number }) => string} sourceOf
 * @returns {{ part: string, percent: number }[]}
 */
export function partsOf({ nodes, samples, timeDeltas }, sourceOf) {
  const partOfNode = new Map(
    nodes
      .filter(({ callFrame }) => !IDLE.includes(callFrame.functionName))
      .map(({ id, callFrame }) => [id, partOf(callFrame, sourceOf(callFrame))]),
  )
  const spent = new Map()
  for (const [index, id] of samples.entries()) {
    const part = partOfNode.get(id)
    if (part === undefined) continue
    spent.set(part, (spent.get(part) ?? 0) + timeDeltas[index])
  }
  const total = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return [...spent]
    .map(([part, time]) => ({ part, percent: (100 * time) / total }))
    .toSorted((left, right) => right.percent - left.percent)
}
