import { deleteUnattached } from '@dolphin/database/applications/application-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { isOver, moveLoan } from '../loans/loan-moves.ts'

export const DELETE_UNATTACHED_JOB = 'delete-unattached-applications'
const HOUR_SECONDS = 3_600
/** What was begun in guidance and never came to an account is kept for a week. Source: domain.md §1. */
const KEPT_MS = 7 * 24 * 3_600_000

type NeededDeps = Pick<Deps, 'units' | 'clock' | 'portfolios' | 'tickets'>

/** Deletes such applications with all their answers; their loans, which hold no personal data, lapse. */
export function deleteUnattachedJob(deps: NeededDeps): JobDefinition {
  return {
    name: DELETE_UNATTACHED_JOB,
    everySeconds: HOUR_SECONDS,
    async run() {
      await deps.units.write(async (unit) => {
        const before = new Date(unit.now.getTime() - KEPT_MS)
        for (const key of await deleteUnattached(unit.tx, before)) {
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
