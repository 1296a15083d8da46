import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { failure } from '@dolphin/contract/envelope'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { Clock } from '@dolphin/domain/time/clock'
import { fastify, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'

import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import type { ApiConfig } from '../config/config.ts'
import type { TrustedProxies } from '../config/mode.ts'
import type { DiskWatch } from '../ports/disk-watch.ts'
import type { Observability } from '../observability/observability.ts'
import type { Readiness } from '../readiness.ts'
import { createActsUnderWay } from './acts-under-way.ts'
import { type CallRuntime, registerCall } from './call-route.ts'
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionOptions,
  cutSlowReaders,
  partFrom,
} from './connection-limits.ts'
import { guardDevelopment } from './development-guard.ts'
import { registerDocumentation } from './documentation.ts'
import { answerError, sendFailure } from './error-handler.ts'
import { refuseWhenFull } from './full-disk.ts'
import { letConnectionsGo, registerHealth } from './health.ts'
import { requestLoggerOf } from './logger.ts'
import { registerNotFound } from './not-found.ts'
import { observeCalls } from './observed-calls.ts'
import { type PictureOf, registerPages } from './pages.ts'
import { presentPath } from './renamed-paths.ts'
import { namesOneHost, originForm } from './request-host.ts'
import { replySerializer } from './reply-serializer.ts'
import { requestValidator } from './request-validator.ts'
import type { RouteDefinition } from './route.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { networksOf, SITE_SHARE } from '../security/client-network.ts'

const BODY_LIMIT_BYTES = 256 * 1024
const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024

export interface ServerDeps extends Omit<CallRuntime, 'acts'> {
  readonly config: ApiConfig
  readonly log: Logger
  /** A published picture of a portfolio as SVG. */
  readonly pictureOf: PictureOf
  readonly portfolioById: (portfolioId: number) => Portfolio | undefined
  /** A route for every call of the contract. */
  readonly routes: readonly RouteDefinition[]
  readonly readiness: Readiness
  readonly observability: Observability
  readonly disk: Pick<DiskWatch, 'isFull'>
  /** How slow a caller may be; CONNECTION_LIMITS by default. */
  readonly connectionLimits?: ConnectionLimits
  /** Pages, channel, development pages: whatever stands outside the gateway prefix. */
  readonly extensions: readonly ((app: FastifyInstance) => Promise<void>)[]
}

/** Builds the server without listening, so that tests can inject requests. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = createApp(deps)
  app.setValidatorCompiler<ZodType>(requestValidator)
  app.setSerializerCompiler<ZodType>(replySerializer)
  app.setErrorHandler(answerError)
  observeCalls(app, deps.observability)
  letConnectionsGo(app, deps.readiness)
  const limits = deps.connectionLimits ?? CONNECTION_LIMITS
  cutSlowReaders(app, limits)
  const acts = createActsUnderWay(limits.actMs)
  app.addHook('onClose', () => acts.settled())
  if (deps.config.mode !== 'production') addServerTimeHeader(app, deps.clock)
  refuseUnclearHost(app)
  guardDevelopment(app, deps.config)
  refusePackedBodies(app)
  registerSecurityHeaders(app)
  await registerLimits(app, deps.config)
  refuseWhenFull(app, deps.disk)
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  // JSON sent as plain text needs no preflight from a page of another site: it is refused (415)
  app.removeContentTypeParser('text/plain')
  await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT_BYTES, files: 1, fields: 20, parts: 21 } })
  registerHealth(app, deps.readiness, deps.config.metricsToken)
  if (deps.config.mode !== 'production') await registerDocumentation(app)
  for (const extend of deps.extensions) await extend(app)
  for (const route of deps.routes) registerCall(app, { ...deps, acts }, route)
  const calls = deps.routes.map(({ call }) => call)
  const respondWithPage = await registerPages(app, deps)
  registerNotFound(app, deps.config.gatewayPrefix, calls, respondWithPage)
  return app
}

function createApp({
  config,
  log,
  connectionLimits: limits = CONNECTION_LIMITS,
}: ServerDeps): FastifyInstance {
  return fastify({
    ...connectionOptions(limits),
    loggerInstance: log,
    childLoggerFactory: requestLoggerOf(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config.trustProxy ?? false),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => presentPath(originForm(url)),
    forceCloseConnections: 'idle',
    // What reaches a server that stops on an open connection is answered as always, and the connection closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler(_error, socket) {
      const body = JSON.stringify(failure('malformedRequest', randomUUID()))
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
      partFrom(socket, head + body, limits)
    },
  }) as unknown as FastifyInstance
}

/** As Fastify takes it: so many hops counted from the connection, or addresses. */
function trustOf(trusted: TrustedProxies) {
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return trusted === false ? false : [...trusted]
}

/** A demonstration's clock may be days ahead: pages learn from its answers what day it is (`server-clock.ts` of the web). */
function addServerTimeHeader(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString())
    done()
  })
}

/** Which portfolio is asked, the host alone says. Source: RFC 9112, section 3.2. */
function refuseUnclearHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (namesOneHost(request)) return done()
    sendFailure(request, reply, 'malformedRequest')
  })
}

/**
 * Rejects compressed request bodies: a small body can expand to an unbounded one, and no client of ours sends any.
 * Source: RFC 9110, section 15.5.16.
 */
function refusePackedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding.toLowerCase() === 'identity') return done()
    sendFailure(request, reply, 'unsupportedMediaType')
  })
}

/** For so long after it began to listen, a server's own start is what its event loop was late for: two samples. */
const SETTLING_MS = 2_500

/** A page brings a dozen hashed files with it; they cost nothing and are cached for a year. */
const UNLIMITED = /^\/(healthz|readyz|assets\/)/

async function registerLimits(app: FastifyInstance, config: ApiConfig): Promise<void> {
  let settledAtMs = 0
  app.addHook('onListen', async () => {
    settledAtMs = performance.now() + SETTLING_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: 2_000,
    retryAfter: 2,
    // Where it sends nothing, the request goes on
    pressureHandler: (request, reply) => {
      if (performance.now() >= settledAtMs)
        void sendFailure(request, reply, 'overloaded', { retryAfterSeconds: 2 })
    },
  })
  app.addHook('onRoute', (route) => {
    if (UNLIMITED.test(route.url)) route.config = { ...route.config, rateLimit: false }
  })
  await limitFloods(app, config.rateLimitPerMinute)
}

/**
 * A per-node shield against floods, in memory because a read may write nothing: by the caller's network, then by the
 * site that it is part of. The limits that protect accounts are counted in the database (attempt-limits.ts).
 */
async function limitFloods(app: FastifyInstance, max: number): Promise<void> {
  const timeWindow = FLOOD_WINDOW_MS
  await app.register(rateLimit, {
    max,
    timeWindow,
    keyGenerator: (request) => networksOf(callerOf(request))[0].name,
  })
  const countSite = app.createRateLimit({
    max: max * SITE_SHARE,
    timeWindow,
    keyGenerator: (request) => siteOf(request) ?? '',
  })
  // After the count of the caller, so that one who has had too much takes nothing from the neighbors.
  app.addHook('preParsing', async (request, reply) => {
    if (siteOf(request) === undefined || request.routeOptions.config.rateLimit === false) return
    const site = await countSite(request)
    if (!site.isAllowed && site.isExceeded)
      await sendFailure(request, reply, 'tooManyRequests', { retryAfterSeconds: site.ttlInSeconds })
  })
}

const FLOOD_WINDOW_MS = 60_000

/** A caller who hung up before its request was read has no address any more. */
const callerOf = ({ socket, ip }: FastifyRequest): string => (socket.destroyed ? '' : ip)

const siteOf = (request: FastifyRequest): string | undefined => networksOf(callerOf(request))[1]?.name
