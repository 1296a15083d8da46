import { ALL_CALLS } from '@dolphin/contract/calls/registry'
import { createIdempotencyRepository } from '@dolphin/database/driver/idempotency-repository'
import type { ApplicationKey } from '@dolphin/database/driver/owner'
import { readMigrationState } from '@dolphin/database/migration-state'
import { canReadAsBorrower } from '@dolphin/database/driver/own-rows'
import { findResource } from '@dolphin/database/applications/resource-repository'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { FastifyInstance } from 'fastify'
import { createAttemptLimits } from './security/attempt-limits.ts'
import { openBankGateway } from './bank-gateway.ts'
import { registerChannel } from './channel/channel.ts'
import { ticketBoard } from './channel/ticket-board.ts'
import type { Deps, World } from './deps.ts'
import { openDiskWatch } from './disk-space/disk-watch.ts'
import { pausedWhenFull } from './disk-space/pause-when-full.ts'
import { createSeals } from './modules/documents/seals.ts'
import { registerDevelopmentPages } from './dev/development-pages.ts'
import { expireCeremoniesJob, finishSigningJob } from './modules/agreements/ceremony-jobs.ts'
import { createSigningFinisher } from './modules/agreements/finish-signing.ts'
import { agreementRoutes } from './modules/agreements/routes.ts'
import { createSigningRequests } from './modules/agreements/create-signing-requests.ts'
import { applicationRoutes } from './modules/applications/routes.ts'
import { inviteBackJob } from './modules/applications/invite-back.ts'
import { deleteUnattachedJob } from './modules/applications/unattached.ts'
import { consentRoutes } from './modules/consents/routes.ts'
import { couponRoutes } from './modules/coupons/routes.ts'
import { decisionRoutes } from './modules/decisions/routes.ts'
import { disbursementRoutes } from './modules/disbursement/routes.ts'
import { documentRoutes } from './modules/documents/routes.ts'
import { loadCommonPasswords } from './modules/identity/common-passwords.ts'
import type { IdentityParts } from './modules/identity/identity-parts.ts'
import { linkMailJob } from './modules/identity/link-mail.ts'
import { createPasswordHasher } from './modules/identity/password-hasher.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { hashToken } from './security/secrets.ts'
import { createSessionService, type SessionService } from './modules/identity/session-service.ts'
import { sessionView } from './modules/identity/session-view.ts'
import { createUserCredentials } from './modules/identity/user-credential.ts'
import { messageRoutes } from './modules/messages/routes.ts'
import { notificationRoutes } from './modules/notices/routes.ts'
import { operationsRoutes } from './modules/payments/staff-routes-list.ts'
import { paymentPlanRoutes } from './modules/plans/routes.ts'
import { portfolioRoutes } from './modules/portfolios/routes.ts'
import { referenceDataRoutes } from './modules/reference-data/routes.ts'
import { repaymentRoutes } from './modules/servicing/routes.ts'
import { vocabularyRoutes } from './modules/reference-data/vocabulary-routes.ts'
import { trackingRoutes } from './modules/tracking/routes.ts'
import { type BankVendors, openBankVendors } from './modules/verification/vendors.ts'
import { verificationFeature } from './modules/verification/verification-feature.ts'
import { type LiveHolidays, openLiveHolidays } from './holidays/live-holidays.ts'
import { type BrowserBinding, createBrowserBinding } from './http/browser-binding.ts'
import { createIdempotentWrites } from './http/idempotency.ts'
import type { RouteDefinition } from './http/route.ts'
import { routeEveryCall } from './http/route-every-call.ts'
import { buildServer } from './http/server.ts'
import { createJobRunner, type JobDefinition, type JobQueue, type JobRunner } from './jobs/job-queue.ts'
import { sweepJob } from './jobs/sweep.ts'
import { tendDatabaseJob } from './jobs/tend-database.ts'
import { openFieldCipher, openOperationsSecret } from './security/keys.ts'
import { createLoanLookups } from './modules/identity/loan-lookups.ts'
import { cutBatchJob } from './modules/payments/cut-batch.ts'
import type { MoneyParts } from './modules/payments/money-parts.ts'
import { paidInFullLetterJob } from './modules/servicing/paid-off.ts'
import { pastDueJob } from './modules/payments/past-due.ts'
import { bankInboxJob } from './modules/payments/returns/inbox-round.ts'
import { returnRateJob } from './modules/payments/returns/return-rate-watch.ts'
import { moneyRoundJob } from './modules/payments/timetable.ts'
import { hardshipOffersJob } from './modules/payments/hardship-offers.ts'
import { upcomingDebitsJob } from './modules/payments/upcoming-debits.ts'
import { noiaRoundJob } from './modules/applications/noia-round.ts'
import { createNoticeOutbox, SEND_NOTICES_JOB } from './modules/notices/notice-outbox.ts'
import { sendDueNotices } from './modules/notices/notice-worker.ts'
import { adverseActionJob } from './modules/decisions/adverse-action.ts'
import { type Observability, quietObservability } from './observability/observability.ts'
import { keptFor } from './observability/kept-for.ts'
import { observedBoard, observedJob, observedProvider } from './observability/observed-work.ts'
import { readQueues } from './observability/queue-state.ts'
import { addServerGauges } from './observability/server-gauges.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { createUnitsOfWork, type UnitOfWork } from './unit-of-work.ts'
import { type LivePortfolios, openLivePortfolios } from './modules/portfolios/live-portfolios.ts'
import { isShiftable } from './wall-clock.ts'

/** One feature: its calls, its jobs and whatever it serves outside the gateway prefix. */
export interface Feature {
  readonly routes: readonly RouteDefinition[]
  readonly jobs?: readonly JobDefinition[]
  readonly extensions?: readonly ((app: FastifyInstance) => Promise<void>)[]
}

/** The wired product, not yet listening. */
export interface Api {
  readonly app: FastifyInstance
  readonly jobs: JobRunner
  readonly deps: Deps
  readonly sessions: SessionService
  readonly readiness: Readiness
}

/** Wires everything. The only file that knows all features; a new one is a folder and a line in `features`. */
export async function composeApi(outside: World): Promise<Api> {
  const observability = outside.observability ?? quietObservability()
  const seals = createSeals(outside)
  const portfolios = await openLivePortfolios({ ...outside, prepare: (entries) => seals.add(entries) })
  const holidays = await openLiveHolidays(outside)
  const world = { ...observedOutside(outside, observability), observability, portfolios, holidays }
  const binding = createBrowserBinding(world.keys.derive('browser binding'), world.config.mode)
  const jobsLater = lateJobQueue()
  const deps = createDeps(world, jobsLater.queue, seals.byPortfolio)
  const sessions = createSessionService({
    ...world,
    binding,
    credentials: createUserCredentials(world.keys.credentialKeys),
  })
  const all = features(deps, sessions, observedVendors(await openBankVendors(deps), observability))
  const jobs = createJobRunner(
    world.database,
    all
      .flatMap((one) => one.jobs ?? [])
      .map((job) => observedJob(observability, underOneVersion(world.portfolios, marked(world, job))))
      .map((job) => pausedWhenFull(deps.disk, job)),
    world.log,
  )
  jobsLater.set(jobs)
  await jobs.open()
  addServerGauges(observability.metrics, deps)
  const readiness = readinessOf(deps)
  const rowsAreFenced = await canReadAsBorrower(world.database.db)
  if (!rowsAreFenced) world.log.warn('row security is off: this login may not become dolphin_borrower')
  const app = await buildApp({ deps, sessions, binding, readiness, all, rowsAreFenced })
  return { app, jobs, deps, sessions, readiness }
}

/** Balancers ask every second; only whether the database answers is worth asking as often. */
const readinessOf = ({ database }: Deps): Readiness =>
  createReadiness({
    askDatabase: () => database.executeSql('select 1'),
    readMigrations: keptFor(30_000, () => readMigrationState(database.db)),
    readQueues: keptFor(5_000, () => readQueues(database)),
  })

/** What is asked of others is counted and traced where it leaves the house. */
function observedOutside(world: World, observability: Observability): World {
  const { mail, sms, military } = world
  return {
    ...world,
    mail: observedProvider(observability, 'mail', mail, ['send']),
    sms: sms && observedProvider(observability, 'sms', sms, ['send']),
    military: observedProvider(observability, 'military', military, ['check']),
  }
}

const LINK_OPERATIONS = ['createLinkSession', 'pollStatus', 'fetchReport', 'closeSession'] as const

function observedVendors({ byId, mx }: BankVendors, observability: Observability): BankVendors {
  return {
    byId: new Map(
      [...byId].map(([id, vendor]) => [id, observedProvider(observability, id, vendor, LINK_OPERATIONS)]),
    ),
    mx: mx && observedProvider(observability, 'mx', mx, LINK_OPERATIONS),
  }
}

function features(deps: Deps, sessions: SessionService, vendors: BankVendors): readonly Feature[] {
  return [
    identityFeature(deps, sessions),
    {
      routes: portfolioRoutes({
        portfolios: deps.portfolios,
        portfolioOfResource: portfolioOfResource(deps),
      }),
    },
    { routes: [...referenceDataRoutes(deps), ...vocabularyRoutes(deps)] },
    { routes: consentRoutes(deps) },
    { routes: decisionRoutes(deps), jobs: [adverseActionJob(deps), noiaRoundJob(deps)] },
    { routes: paymentPlanRoutes(deps) },
    { routes: couponRoutes(deps) },
    { routes: disbursementRoutes(deps) },
    { routes: repaymentRoutes(deps) },
    operationsFeature(deps, sessions),
    { routes: trackingRoutes(deps) },
    applicationFeature(deps, sessions),
    verificationFeature({ ...deps, vendors, signing: createSigningRequests(deps) }),
    agreementFeature(deps),
    { routes: documentRoutes(deps) },
    { routes: notificationRoutes(deps) },
    { routes: messageRoutes(deps) },
    {
      routes: [],
      jobs: [
        { name: SEND_NOTICES_JOB, run: () => sendDueNotices(deps) },
        sweepJob(deps),
        tendDatabaseJob(deps),
      ],
    },
  ]
}

const BANK_OPERATIONS = ['submit', 'listInbound', 'fetch', 'archive', 'setAside'] as const

/** Operations and the timetable move money by the same services. */
function operationsFeature(deps: Deps, sessions: SessionService): Feature {
  const { config, clock } = deps
  const bank = observedProvider(
    deps.observability,
    'bank',
    openBankGateway(config, deps.mark),
    BANK_OPERATIONS,
  )
  const money: MoneyParts = { ...deps, bank }
  const routes = operationsRoutes({
    ...money,
    random: deps.random,
    keys: deps.keys,
    documents: deps.documents,
    seals: deps.seals,
    holidays: deps.holidays,
    operationsSecret: openOperationsSecret(config),
    movableClock: config.mode !== 'production' && isShiftable(clock) ? clock : undefined,
    openEmployeeSession: (unit, portfolioId, employeeId) =>
      sessions.open(unit, { kind: 'employee', portfolioId, employeeId }, false),
  })
  const jobs = [
    moneyRoundJob(money),
    cutBatchJob(money),
    upcomingDebitsJob(money),
    hardshipOffersJob(money),
    pastDueJob(money),
    paidInFullLetterJob(deps),
    bankInboxJob(money),
    returnRateJob(money),
  ]
  return { routes, jobs }
}

function agreementFeature(deps: Deps): Feature {
  const finisher = createSigningFinisher(deps)
  const jobs = [finishSigningJob(finisher), expireCeremoniesJob(deps)]
  return { routes: agreementRoutes(deps, finisher), jobs }
}

function applicationFeature(deps: Deps, sessions: SessionService): Feature {
  const limitedSessions = {
    async open(unit: UnitOfWork, { portfolioId, applicationNo }: ApplicationKey, browser: boolean) {
      const session = await sessions.open(unit, { kind: 'limited', portfolioId, applicationNo }, browser)
      return sessionView(session, deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)
    },
  }
  return {
    routes: applicationRoutes({ ...deps, limitedSessions }),
    jobs: [deleteUnattachedJob(deps), inviteBackJob(deps)],
  }
}

function identityFeature(deps: Deps, sessions: SessionService): Feature {
  const { keys, random, config } = deps
  const parts: IdentityParts = {
    ...deps,
    sessions,
    passwords: createPasswordHasher(keys.known('password pepper'), random, config.passwordHashesAtOnce),
    commonPasswords: loadCommonPasswords(config.commonPasswordsFile),
    lookups: createLoanLookups(deps),
  }
  return { routes: identityRoutes(parts), jobs: [linkMailJob(parts)] }
}

const portfolioOfResource =
  ({ database, cipher, clock }: Deps) =>
  async (token: string): Promise<number | undefined> => {
    const resource = await findResource(database.db, cipher, hashToken(token))
    return resource !== undefined && clock.now() < resource.expiresAt ? resource.portfolioId : undefined
  }

/** A crash between a job and the note that it is done runs it again. */
function marked({ mark }: Pick<World, 'mark'>, job: JobDefinition): JobDefinition {
  if (mark === undefined) return job
  return {
    ...job,
    async run(data) {
      await job.run(data)
      mark('job: done, before that is noted')
    },
  }
}

/** A job sees the same portfolio data from its first look to its last, like a request. */
function underOneVersion(portfolios: LivePortfolios, job: JobDefinition): JobDefinition {
  return { ...job, run: (data) => portfolios.pin()(() => job.run(data)) }
}

function createDeps(
  world: World & Pick<Deps, 'portfolios' | 'observability' | 'holidays'>,
  jobs: JobQueue,
  seals: Deps['seals'],
): Deps {
  const { keys, random, database, clock } = world
  const cipher = openFieldCipher(keys, random)
  return {
    ...world,
    cipher,
    jobs,
    calendar: world.holidays.calendar,
    units: createUnitsOfWork(database, clock, world.observability.tracing),
    notices: createNoticeOutbox({ ...world, cipher, jobs }),
    tickets: observedBoard(world.observability, ticketBoard),
    limits: createAttemptLimits(keys.derive('attempt limits')),
    disk: openDiskWatch(world),
    seals,
  }
}

interface AppParts {
  readonly deps: Deps
  readonly sessions: SessionService
  readonly binding: BrowserBinding
  readonly readiness: Readiness
  readonly all: readonly Feature[]
  readonly rowsAreFenced: boolean
}

function buildApp({
  deps,
  sessions,
  binding,
  readiness,
  all,
  rowsAreFenced,
}: AppParts): Promise<FastifyInstance> {
  const { config, log, clock, cipher, keys, portfolios, units, observability, disk } = deps
  return buildServer({
    config,
    log,
    clock,
    portfolioByHost: (host) => portfolios.byHost(host)?.portfolio,
    pictureOf: (portfolioId, name) => portfolios.byId(portfolioId)?.pictures.get(name),
    pinPortfolios: () => portfolios.pin(),
    resolveActor: (credentials) => sessions.resolve(credentials),
    writes: createIdempotentWrites(
      units,
      createIdempotencyRepository(cipher),
      keys.derive('idempotency digest'),
    ),
    binding,
    rowsAreFenced,
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
      tick: (unit) => ready().tick(unit),
      drain: () => ready().drain(),
    },
    set(next) {
      runner = next
    },
  }
}
