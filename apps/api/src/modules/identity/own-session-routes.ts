import { endSessionCall, listSessionCall, MOST_LISTED_SESSIONS } from '@dolphin/contract/identity-sessions'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { endSessionsOf, listSessionsOf } from '@dolphin/database/identity/session-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { checkCurrentPassword } from './current-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { IDLE_MS } from './session-service.ts'

/** Where a customer is signed in, and the way to end that elsewhere. Source: ASVS 7.5.2. */
export function ownSessionRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [listRoute(deps), endRoute(deps)]
}

function listRoute({ database }: IdentityDeps): RouteDefinition {
  return customerRoute(listSessionCall, async ({ actor, portfolio, now }) => {
    const live = { now, seenAfter: new Date(now.getTime() - IDLE_MS) }
    const listed = await listSessionsOf(database.db, actor, live, MOST_LISTED_SESSIONS)
    const sessions = listed.map(({ sessionId, browser, system, createdAt, lastSeenAt }) => ({
      sessionId,
      browser,
      system,
      startedAt: isoInZone(createdAt, portfolio.timeZone),
      lastSeenAt: isoInZone(lastSeenAt, portfolio.timeZone),
      current: sessionId === actor.sessionId,
    }))
    return ok({ sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)) })
  })
}

function endRoute(deps: IdentityDeps): RouteDefinition {
  return customerRoute(endSessionCall, async ({ body, actor, write }) => {
    const right = await checkCurrentPassword(deps, actor, body.currentPassword, 'currentPassword')
    if (!right.ok) return right
    const choice = body.which === 'one' ? { onlySession: body.sessionId } : { exceptToken: actor.tokenHash }
    return write(async (unit) => {
      const { tx, now } = unit
      const { portfolioId, openId } = actor
      const ended = await endSessionsOf(tx, actor, now, choice)
      const by = { portfolioId, subject: openId, actor: `customer:${openId}`, at: now }
      if (ended > 0) await appendAudit(tx, { ...by, action: 'sessionsEnded', facts: { ended } })
      return ok({ done: true })
    })
  })
}
