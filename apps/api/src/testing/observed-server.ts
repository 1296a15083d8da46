import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { composeApi } from '../compose.ts'
import { createLogger } from '../http/logger.ts'
import { openObservability } from '../observability/observability.ts'
import { startTestApi, type TestApi } from './api-fixture.ts'
import { TestClient } from './test-client.ts'

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

/** A collector of traces on this machine: OTLP over HTTP as JSON. */
export interface Collector {
  readonly endpoint: string
  /** Everything received, as it came. */
  text(): string
  spans(): readonly ReceivedSpan[]
  close(): Promise<void>
}

interface Received {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const isPacked = request.headers['content-encoding'] === 'gzip'
      bodies.push((isPacked ? gunzipSync(bytes) : bytes).toString())
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Received).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** A server of the tests that logs, counts and traces as one in production does. */
export interface ObservedServer {
  readonly api: TestApi
  readonly collector: Collector
  /** Every line of the log so far. */
  lines(): readonly string[]
  scrape(): Promise<string>
  /** Sends the spans that wait to the collector. */
  closeTraces(): Promise<void>
  close(): Promise<void>
}

export async function startObservedServer(): Promise<ObservedServer> {
  const quiet = await startTestApi()
  const collector = await startCollector()
  const tracing = { endpoint: collector.endpoint, serviceName: 'dolphin-test', share: 1 }
  const observability = await openObservability(tracing)
  const lines: string[] = []
  const log = createLogger({ logLevel: 'trace', build: 'test' }, { write: (line) => void lines.push(line) })
  const node = await composeApi({ ...quiet.deps, observability, log })
  const runJobs = async () => {
    quiet.clock.advance(1)
    await node.jobs.drain()
  }
  const api: TestApi = {
    ...quiet,
    ...node,
    client: (portfolioId = 118) => new TestClient(node.app, portfolioId),
    runJobs,
    async mailsTo(address) {
      await runJobs()
      return quiet.mailsTo(address)
    },
  }
  return {
    api,
    collector,
    lines: () => lines,
    scrape: async () => (await observability.metrics.scrape()).text,
    closeTraces: () => observability.tracing.close(),
    async close() {
      await node.app.close()
      await node.jobs.stop()
      await observability.tracing.close()
      await collector.close()
      await quiet.close()
    },
  }
}
