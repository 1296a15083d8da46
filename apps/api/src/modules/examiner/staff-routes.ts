import { exportRecordsCall, loanTimelineCall, searchAuditCall } from '@dolphin/contract/examiner'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { holdsIn } from '../../http/personal-reply.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { searchAudit } from './audit-search.ts'
import { makeExaminerPack } from './examiner-pack.ts'
import { readTimeline } from './loan-timeline.ts'
import { withoutDecisionFacts } from './record-events.ts'

/** What an examiner reads: the timeline of a loan, the audit stream, and the export of all records. */
export function examinerStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(loanTimelineCall, async ({ params, actor }) => {
      const found = await findAnyLoan(deps.database.db, params.loanNo)
      if (!found.ok) return found
      const timeline = await readTimeline(deps, found.value)
      if (holdsIn(actor, 'decision.read', [found.value.portfolioId])) return ok(timeline)
      return ok({ ...timeline, events: timeline.events.map(withoutDecisionFacts) })
    }),
    operationsFileRoute(exportRecordsCall, ({ body, actor, now }) =>
      makeExaminerPack(deps, { body, actor: actorName(actor), now }),
    ),
    operationsRoute(searchAuditCall, ({ body, actor, write }) =>
      write((unit) => searchAudit(deps, unit, body, actorName(actor))),
    ),
  ]
}
