import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildMark } from './build-mark.ts'
import { type Api, composeApi } from './compose.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { isMeantForProduction } from './config/mode.ts'
import { unknownSettings, unknownSettingText } from './config/unknown-settings.ts'
import { enrollTeam } from './dev/demonstration-staff.ts'
import { sampleDataIn } from './doctor/sample-data.ts'
import { describe } from './http/describe-error.ts'
import { createLogger } from './http/logger.ts'
import type { MetricsServer } from './observability/metrics-server.ts'
import { openPorts } from './open-ports.ts'
import { type OpenedExternalDeps, openExternalDeps } from './open-external-deps.ts'
import { PortfolioDataError } from './modules/portfolios/portfolio-catalog.ts'
import { logWholeProcess } from './process-log.ts'

const WORKERS_AFTER_MS = 500
const DRAIN_LIMIT_MS = 30_000
const BUILT_FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Entry of the server process: reads settings, wires, listens, and drains on SIGTERM or SIGINT. */
async function start(log: Logger): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  log.level = config.logLevel
  for (const setting of unknownSettings(process.env, process.cwd()))
    log.warn({ setting: setting.name, nearest: setting.nearest }, unknownSettingText(setting))
  const externalDeps = await openExternalDeps(config, log, BUILT_FOLDER)
  const api = await composeApi(externalDeps)
  if (config.mode === 'development') await enrollTeam(api.deps)
  if (config.mode === 'production') sayWhatIsSample(api)
  const figures = await openPorts({ ...api, config })
  const endWork = beginWork(api, log)
  greet(api, externalDeps)
  stopOnSignal({ api, externalDeps, figures }, log, endWork)
}

/** Before real customers each of these is replaced (docs/deploy.md). */
function sayWhatIsSample({ deps }: Api): void {
  for (const { what, mend } of sampleDataIn(deps)) deps.log.warn({ mend }, `not for real customers: ${what}`)
}

/** Starts jobs a moment after the server listens: waiting requests go first. Returns the stop function. */
function beginWork(api: Api, log: Logger): () => void {
  const workers = setTimeout(() => void startWorkers(api, log), WORKERS_AFTER_MS)
  return () => clearTimeout(workers)
}

async function startWorkers({ jobs }: Api, log: Logger): Promise<void> {
  try {
    await jobs.startWorkers()
  } catch (error) {
    log.fatal({ failure: describe(error) }, 'jobs cannot be worked on')
    process.exit(1)
  }
}

/** How a development server's staff come in; the name is one of its demonstration. */
const staffLine = (host: string | undefined, port: number): string =>
  `  staff: http://${host}:${port}/sign-in; at a terminal: npm run ops -- login --demo "Uma Underwriter"`

function greet({ app, deps }: Api, { config, database, portfolios }: OpenedExternalDeps): void {
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
    ...(config.mode === 'development' ? [staffLine(config.operationsHost, port)] : []),
  ]
  // In production every line is one of the log.
  if (config.mode !== 'production') process.stdout.write(`${lines.join('\n')}\n`)
  deps.log.info({ database: database.version(), port, mode: config.mode }, 'the server is ready')
}

interface Running {
  readonly api: Api
  readonly externalDeps: OpenedExternalDeps
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
async function drain({ api, externalDeps, figures }: Running): Promise<void> {
  api.readiness.drain()
  const rested = api.jobs.rest()
  await wait(externalDeps.config.drainMs)
  await api.app.close()
  await rested
  await api.jobs.stop()
  await figures?.close()
  await externalDeps.close()
}

/** Why the start failed: in production as a line of the log, else as text for a person. */
function reportFailedStart(error: unknown, log: Logger): void {
  const isForPeople = error instanceof ConfigError || error instanceof PortfolioDataError
  const text = error instanceof Error ? error.message : 'The server could not start.'
  const message = isForPeople ? text : `The server could not start: ${text}`
  if (isMeantForProduction(process.env)) log.fatal(isForPeople ? {} : { failure: describe(error) }, message)
  else process.stderr.write(`${message}\n`)
}

const log = createLogger({ logLevel: 'info', build: buildMark(BUILT_FOLDER) })
if (isMeantForProduction(process.env)) logWholeProcess(log)
try {
  await start(log)
} catch (error) {
  reportFailedStart(error, log)
  process.exit(1)
}
