import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type Api, composeApi } from './compose.ts'
import { type ApiConfig, ConfigError, readConfig } from './config.ts'
import { describe } from './http/error-handler.ts'
import { createLogger } from './http/logger.ts'
import { type MetricsServer, serveMetrics } from './observability/metrics-server.ts'
import { sweepNotices } from './notices/notice-outbox.ts'
import { type OpenWorld, openWorld } from './open-world.ts'
import { PortfolioDataError } from './portfolio-catalog.ts'

/** Mails that have to be tried again, and those a dead worker left behind, are looked for this often. */
const SWEEP_MS = 30_000
const WORKERS_AFTER_MS = 500
const DRAIN_LIMIT_MS = 30_000
/**
 * Connections that wait until they are taken; the system allows no more than net.core.somaxconn. Of ten thousand pages that
 * came back at once Node's own 511 dropped some hundreds, who try again after 1, 3, 7, 15 and 31 s.
 */
const MOST_KNOCKING = 4_096
const BUILT_FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Entry of the server process: reads settings, wires, listens, and drains on SIGTERM or SIGINT. */
async function start(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const log = createLogger(config)
  const world = await openWorld(config, log, BUILT_FOLDER)
  const api = await composeApi(world)
  await listen(api, config)
  const figures = await serveFigures(api, config)
  const endWork = beginWork(api, log)
  greet(api, world)
  stopOnSignal({ api, world, figures }, log, endWork)
}

/** Begins with jobs a moment after the server listens, so that whoever waits for it is answered first; answers the stop. */
function beginWork(api: Api, log: Logger): () => void {
  const workers = setTimeout(() => void startWorkers(api, log), WORKERS_AFTER_MS)
  const sweep = setInterval(() => void sweepAgain(api, log), SWEEP_MS)
  return () => {
    clearTimeout(workers)
    clearInterval(sweep)
  }
}

async function startWorkers({ jobs }: Api, log: Logger): Promise<void> {
  try {
    await jobs.startWorkers()
  } catch (error) {
    log.fatal({ failure: describe(error) }, 'jobs cannot be worked on')
    process.exit(1)
  }
}

async function serveFigures({ deps }: Api, { metrics }: ApiConfig): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined
  try {
    const server = await serveMetrics(deps.observability.metrics, metrics)
    deps.log.info({ port: server.port }, 'figures are served')
    return server
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw taken ? new ConfigError(`Port ${metrics.port} is taken by another program (METRICS_PORT).`) : error
  }
}

async function listen({ app }: Api, { host, port }: ApiConfig): Promise<void> {
  try {
    await app.listen({ host, port, backlog: MOST_KNOCKING })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(
        `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
      )
    }
    throw error
  }
}

function greet({ app, deps }: Api, { config, database, portfolios }: OpenWorld): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const lines = [
    `Dolphin serves http://localhost:${port} on ${database.version()}`,
    ...portfolios.all.map(({ portfolio }) => {
      const at =
        portfolios.byHost('localhost')?.portfolio === portfolio
          ? 'localhost'
          : `${portfolio.portfolioId}.localhost`
      return `  portfolio ${portfolio.portfolioId}, ${portfolio.lender.brandName}: http://${at}:${port}/sign-in`
    }),
    ...(config.smtpUrl === undefined ? [`  mails: http://localhost:${port}/dev/mailbox`] : []),
    ...(config.mode === 'production' ? [] : [`  calls: http://localhost:${port}/docs`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  deps.log.info({ database: database.version(), port, mode: config.mode }, 'the server is ready')
}

async function sweepAgain({ deps }: Api, log: Logger): Promise<void> {
  try {
    await sweepNotices(deps)
  } catch (error) {
    log.error({ failure: describe(error) }, 'waiting mails could not be looked for')
  }
}

interface Running {
  readonly api: Api
  readonly world: OpenWorld
  readonly figures: MetricsServer | undefined
}

/** Answers what is under way, takes nothing new, then closes; cut off only after 30 s. */
function stopOnSignal(running: Running, log: Logger, before: () => void): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    log.info('stopping: finishing what is under way')
    before()
    const limit = setTimeout(() => {
      log.error('the stop took too long: what was still under way is cut off')
      process.exit(1)
    }, DRAIN_LIMIT_MS)
    limit.unref()
    try {
      await drain(running)
      log.info('stopped: all that was under way is done')
      process.exit(0)
    } catch (error) {
      log.error({ failure: describe(error) }, 'the stop was not clean')
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

/** Not ready, but answering until balancers know; then requests, channels, jobs and the database, in this order. */
async function drain({ api, world, figures }: Running): Promise<void> {
  api.readiness.drain()
  const rested = api.jobs.rest()
  await wait(world.config.drainMs)
  await api.app.close()
  await rested
  await api.jobs.stop()
  await figures?.close()
  await world.close()
}

try {
  await start()
} catch (error) {
  const isForPeople = error instanceof ConfigError || error instanceof PortfolioDataError
  const text = error instanceof Error ? error.message : 'The server could not start.'
  process.stderr.write(`${isForPeople ? text : `The server could not start: ${text}`}\n`)
  process.exit(1)
}
