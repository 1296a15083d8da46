import type { ForReaders } from '../reader-words.ts'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Readable } from 'node:stream'
import type { Call, CallReply, CallRequest } from '@dolphin/contract/call'
import { assert } from '@dolphin/domain/assert'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { UnitOfWork } from '../unit-of-work.ts'
import {
  type Actor,
  ANONYMOUS,
  type AnonymousActor,
  assertCustomer,
  assertEmployee,
  assertSession,
  type CustomerActor,
  type EmployeeActor,
  type SessionActor,
} from './actor.ts'
import type { BrowserCookies } from './browser-binding.ts'
import type { DeskVisit } from './desk.ts'
import type { Result } from '../refusal.ts'

/** Where a request came from; for the audit, limits and evidence, never for deciding who someone is. */
export interface RequestOrigin {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** Scheme and host for links in mails: `https://loans.example.com`. In production never the request's own. */
  readonly baseUrl: string
  /** A browser that holds cookies for us: its sessions are bound to one. */
  readonly browser: boolean
}

export interface Upload {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** Aborts when its sender is gone: nothing more needs to be read of it. */
  readonly gone: AbortSignal
}

/** What a route with `replyType: 'file'` answers; sent outside the envelope, as an attachment unless inline. */
export interface FileReply {
  readonly fileName: string
  readonly contentType: string
  /** Whole, or as they are made. */
  readonly bytes: Uint8Array | Readable
  readonly inline?: boolean
}

interface SharedContext {
  /** Of the reader, as the page asked for it. Texts of an answer may stand in every language instead. */
  readonly locale: Locale
  readonly origin: RequestOrigin
  readonly now: Date
  /** The file of a multipart call; undefined where none was sent. */
  readonly upload: Upload | undefined
  /** Of the browser that asks: what binds it to its session, and the device it is known as. */
  readonly cookies: BrowserCookies
  /** Lets browser and proxies keep this answer; the server adds the ETag and answers 304 by itself. */
  readonly cacheFor: (maxAgeSeconds: number) => void
  /** Where the handler answers with the same object as before, what was written of it then is sent again. */
  readonly commitWrites: () => void
}

/** Where the request stands: at the pages of a portfolio, or at the lender's desk. */
interface AtPortfolio {
  readonly portfolio: Portfolio
}
interface AtDesk {
  readonly desk: DeskVisit
}

export type RouteContext<C extends Call, Who extends Actor, Place = AtPortfolio> = SharedContext &
  Place &
  CallRequest<C> & {
    readonly actor: Who
    /**
     * One transaction around the work. Where the call is idempotent, its key is spent in the same transaction,
     * and a repeated request gets the first answer without the work being done again.
     */
    readonly write: (
      work: (unit: UnitOfWork) => Promise<Result<ForReaders<CallReply<C>>>>,
    ) => Promise<Result<CallReply<C>>>
  }

/** A call of the contract with its handler, types put away; `server.ts` registers it. */
export interface RouteDefinition {
  readonly call: Call
  readonly handle: (context: AnyContext) => Promise<Result<unknown>>
}

type Handler<C extends Call, Who extends Actor, Place = AtPortfolio> = (
  context: RouteContext<C, Who, Place>,
) => Promise<Result<ForReaders<CallReply<C>>>>

/** What a handler is given, whichever place it is for. */
export type AnyContext = RouteContext<Call, Actor, Partial<AtPortfolio & AtDesk>>

/** Ties a public or resource call to its handler. The actor may be anyone but an employee. */
export function publicRoute<C extends Call>(call: C, handler: Handler<C, Actor>): RouteDefinition {
  assert(call.access === 'public' || call.access === 'resource', `${call.name} is not public`)
  return define(call, handler, (actor) => actor)
}

/** Ties a public call that the desk answers too to its handler: there it stands at no portfolio. */
export function sharedRoute<C extends Call>(
  call: C,
  handler: Handler<C, Actor, Partial<AtPortfolio>>,
): RouteDefinition {
  assert(call.access === 'public' && call.staff !== undefined, `${call.name} is not for both hosts`)
  return define(call, handler, (actor) => actor)
}

/** Ties a call for a signed-in customer or the limited session of a resource to its handler. */
export function sessionRoute<C extends Call>(call: C, handler: Handler<C, SessionActor>): RouteDefinition {
  assert(call.access === 'session', `${call.name} is not for sessions`)
  return define(call, handler, assertSession)
}

/** Ties a call for a signed-in customer to its handler. */
export function customerRoute<C extends Call>(call: C, handler: Handler<C, CustomerActor>): RouteDefinition {
  assert(call.access === 'customer', `${call.name} is not for customers`)
  return define(call, handler, assertCustomer)
}

/** Ties an operations call to its handler. */
export function operationsRoute<C extends Call>(
  call: C,
  handler: Handler<C, EmployeeActor, AtDesk>,
): RouteDefinition {
  assert(call.access === 'operations', `${call.name} is not for operations`)
  return define(call, handler, assertEmployee)
}

/** Ties a call by which employees come in at the desk to its handler; no one is signed in yet. */
export function deskRoute<C extends Call>(
  call: C,
  handler: Handler<C, AnonymousActor, AtDesk>,
): RouteDefinition {
  assert(call.access === 'public', `${call.name} is not for those who come in`)
  return define(call, handler, () => ANONYMOUS)
}

/** Ties a signed-in customer's download to its handler; the bytes leave outside the envelope. */
export function customerFileRoute<C extends Call>(
  call: C,
  handler: (context: RouteContext<C, CustomerActor>) => Promise<Result<FileReply>>,
): RouteDefinition {
  assert(call.access === 'customer' && call.replyType === 'file', `${call.name} is no customer's download`)
  return define(call, handler, assertCustomer)
}

/** Ties the download of a mailed link's holder to its handler; the bytes leave outside the envelope. */
export function linkFileRoute<C extends Call>(
  call: C,
  handler: (context: RouteContext<C, Actor>) => Promise<Result<FileReply>>,
): RouteDefinition {
  assert(call.access === 'resource' && call.replyType === 'file', `${call.name} is no download of a link`)
  return define(call, handler, (actor) => actor)
}

/** Ties an employee's download to its handler; the bytes leave outside the envelope. */
export function operationsFileRoute<C extends Call>(
  call: C,
  handler: (context: RouteContext<C, EmployeeActor, AtDesk>) => Promise<Result<FileReply>>,
): RouteDefinition {
  assert(call.access === 'operations' && call.replyType === 'file', `${call.name} is no employee's download`)
  return define(call, handler, assertEmployee)
}

function define<C extends Call, Who extends Actor, Place>(
  call: C,
  handler: (context: RouteContext<C, Who, Place>) => Promise<Result<unknown>>,
  narrow: (actor: Actor) => Who,
): RouteDefinition {
  return {
    call,
    handle(context) {
      narrow(context.actor)
      // The server parsed the request with this very call's schemas and the actor was just narrowed.
      return handler(context as unknown as RouteContext<C, Who, Place>)
    },
  }
}
