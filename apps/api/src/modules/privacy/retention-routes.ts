import type { CallReply } from '@dolphin/contract/call'
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
  operationsRoute(listLegalHoldCall, async ({ query: { portfolioId } }) => {
    const portfolios = deps.portfolios.all.map(({ portfolio }) => portfolio)
    const asked = portfolios.filter((one) => portfolioId === undefined || one.portfolioId === portfolioId)
    const holds = await Promise.all(asked.map((portfolio) => holdsOf(deps, portfolio)))
    return ok({ holds: holds.flat() })
  }),
]

async function holdsOf(
  { database, cipher }: Deps,
  { portfolioId, timeZone }: { readonly portfolioId: number; readonly timeZone: string },
): Promise<CallReply<typeof listLegalHoldCall>['holds']> {
  const holds = await listHolds(database.db, cipher, portfolioId)
  return holds.map(({ holdNo, scope, subject, reason, setBy, confirmedBy, liftReason, ...one }) => ({
    holdNo,
    portfolioId,
    scope,
    subject,
    reason,
    setBy,
    confirmedBy,
    setAt: isoInZone(one.setAt, timeZone),
    liftedAt: one.liftedAt === null ? null : isoInZone(one.liftedAt, timeZone),
    liftReason,
  }))
}

const tallyView = (classes: readonly ClassTally[]) => ({
  version: RETENTION_VERSION,
  classes: classes.map(({ oldest, ...one }) => ({
    ...one,
    oldest: oldest === null ? null : isoInZone(oldest, NEW_YORK),
  })),
})
