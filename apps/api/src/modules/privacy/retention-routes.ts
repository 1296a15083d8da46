import {
  liftLegalHoldCall,
  listLegalHoldCall,
  previewRetentionCall,
  runRetentionCall,
  setLegalHoldCall,
} from '@dolphin/contract/retention-staff'
import { listHolds } from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import { RETENTION_VERSION } from '@dolphin/domain/retention/schedule'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { onceByKey } from '../../http/once-by-key.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { enterHold, enterLift } from './legal-hold.ts'
import { type ClassTally, previewRetention, runRetention } from './retention-round.ts'

/** What is past its period, and what may not be erased although it is. */
export const retentionRoutes = (deps: Deps): RouteDefinition[] => [
  operationsRoute(previewRetentionCall, async () => ok(tallyView(await previewRetention(deps)))),
  operationsRoute(runRetentionCall, ({ write }) =>
    onceByKey(write, async () => {
      const tally = tallyView(await runRetention(deps))
      return await write(() => Promise.resolve(ok(tally)))
    }),
  ),
  operationsRoute(setLegalHoldCall, ({ body, actor, write }) =>
    write((unit) => enterHold(deps, unit, body, entererOf(actor))),
  ),
  operationsRoute(liftLegalHoldCall, ({ body, actor, write }) =>
    write((unit) => enterLift(deps, unit, body, entererOf(actor))),
  ),
  operationsRoute(listLegalHoldCall, async ({ query }) => {
    const zone = deps.portfolios.byId(query.portfolioId)?.portfolio.timeZone ?? NEW_YORK
    const holds = await listHolds(deps.database.db, deps.cipher, query.portfolioId)
    return ok({
      holds: holds.map(({ holdNo, scope, subject, reason, setBy, confirmedBy, liftReason, ...one }) => ({
        holdNo,
        scope,
        subject,
        reason,
        setBy,
        confirmedBy,
        setAt: isoInZone(one.setAt, zone),
        liftedAt: one.liftedAt === null ? null : isoInZone(one.liftedAt, zone),
        liftReason,
      })),
    })
  }),
]

const tallyView = (classes: readonly ClassTally[]) => ({
  version: RETENTION_VERSION,
  classes: classes.map(({ oldest, ...one }) => ({
    ...one,
    oldest: oldest === null ? null : isoInZone(oldest, NEW_YORK),
  })),
})
