import { deleteUnattached } from '@dolphin/database/applications/application-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { insertErasure, insertKeyRemoval } from '@dolphin/database/retention/erase-repository'
import { listOpenHolds, lockErasing } from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import { dueBefore, RETENTION } from '@dolphin/domain/retention/schedule'
import { HOUR_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { isOver, moveLoan } from '../loans/loan-moves.ts'

export const DELETE_UNATTACHED_JOB = 'delete-unattached-applications'
const { period } = RETENTION.unattachedApplication

type NeededDeps = Pick<Deps, 'units' | 'clock' | 'cipher' | 'portfolios' | 'tickets' | 'calendar'>

/**
 * Deletes applications that were begun in guidance and never came to an account, with all their answers; their loans,
 * which hold no personal data, lapse. Source: domain.md §1.
 */
export function deleteUnattachedJob(deps: NeededDeps): JobDefinition {
  return {
    name: DELETE_UNATTACHED_JOB,
    everySeconds: HOUR_SECONDS,
    async run() {
      await deps.units.write(async (unit) => {
        await lockErasing(unit.tx)
        const holds = await listOpenHolds(unit.tx)
        for (const key of await deleteUnattached(unit.tx, dueBefore(unit.now, period), holds)) {
          const { portfolioId, loanNo, applicationNo } = key
          const line = { portfolioId, subject: `loan/${loanNo}`, cause: 'period' as const, at: unit.now }
          await insertErasure(unit.tx, { ...line, recordClass: 'unattachedApplication' })
          await insertKeyRemoval(
            unit.tx,
            deps.cipher,
            `application/${portfolioId}/${applicationNo}`,
            unit.now,
          )
          const loan = await findLoan(unit.tx, key)
          if (loan === undefined || isOver(loan)) continue
          const cause = 'begun without an account and not attached in 7 days'
          const moved = await moveLoan(deps, unit, loan, { event: 'lapsed', cause, actor: SYSTEM_ACTOR })
          if (!moved.ok) return moved
        }
        return ok(undefined)
      })
    },
  }
}
