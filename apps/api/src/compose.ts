import { ALL_CALLS } from '@dolphin/contract/registry'
import { createIdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import { readMigrationState } from '@dolphin/database/migration-state'
import { OpenIdClient } from '@dolphin/integrations/single-sign-on/open-id-client'
import type { FastifyInstance } from 'fastify'
import { createAttemptLimits } from './security/attempt-limits.ts'
import { registerChannel } from './channel/channel.ts'
import { ticketBoard } from './channel/ticket-board.ts'
import type { Deps, ExternalDeps } from './deps.ts'
import { sealingSince } from './key-folder-identity.ts'
import { openDiskWatch } from './disk-space/disk-watch.ts'
import { pausedWhenFull } from './disk-space/pause-when-full.ts'
import { findMirrored } from './modules/customer-files/mirrored-customer.ts'
import { createSeals } from './modules/documents/seals.ts'
import { registerDevelopmentPages } from './dev/development-pages.ts'
import { createSessionService, type SessionService } from './modules/identity/session-service.ts'
import { createUserCredentials } from './modules/identity/user-credential.ts'
import { touchFor } from './modules/staff/spend-touch.ts'
import { resolveStaff } from './modules/staff/staff-sessions.ts'
import { staffMatters } from './staff-matters.ts'
import { staffReads } from './staff-reads.ts'
import { moneyActs } from './touched-acts.ts'
import { type BankVendors, openBankVendors } from './modules/verification/vendors.ts'
import type { LiveHolidays } from './ports/live-holidays.ts'
import { openLiveHolidays } from './modules/reference-data/live-holidays.ts'
import { type BrowserBinding, createBrowserBinding } from './http/browser-binding.ts'
import { createIdempotentWrites } from './http/idempotency.ts'
import { routeEveryCall } from './http/route-every-call.ts'
import { sealedStore } from '@dolphin/integrations/objects/sealed-store'
import { objectKeysOf } from './security/object-keys.ts'
import { buildServer } from './http/server.ts'
import { createUploadPlaces } from './http/upload-places.ts'
import type { JobDefinition, JobQueue } from './ports/job-queue.ts'
import { createJobRunner, type JobRunner } from './jobs/job-queue.ts'
import { openFieldCipher, openRecordKeys } from './security/keys.ts'
import { createNoticeOutbox } from './modules/notices/notice-outbox.ts'
import { type Observability, quietObservability } from './observability/observability.ts'
import { cachedFor } from './observability/cached-for.ts'
import { observedBoard, observedJob, observedProvider } from './observed-work.ts'
import { readQueues } from './observability/queue-state.ts'
import { addServerGauges } from './server-gauges.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { requireRowSecurity } from './row-security-right.ts'
import { createFailedWork } from './modules/work-items/failed-work.ts'
import { createUnitsOfWork } from './unit-of-work.ts'
import type { LivePortfolios } from './ports/portfolio-catalog.ts'
import { openLivePortfolios } from './modules/portfolios/live-portfolios.ts'
import { isShiftable, wallClock } from './wall-clock.ts'
import { type Feature, features } from './features.ts'

/** The wired product, not yet listening. */
export interface Api {
  readonly app: FastifyInstance
  readonly jobs: JobRunner
  readonly deps: Deps
  readonly sessions: SessionService
  readonly readiness: Readiness
}

/** Wires the server: dependencies, jobs, routes and the HTTP application. The modules are listed in features.ts. */
export async function composeApi(outside: ExternalDeps): Promise<Api> {
  const observability = outside.observability ?? quietObservability()
  const seals = createSeals(outside)
  const portfolios = await openLivePortfolios({ ...outside, prepare: (entries) => seals.add(entries) })
  const holidays = await openLiveHolidays(outside)
  const externalDeps = { ...observedOutside(outside, observability), observability, portfolios, holidays }
  const binding = createBrowserBinding(externalDeps.keys.derive('browser binding'), externalDeps.config.mode)
  const jobsLater = lateJobQueue()
  const deps = createDeps(externalDeps, jobsLater.queue, seals.byPortfolio)
  const sessions = createSessionService({
    ...externalDeps,
    binding,
    credentials: createUserCredentials(externalDeps.keys.credentialKeys),
  })
  const all = features(deps, sessions, observedVendors(await openBankVendors(deps), observability))
  const jobs = createJobRunner(
    externalDeps.database,
    all
      .flatMap((one) => one.jobs ?? [])
      .map((job) => observedJob(observability, underOneVersion(externalDeps.portfolios, job)))
      .map((job) => pausedWhenFull(deps.disk, job)),
    externalDeps.log,
    externalDeps.build,
  )
  jobsLater.set(jobs)
  await jobs.open()
  addServerGauges(observability.metrics, deps)
  const readiness = readinessOf(deps)
  const isRowSecurityOn = await requireRowSecurity(externalDeps)
  const app = await buildApp({ deps, sessions, binding, readiness, all, isRowSecurityOn })
  return { app, jobs, deps, sessions, readiness }
}

/** Balancers ask every second; only whether the database answers is worth asking as often. */
const readinessOf = ({ database }: Deps): Readiness =>
  createReadiness({
    askDatabase: () =>
      database.executeSql("select current_setting('transaction_read_only') = 'on' as read_only"),
    readMigrations: cachedFor(5_000, () => readMigrationState(database.db)),
    readQueues: cachedFor(5_000, () => readQueues(database)),
  })

/** What is asked of others is counted and traced where it leaves the house. */
function observedOutside(externalDeps: ExternalDeps, observability: Observability): ExternalDeps {
  const { mail, sms, military, bank } = externalDeps
  return {
    ...externalDeps,
    mail: observedProvider(observability, 'mail', mail, ['send']),
    sms: sms && observedProvider(observability, 'sms', sms, ['send']),
    bank: observedProvider(observability, 'bank', bank, BANK_OPERATIONS),
    military: observedProvider(observability, 'military', military, ['check']),
  }
}

const BANK_OPERATIONS = [
  'submit',
  'listAcknowledged',
  'removeAcknowledged',
  'listInbound',
  'fetch',
  'archive',
  'quarantine',
] as const

const OPEN_ID_OPERATIONS = ['begin', 'complete'] as const

const LINK_OPERATIONS = [
  'findInstitutions',
  'readInstitution',
  'createLinkSession',
  'pollStatus',
  'fetchReport',
  'closeSession',
] as const

function observedVendors({ byId, mx }: BankVendors, observability: Observability): BankVendors {
  return {
    byId: new Map(
      [...byId].map(([id, vendor]) => [id, observedProvider(observability, id, vendor, LINK_OPERATIONS)]),
    ),
    mx: mx && observedProvider(observability, 'mx', mx, LINK_OPERATIONS),
  }
}

/** A job sees the same portfolio data from its first look to its last, like a request. */
function underOneVersion(portfolios: LivePortfolios, job: JobDefinition): JobDefinition {
  return { ...job, run: (data) => portfolios.pin()(() => job.run(data)) }
}

const recordKeysOf = ({ keys, keyFolder, keysBound, clock }: ExternalDeps) =>
  openRecordKeys(keys, keyFolder, sealingSince(keysBound, clock))

function createDeps(
  externalDeps: ExternalDeps & Pick<Deps, 'portfolios' | 'observability' | 'holidays'>,
  jobs: JobQueue,
  seals: Deps['seals'],
): Deps {
  const { keys, random, database, clock, config, observability } = externalDeps
  const cipher = openFieldCipher(keys, random, database.recordKeys() ?? recordKeysOf(externalDeps))
  database.useRecordKeys(cipher)
  const units = createUnitsOfWork(database, clock, externalDeps.observability.tracing)
  return {
    ...externalDeps,
    cipher,
    objects: sealedStore(externalDeps.objectFolder, externalDeps.keyFolder, objectKeysOf(cipher, random)),
    jobs,
    calendar: externalDeps.holidays.calendar,
    units,
    failedWork: createFailedWork({ ...externalDeps, calendar: externalDeps.holidays.calendar, units }),
    notices: createNoticeOutbox({ ...externalDeps, cipher, jobs }),
    tickets: observedBoard(externalDeps.observability, ticketBoard),
    limits: createAttemptLimits(keys.derive('attempt limits'), config),
    disk: openDiskWatch(externalDeps),
    openId:
      config.singleSignOn &&
      observedProvider(
        observability,
        'openId',
        new OpenIdClient(config.singleSignOn, clock, wallClock),
        OPEN_ID_OPERATIONS,
      ),
    movableClock: config.mode !== 'production' && isShiftable(clock) ? clock : undefined,
    seals,
  }
}

interface AppDeps {
  readonly deps: Deps
  readonly sessions: SessionService
  readonly binding: BrowserBinding
  readonly readiness: Readiness
  readonly all: readonly Feature[]
  readonly isRowSecurityOn: boolean
}

function buildApp({
  deps,
  sessions,
  binding,
  readiness,
  all,
  isRowSecurityOn,
}: AppDeps): Promise<FastifyInstance> {
  const { config, log, clock, cipher, keys, portfolios, units, observability, disk } = deps
  const findMatter = staffMatters(deps)
  return buildServer({
    config,
    log,
    clock,
    portfolioByHost: (host) => portfolios.byHost(host)?.portfolio,
    portfolioById: (portfolioId) => portfolios.byId(portfolioId)?.portfolio,
    pictureOf: (portfolioId, name) => portfolios.byId(portfolioId)?.pictures.get(name),
    pinPortfolios: () => portfolios.pin(),
    resolveActor: (credentials) => sessions.resolve(credentials),
    resolveStaff: (token) => resolveStaff(deps, token),
    findMirrored: findMirrored(deps),
    findMatter,
    touchFor: touchFor({ config, findMoneyAct: moneyActs(deps) }),
    noteRead: staffReads(deps, findMatter),
    writes: createIdempotentWrites(
      units,
      createIdempotencyRepository(cipher),
      keys.derive('idempotency digest'),
    ),
    uploads: createUploadPlaces(),
    binding,
    isRowSecurityOn,
    routes: routeEveryCall(
      ALL_CALLS,
      all.flatMap((feature) => feature.routes),
    ),
    readiness,
    observability,
    disk,
    extensions: [
      (app) => follow(app, portfolios),
      (app) => follow(app, deps.holidays),
      (app) => registerChannel(app, { deps, sessions }),
      (app) => registerDevelopmentPages(app, deps),
      ...all.flatMap((feature) => feature.extensions ?? []),
    ],
  })
}

/** Follows what other nodes change until the server closes. */
async function follow(app: FastifyInstance, followed: LivePortfolios | LiveHolidays): Promise<void> {
  const stop = await followed.watch()
  app.addHook('preClose', async () => stop())
}

/** Features need the queue to send, and the queue needs the features' jobs to run: the knot is tied here. */
function lateJobQueue(): { readonly queue: JobQueue; set(runner: JobQueue): void } {
  let runner: JobQueue | undefined
  const ready = (): JobQueue => {
    if (runner === undefined) throw new Error('a job was sent before the queue was wired')
    return runner
  }
  return {
    queue: {
      send: (unit, name, data, options) => ready().send(unit, name, data, options),
      nudge: (unit, name) => ready().nudge(unit, name),
      retry: (unit, jobId) => ready().retry(unit, jobId),
      tick: (unit) => ready().tick(unit),
      runTimetable: () => ready().runTimetable(),
      drain: () => ready().drain(),
    },
    set(next) {
      runner = next
    },
  }
}
