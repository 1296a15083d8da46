import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import {
  endSessionsOf,
  findSession,
  insertSession,
  type Session,
  touchSession,
} from '@dolphin/database/identity/session-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { GrantType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { type Actor, ANONYMOUS, type Credentials, type SessionActor } from '../../http/actor.ts'
import type { BrowserBinding } from '../../http/browser-binding.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { hashToken, newId, newToken, sameDigest } from '../../security/secrets.ts'
import { deviceName } from '../../http/device-name.ts'
import type { UserCredentials } from './user-credential.ts'

/** Without activity a session ends after 30 minutes, in any case after 12 hours. Source: domain.md §12. */
export const IDLE_MS = 30 * MINUTE_MS
const ABSOLUTE_MS = 12 * HOUR_MS
const TOUCH_MS = 60_000

export interface OpenedSession {
  readonly accessToken: string
  readonly userCredential: string
  readonly sessionId: string
  readonly channelId: string
  readonly portfolioId: number
  readonly idleExpiresAt: Date
  readonly expiresAt: Date
}

export type SessionSubject =
  | {
      readonly kind: 'customer'
      readonly owner: Owner
      /** Its owner is shown where they are signed in. */
      readonly userAgent: string
      /** Of the session that the browser had until now: the new one takes its place. Source: ASVS 7.2.4. */
      readonly bindingCookie?: string | undefined
    }
  | { readonly kind: 'limited'; readonly portfolioId: number; readonly applicationNo: string }

export interface SessionService {
  /** Opens a session; `browser` binds it to the cookie that the route sets. */
  open(unit: UnitOfWork, subject: SessionSubject, browser: boolean): Promise<OpenedSession>
  /** Who these credentials are, or why they are not good. Source: domain.md §12. */
  resolve(credentials: Credentials): Promise<Result<Actor>>
  /** Whether a session still lives, for an open channel that has to end with it. */
  isAlive(session: Session, now: Date): boolean
}

type NeededDeps = Pick<Deps, 'database' | 'clock' | 'random'> & {
  readonly credentials: UserCredentials
  readonly binding: BrowserBinding
}

export function createSessionService(deps: NeededDeps): SessionService {
  const noteUse = createUseNotes(deps.database)
  return {
    open: (unit, subject, browser) => open(deps, unit, subject, browser),
    resolve: (credentials) => resolve(deps, noteUse, credentials),
    isAlive,
  }
}

async function open(
  { random, credentials, binding }: NeededDeps,
  unit: UnitOfWork,
  subject: SessionSubject,
  browser: boolean,
): Promise<OpenedSession> {
  const { now } = unit
  const accessToken = newToken(random)
  const [sessionId, channelId] = [newId(random), newId(random)]
  const expiresAt = new Date(now.getTime() + ABSOLUTE_MS)
  const { portfolioId, openId, grantType } = claimsOf(subject)
  if (subject.kind === 'customer' && subject.bindingCookie !== undefined) {
    await endSessionsOf(unit.tx, subject.owner, now, { onlyCookie: hashToken(subject.bindingCookie) })
  }
  await insertSession(unit.tx, {
    tokenHash: hashToken(accessToken),
    sessionId,
    channelId,
    ...(subject.kind === 'customer' ? deviceName(subject.userAgent) : {}),
    portfolioId,
    openId: openId ?? null,
    grantType,
    limitedApplicationNo: subject.kind === 'limited' ? subject.applicationNo : null,
    cookieHash: browser ? hashToken(binding.digest(accessToken)) : null,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expiresAt,
    endedAt: null,
  })
  const userCredential = await credentials.sign({ sessionId, portfolioId, grantType, openId }, now)
  return {
    accessToken,
    userCredential,
    sessionId,
    channelId,
    portfolioId,
    idleExpiresAt: new Date(now.getTime() + IDLE_MS),
    expiresAt,
  }
}

function claimsOf(subject: SessionSubject) {
  switch (subject.kind) {
    case 'customer':
      return { ...subject.owner, grantType: GrantType.customer }
    case 'limited':
      return { portfolioId: subject.portfolioId, openId: undefined, grantType: GrantType.customer }
  }
}

async function resolve(deps: NeededDeps, noteUse: NoteUse, given: Credentials): Promise<Result<Actor>> {
  const { accessToken, userCredential } = given
  if (accessToken === undefined) return ok(ANONYMOUS)
  if (userCredential === undefined) return refuse('identityInformationMissing')
  const claims = await deps.credentials.read(userCredential)
  if (claims === undefined) return refuse('credentialInvalid')
  const now = deps.clock.now()
  const tokenHash = hashToken(accessToken)
  const session = await findSession(deps.database.db, tokenHash)
  // A token we do not know was swept away after its end, or never was; both send the browser to sign in.
  if (session === undefined) return refuse('tokenOutdated')
  const belongs =
    claims.sessionId === session.sessionId &&
    claims.portfolioId === session.portfolioId &&
    claims.grantType === session.grantType &&
    (claims.openId ?? null) === session.openId &&
    session.portfolioId === given.portfolioId &&
    session.grantType === GrantType.customer &&
    (given.channelId === undefined || session.channelId === given.channelId)
  if (!belongs || !fitsBrowser(session, given.bindingCookie)) return refuse('credentialInvalid')
  if (!isAlive(session, now)) return refuse('tokenOutdated')
  // A page reopens its channel by itself, with or without a user present: that does not extend the session.
  if (given.channelId === undefined) await noteUse(session, now)
  return ok(actorOf(session))
}

/** A session bound to a browser opens only with that browser's cookie. Source: design/security.md D2. */
function fitsBrowser({ cookieHash }: Session, cookie: string | undefined): boolean {
  return cookieHash === null || (cookie !== undefined && sameDigest(hashToken(cookie), cookieHash))
}

function isAlive({ endedAt, expiresAt, lastSeenAt }: Session, now: Date): boolean {
  return endedAt === null && now < expiresAt && now.getTime() - lastSeenAt.getTime() < IDLE_MS
}

type NoteUse = (session: Session, now: Date) => Promise<void>

/**
 * Notes that a session is used, at most once a minute. One of its requests writes the note and waits until it is on
 * disk. The others continue; otherwise all of them would wait for that one row, each holding a database connection
 * of its own.
 */
function createUseNotes({ db }: NeededDeps['database']): NoteUse {
  const underWay = new Set<string>()
  return async ({ tokenHash, lastSeenAt }, now) => {
    if (now.getTime() - lastSeenAt.getTime() <= TOUCH_MS || underWay.has(tokenHash)) return
    underWay.add(tokenHash)
    try {
      await touchSession(db, tokenHash, now)
    } finally {
      underWay.delete(tokenHash)
    }
  }
}

function actorOf(session: Session): SessionActor {
  const { sessionId, tokenHash, portfolioId, openId, limitedApplicationNo, authenticatedAt } = session
  if (openId === null) {
    return { kind: 'limited', sessionId, tokenHash, portfolioId, applicationNo: limitedApplicationNo ?? '' }
  }
  return { kind: 'customer', sessionId, tokenHash, openId, portfolioId, authenticatedAt }
}
