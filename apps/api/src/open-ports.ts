import type { Api } from './compose.ts'
import { type ApiConfig, ConfigError } from './config/config.ts'
import { type MetricsServer, serveMetrics } from './observability/metrics-server.ts'

/**
 * Connections that wait until they are taken; the system allows no more than net.core.somaxconn. Of ten thousand pages that
 * came back at once Node's own 511 dropped some hundreds, who try again after 1, 3, 7, 15 and 31 s.
 */
const MOST_KNOCKING = 4_096

/** What is opened, and under which numbers. */
export interface Ports {
  readonly app: Pick<Api['app'], 'listen'>
  readonly deps: Pick<Api['deps'], 'log'> & {
    readonly observability: Pick<Api['deps']['observability'], 'metrics'>
  }
  readonly config: Pick<ApiConfig, 'host' | 'port' | 'metrics'>
}

/**
 * Opens the metrics port, where there is one, then the server's own: a ready server always serves its metrics, and a
 * server that cannot serve them takes no request. Returns the metrics server. Throws `ConfigError`, naming the setting,
 * for a port that another program holds.
 */
export async function openPorts(ports: Ports): Promise<MetricsServer | undefined> {
  const figures = await serveFigures(ports)
  await listen(ports)
  return figures
}

async function serveFigures({ deps, config: { metrics } }: Ports): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined
  try {
    const server = await serveMetrics(deps.observability.metrics, metrics)
    deps.log.info({ port: server.port }, 'figures are served')
    return server
  } catch (error) {
    throw isTaken(error)
      ? new ConfigError(`Port ${metrics.port} is taken by another program (METRICS_PORT).`)
      : error
  }
}

async function listen({ app, config: { host, port } }: Ports): Promise<void> {
  try {
    await app.listen({ host, port, backlog: MOST_KNOCKING })
  } catch (error) {
    throw isTaken(error)
      ? new ConfigError(
          `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
        )
      : error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
