import { readerLanguage, speaking } from './request-language.ts'
import { inLanguage } from '../reader-words.ts'
import { ok } from '@dolphin/domain/outcome'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { Readable } from 'node:stream'
import { type Call, isAtDesk, isOfDesk, routePath } from '@dolphin/contract/call'
import { withRowSecurity } from '@dolphin/database/driver/row-security'
import { FailureEnvelopeSchema, success, successEnvelopeSchema } from '@dolphin/contract/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config/config.ts'
import type { Clock } from '@dolphin/domain/time/clock'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { ActsUnderWay } from './acts-under-way.ts'
import type { PersonalClass } from '@dolphin/domain/staff/personal-fields'
import { accessRefusal } from './access-rule.ts'
import { type Actor, type ActorResolver, actorName, ANONYMOUS, type EmployeeActor } from './actor.ts'
import type { BrowserBinding } from './browser-binding.ts'
import { sendCacheable, sendWritten } from './cacheable-reply.ts'
import { sendFailure } from './error-handler.ts'
import { goesOnWhenFull } from './full-disk.ts'
import type { IdempotencyKey, IdempotentWrites } from './idempotency.ts'
import { hostName } from '../config/loopback.ts'
import { type DeskVisit, deskAt, deskVisit } from './desk.ts'
import { answerMirrored, type FindMirrored, mirrorNoOf, mirrorRefusal } from './mirror.ts'
import { isForeignOrigin, readOrigin } from './origin.ts'
import type { AnyContext, FileReply, RouteDefinition } from './route.ts'
import { hiddenInReply, shownTo } from './personal-reply.ts'
import { type MultipartForm, readMultipart } from './multipart-form.ts'
import {
  keptToPortfolio,
  type NamedFields,
  namedFields,
  type RequestParts,
  partSchemas,
} from './request-parts.ts'
import {
  type CustomerRead,
  type FindMatter,
  judgeStaffRequest,
  mayCall,
  type TouchFor,
} from './staff-guard.ts'
import { unwritableInput } from './unwritable-input.ts'
import { networksOf } from '../security/client-network.ts'
import { atPace } from './upload-pace.ts'
import { UPLOAD_PAUSE_SECONDS, type Uploader, type UploadPlaces } from './upload-places.ts'
import type { Result } from '../refusal.ts'
import { hostOf } from './request-host.ts'

/** What every call needs around its handler. */
export interface CallRuntime {
  readonly config: ApiConfig
  readonly clock: Clock
  readonly portfolioByHost: (host: string) => Portfolio | undefined
  /** Runs work under the portfolio data as they are at the pin, whatever is published meanwhile. */
  readonly pinPortfolios: () => <T>(work: () => T) => T
  readonly resolveActor: ActorResolver
  /** Who holds the token of a session at the desk. */
  readonly resolveStaff: (token: string) => Promise<Result<EmployeeActor>>
  /** Whom an employee sees in a view of a customer's own pages. */
  readonly findMirrored: FindMirrored
  /** What a request of staff is about, where it does not say so itself. */
  readonly findMatter: FindMatter
  /** Of an act that releases money: read before it, and spends the touch of a passkey that was given for it, after it. */
  readonly touchFor: TouchFor
  /** Notes that an employee read a customer's file. */
  readonly noteRead: (read: CustomerRead) => Promise<void>
  readonly writes: IdempotentWrites
  readonly acts: ActsUnderWay
  /** The line of files that come in. */
  readonly uploads: UploadPlaces
  readonly binding: BrowserBinding
  /** Whether the database itself keeps a borrower's reads to the borrower's rows. */
  readonly isRowSecurityOn: boolean
}

/** Registers one call: schemas in and out, origin, portfolio, actor, access rule, handler, envelope. */
export function registerCall(app: FastifyInstance, runtime: CallRuntime, route: RouteDefinition): void {
  const { call } = route
  app.route({
    method: call.method,
    url: runtime.config.gatewayPrefix + routePath(call),
    config: { goesOnWhenFull: goesOnWhenFull(call), isOfStaff: call.access === 'operations' },
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    schema: {
      summary: call.summary,
      operationId: call.name,
      tags: [call.source === 'ours' ? 'ours' : call.feature],
      ...partSchemas(call),
      response: {
        ...(call.replyType === 'file' ? {} : { 200: successEnvelopeSchema(call.reply) }),
        '4xx': FailureEnvelopeSchema,
        '5xx': FailureEnvelopeSchema,
      },
    },
    // Before validation, so that a stranger learns nothing about fields.
    preValidation: async (request, reply) => {
      const pinned = runtime.pinPortfolios()
      const { span } = request
      const underOneVersion: typeof pinned = (work) =>
        span === undefined ? pinned(work) : span.within(() => pinned(work))
      request.underOneVersion = underOneVersion
      const refusal = await underOneVersion(() => admit(runtime, route, request, reply))
      if (refusal !== undefined) return void (await sendFailure(request, reply, refusal.name, refusal.detail))
      const unwritable = unwritableInput([request.params, request.query, request.body])
      if (unwritable !== undefined) await sendFailure(request, reply, 'invalidInput', unwritable)
    },
    handler: (request, reply) => {
      const result = () => handle(runtime, route, request, reply)
      return request.underOneVersion === undefined ? result() : request.underOneVersion(result)
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    underOneVersion?: ReturnType<CallRuntime['pinPortfolios']>
    admission?: Pick<AnyContext, 'actor' | 'portfolio' | 'cookies' | 'desk'> & {
      readonly isMirror?: true
      /** In a view: what its employee is not shown. */
      readonly hidden?: ReadonlySet<PersonalClass>
    }
  }
}

async function admit(
  runtime: CallRuntime,
  { call }: RouteDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (call.method !== 'GET' && isForeignOrigin(request))
    return { name: 'originNotAllowed', detail: {} } as const
  const desk = deskAt(request, runtime.config)
  const mirrorNo = desk && mirrorNoOf(request)
  if (desk !== undefined && mirrorNo !== undefined) {
    const { token } = deskVisit(desk, request, reply, runtime.config.mode)
    const found = await runtime.findMirrored(token, mirrorNo)
    if (!found.ok) return found.error
    request.admission = {
      ...found.value,
      cookies: runtime.binding.cookiesOf(request, reply),
      isMirror: true,
    }
    return mirrorRefusal(call, request.body)
  }
  // What employees do stands at the desk alone, and nothing else does. Source: docs/design/console.md, Staff.
  if (desk === undefined ? isOfDesk(call) : !isAtDesk(call)) return { name: 'notFound', detail: {} } as const
  if (desk !== undefined) {
    const visit = deskVisit(desk, request, reply, runtime.config.mode)
    return await admitAtDesk(runtime, call, request, {
      visit,
      cookies: runtime.binding.cookiesOf(request, reply),
    })
  }
  const portfolio = runtime.portfolioByHost(hostName(hostOf(request)))
  if (portfolio === undefined) return { name: 'notFound', detail: {} } as const
  const cookies = runtime.binding.cookiesOf(request, reply)
  const accessToken = singleHeader(request, 'access-token')
  const resolved = await runtime.resolveActor({
    accessToken,
    userCredential: singleHeader(request, 'user-credential'),
    bindingCookie: accessToken === undefined ? undefined : cookies.session,
    portfolioId: portfolio.portfolioId,
  })
  if (!resolved.ok) {
    // A public call with an outdated token is still a public call, unless it makes something of its customer's.
    const isOpen = call.access === 'public' || call.access === 'resource'
    if (!isOpen || call.ownedWhenSignedIn === true) return resolved.error
    request.admission = { actor: ANONYMOUS, portfolio, cookies }
    return undefined
  }
  const refusal = accessRefusal(call, resolved.value)
  if (refusal !== undefined) return { name: refusal, detail: {} }
  request.admission = { actor: resolved.value, portfolio, cookies }
  return undefined
}

/** A browser at the desk shows its cookie, a terminal its credential. */
async function admitAtDesk(
  { resolveStaff }: CallRuntime,
  call: Call,
  request: FastifyRequest,
  { visit, cookies }: { readonly visit: DeskVisit; readonly cookies: AnyContext['cookies'] },
) {
  if (call.staff === undefined) {
    request.admission = { actor: ANONYMOUS, desk: visit, cookies }
    return undefined
  }
  const token = singleHeader(request, 'access-token') ?? visit.token
  if (token === undefined) return { name: 'noIdentity', detail: {} } as const
  const resolved = await resolveStaff(token)
  if (!resolved.ok) return resolved.error
  if (!mayCall(call, resolved.value)) return { name: 'notPermitted', detail: {} } as const
  request.admission = { actor: resolved.value, desk: visit, cookies }
  return undefined
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function handle(
  runtime: CallRuntime,
  route: RouteDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (route.call.requestType !== 'multipart') return answer(runtime, route, request, { reply })
  const gone = goneSignal(reply)
  const release = await runtime.uploads.take(uploaderOf(request), gone)
  if (release === undefined)
    return sendFailure(request, reply, 'tooManyRequests', { retryAfterSeconds: UPLOAD_PAUSE_SECONDS })
  try {
    const form = await atPace(request, reply, runtime.uploads.pace, readMultipart(request, route.call, gone))
    return await answer(runtime, route, request, { reply, form })
  } finally {
    release()
  }
}

/** Aborts when the caller is gone before the answer. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function uploaderOf({ ip, admission }: FastifyRequest): Uploader {
  const actor = admission?.actor ?? ANONYMOUS
  return { networks: networksOf(ip), person: actor.kind === 'anonymous' ? undefined : actorName(actor) }
}

async function answer(
  runtime: CallRuntime,
  route: RouteDefinition,
  request: FastifyRequest,
  { reply, form }: { readonly reply: FastifyReply; readonly form?: MultipartForm },
) {
  const { call } = route
  const unwritable = form && unwritableInput([form.fields, form.upload?.fileName])
  if (unwritable !== undefined) return sendFailure(request, reply, 'invalidInput', unwritable)
  const isMirror = request.admission?.isMirror === true
  // A view writes nothing, so there is no intent of which a key could keep the outcome
  const key = isMirror ? ok(undefined) : runtime.writes.readKey(call, request, form)
  if (!key.ok) return sendFailure(request, reply, key.error.name, key.error.detail)
  const caching = { seconds: 0, commitsWrites: false }
  const locale = readerLanguage(request)
  const context = createContext(runtime, route, request, { form, caching, key: key.value, locale })
  const judged = await forStaff(runtime, call, context)
  if (!judged.ok) return sendFailure(request, reply, judged.error.name, judged.error.detail)
  const work = () => withActorRowSecurity(runtime, call, context.actor, () => route.handle(judged.value))
  const done = isMirror ? await answerMirrored(work) : await inTime(runtime, context, key.value, work)
  const result = done.ok
    ? await shownToReader(runtime, call, judged.value, worded(call, done.value, locale))
    : done
  if (!result.ok) return sendFailure(request, reply, result.error.name, result.error.detail)
  await noteReadOf(runtime, call, judged.value, singleHeader(request, 'staff-reason'))
  if (call.replyType === 'file') return sendFile(reply, result.value as FileReply)
  speaking(reply, locale)
  if (caching.seconds > 0) return sendCacheable(request, reply, result.value, { ...caching, locale })
  if (caching.commitsWrites) return sendWritten(request, reply, result.value, locale)
  return reply.send(success(worded(call, result.value, locale)))
}

/** An act of staff that takes long outlives its request, and is asked for again with its key. */
function inTime(
  { acts }: CallRuntime,
  { actor }: AnyContext,
  key: IdempotencyKey | undefined,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  if (key === undefined || actor.kind !== 'employee') return work()
  return acts.answer({ name: `${actorName(actor)} ${key.key}`, bodyHash: key.bodyHash }, work)
}

/** An answer with what the rights of its employee do not show masked or left out, at the desk and in a view. */
async function shownToReader(
  { findMatter }: CallRuntime,
  call: Call,
  context: AnyContext & { readonly hidden?: ReadonlySet<PersonalClass> },
  value: unknown,
): Promise<Result<unknown>> {
  const { actor, hidden } = context
  if (hidden !== undefined) return shownTo(call, value, hidden)
  if (actor.kind !== 'employee' || call.replyType === 'file') return ok(value)
  return shownTo(call, value, await hiddenInReply(call, actor, namedFields(partsOf(context)), findMatter))
}

/** Who read which customer's file by what, and why as far as they said so; written before the file is sent. */
async function noteReadOf(
  { noteRead }: CallRuntime,
  { name, staff, readsCustomer }: Call,
  context: AnyContext,
  reason: string | undefined,
): Promise<void> {
  const { actor } = context
  if (readsCustomer !== true || actor.kind !== 'employee' || staff?.kind !== 'need') return
  const named = namedFields(partsOf(context))
  await noteRead({ call: name, about: staff.about, actor, named, reason: reason ?? null })
}

/** The context of an employee's request once their roles allow it, kept to a portfolio where it names none. */
async function forStaff(
  { findMatter }: CallRuntime,
  call: Call,
  context: AnyContext,
): Promise<Result<AnyContext>> {
  const { actor } = context
  if (actor.kind !== 'employee') return ok(context)
  const parts = partsOf(context)
  const judged = await judgeStaffRequest(call, actor, namedFields(parts), findMatter)
  if (!judged.ok) return judged
  const portfolioId = judged.value
  if (portfolioId === undefined) return ok(context)
  return ok({ ...context, ...keptToPortfolio(call, parts, portfolioId) })
}

/** What the handler of a context reads; the types of its own call know no other parts. */
const partsOf = (context: AnyContext): RequestParts => context as AnyContext & RequestParts

interface HandlerExtras {
  readonly form: MultipartForm | undefined
  readonly caching: { seconds: number; commitsWrites: boolean }
  readonly key: IdempotencyKey | undefined
  readonly locale: Locale
}

/** What employees read is English, and holds what portfolios say in both languages. */
const worded = (call: RouteDefinition['call'], value: unknown, locale: Locale): unknown =>
  call.access === 'operations' ? value : inLanguage(value, locale)

function createContext(
  runtime: CallRuntime,
  { call }: RouteDefinition,
  request: FastifyRequest,
  { form, caching, key, locale }: HandlerExtras,
): AnyContext {
  const admission = request.admission
  if (admission === undefined) throw new Error('a handler ran before admission')
  const context = {
    params: request.params,
    query: request.query,
    body: form?.fields ?? request.body,
    ...admission,
    origin: readOrigin(request, runtime.config, admission),
    locale,
    now: runtime.clock.now(),
    upload: form?.upload,
    cacheFor(seconds: number) {
      caching.seconds = seconds
    },
    commitWrites() {
      caching.commitsWrites = true
    },
    write: (work: Parameters<IdempotentWrites['write']>[3]) =>
      runtime.writes.write(key, admission.actor, call, async (unit) => {
        const { actor } = admission
        const spend =
          call.touch === undefined || actor.kind !== 'employee'
            ? undefined
            : await runtime.touchFor(unit, call, actor, context.body as NamedFields)
        const result = await work(unit)
        if (!result.ok) return result
        // After the act: who touches learns first whether it can be done at all.
        const touched = await spend?.()
        return touched?.ok === false ? touched : ok(worded(call, result.value, locale))
      }),
  }
  return context
}

/** A call that is for a borrower reads as that borrower; an open one is about whatever its link or body names. */
function withActorRowSecurity<T>(
  { isRowSecurityOn }: CallRuntime,
  { access }: Call,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  const isOwn = access === 'session' || access === 'customer'
  if (!isRowSecurityOn || !isOwn || actor.kind === 'anonymous' || actor.kind === 'employee') return work()
  return withRowSecurity(actor, work)
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const name = file.fileName.replace(/[^A-Za-z0-9._-]/g, '_')
  return reply
    .type(file.contentType)
    .header('content-disposition', `${file.inline === true ? 'inline' : 'attachment'}; filename="${name}"`)
    .serializer((payload: unknown) => payload as string)
    .send(file.bytes instanceof Readable ? file.bytes : Buffer.from(file.bytes))
}
