import { recordBusinessDataCall, saveBehaviorRecordCall } from '@dolphin/contract/tracking'
import { insertBehaviorRecords, insertBusinessEvent } from '@dolphin/database/driver/event-repository'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { isBelievable } from '@dolphin/domain/tracking/behavior'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition, sessionRoute } from '../../http/route.ts'

/** What pages report: business events, and a sample of page and click events; closed lists without personal data. */
export function trackingRoutes({ limits, database }: Pick<Deps, 'limits' | 'database'>): RouteDefinition[] {
  return [
    sessionRoute(recordBusinessDataCall, async ({ body, actor, portfolio, origin, now: at, write }) => {
      const wait =
        (await limits.take(database.db, 'eventsOfSession', actor.sessionId, at)) ??
        (await limits.take(database.db, 'eventsOfNetwork', origin.ip, at))
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      return write(async ({ tx, now }) => {
        const openId = actor.kind === 'customer' ? actor.openId : null
        const { portfolioId } = portfolio
        await insertBusinessEvent(tx, {
          portfolioId,
          customerKey: openId ?? STORED_NAMES.customerKey.none,
          openId,
          ...body,
          at: now,
        })
        return ok({ accepted: true })
      })
    }),
    publicRoute(saveBehaviorRecordCall, async ({ body, portfolio, origin, now, write }) => {
      const wait = await limits.take(database.db, 'behaviorRecords', origin.ip, now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      return write(async ({ tx }) => {
        const records = body.records
          .filter(({ at }) => isBelievable(new Date(at), now))
          .map(({ source, event, route, name, value, at }) => ({
            portfolioId: portfolio.portfolioId,
            source,
            event,
            payload: { route, name, value },
            at: new Date(at),
          }))
        await insertBehaviorRecords(tx, records)
        return ok({ accepted: records.length })
      })
    }),
  ]
}
