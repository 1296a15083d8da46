import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { MetricsSettings } from '../config/observability-settings.ts'
import { holdsBearer } from '../security/secrets.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on a port of its own, so that no balancer or page can lead the world to it. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'scrape'>,
  { host, port, token }: MetricsSettings,
): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(metrics, token, request, response))
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  metrics: Pick<Metrics, 'scrape'>,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') return end(response, 404)
  if (token !== undefined && !holdsBearer(request.headers, token)) {
    response.setHeader('www-authenticate', 'Bearer')
    return end(response, 401)
  }
  try {
    const { contentType, text } = await metrics.scrape()
    response.setHeader('content-type', contentType)
    end(response, 200, text)
  } catch {
    end(response, 500)
  }
}

function end(response: ServerResponse, status: number, text = ''): void {
  response.statusCode = status
  response.end(text)
}
