import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { RoleGrant } from '@dolphin/domain/staff/authority'
import type { StaffSessionKind } from '@dolphin/domain/staff/codes'
import { assert } from '@dolphin/domain/assert'
import type { Refusal } from '../refusal.ts'
import type { Outcome } from '@dolphin/domain/outcome'

export interface AnonymousActor {
  readonly kind: 'anonymous'
}

/** Opened by identity/authenticate: one application, no plan, no signature, no documents, no money. */
export interface LimitedActor {
  readonly kind: 'limited'
  readonly sessionId: string
  readonly tokenHash: string
  readonly portfolioId: number
  readonly applicationNo: string
}

/** A borrower signed in at one portfolio. */
export interface CustomerActor {
  readonly kind: 'customer'
  readonly sessionId: string
  readonly tokenHash: string
  readonly openId: string
  readonly portfolioId: number
  /** When they last proved who they are; steps that move money or contacts ask for a recent proof. */
  readonly authenticatedAt: Date
}

/** Grant EMPLOYEE: operations calls only. */
export interface EmployeeActor {
  readonly kind: 'employee'
  readonly sessionId: string
  readonly employeeId: string
  /** Of the session's token. */
  readonly tokenHash: string
  /** What proved them. */
  readonly factorId: string
  readonly sessionKind: StaffSessionKind
  /** When a passkey that releases money was last touched in this session; null: never. */
  readonly touchedAt: Date | null
  /** Confirmed and not ended, as they stand at this request. */
  readonly roles: readonly RoleGrant[]
  /** The day by which roles count. */
  readonly day: LocalDate
}

export type Actor = AnonymousActor | LimitedActor | CustomerActor | EmployeeActor
export type SessionActor = LimitedActor | CustomerActor

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' }

/** What a request proves itself with. */
export interface Credentials {
  readonly accessToken: string | undefined
  readonly userCredential: string | undefined
  readonly bindingCookie: string | undefined
  readonly portfolioId: number
  /** The channel that they want to open, which has to be their session's own. */
  readonly channelId?: string
}

/**
 * Turns credentials into an actor, or into the refusal that domain.md §12 names. No credentials at all is the
 * anonymous actor; whether that is enough is the route's decision.
 */
export type ActorResolver = (credentials: Credentials) => Promise<Outcome<Actor, Refusal>>

export function assertCustomer(actor: Actor): CustomerActor {
  assert(actor.kind === 'customer', 'a customer route was reached without a customer')
  return actor
}

export function assertEmployee(actor: Actor): EmployeeActor {
  assert(actor.kind === 'employee', 'an operations route was reached without an employee')
  return actor
}

export function assertSession(actor: Actor): SessionActor {
  assert(
    actor.kind === 'customer' || actor.kind === 'limited',
    'a session route was reached without a session',
  )
  return actor
}

/** Who acted, for history and audit: "customer:<openId>", "application:<no>", "employee:<id>", "system". */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return `customer:${actor.openId}`
    case 'limited':
      return `application:${actor.applicationNo}`
    case 'employee':
      return `employee:${actor.employeeId}`
    case 'anonymous':
      return 'anonymous'
  }
}

const EMPLOYEE = 'employee:'

/** The employee whom history names; undefined where it names none. */
export const employeeIdIn = (actor: string): string | undefined =>
  actor.startsWith(EMPLOYEE) ? actor.slice(EMPLOYEE.length) : undefined

/** Who acted where no person did: a job, or a provider's message. */
export const SYSTEM_ACTOR = 'system'
