import {
  listUnnotedEnds,
  lockApproval,
  noteApprovalEnd,
} from '@dolphin/database/approvals/approval-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { contentOf, kindOf } from './assess-approval.ts'
import { auditApproval } from './enter-approval.ts'
import { notifyEnterer } from './notify-enterer.ts'

const JOB = 'end-approvals'
/** The longest that who entered it waits for the mail. */
const EVERY_SECONDS = 60
const BATCH = 100

type NeededDeps = ApprovalDeps & Pick<Deps, 'log' | 'failedWork' | 'observability'>

/**
 * Notes that the days of an approval are over without an answer: what its entry wrote is undone, and who entered it gets a
 * mail. That it counts no more does not wait for this: its end is read. Source: docs/decisions/staff.md.
 */
export const endApprovalsJob = (deps: NeededDeps): JobDefinition => ({
  name: JOB,
  everySeconds: EVERY_SECONDS,
  async run() {
    const round = beginRound(deps, 'approvals')
    const ended = await listUnnotedEnds(deps.database.db, deps.clock.now(), BATCH)
    for (const approvalNo of ended) await round.attempt({ approvalNo }, () => endOne(deps, approvalNo))
    round.finish()
  },
})

const endOne = (deps: NeededDeps, approvalNo: string) =>
  deps.units.write(async (unit) => {
    const approval = await lockApproval(unit.tx, deps.cipher, approvalNo)
    assert(approval !== undefined, 'an approval is never deleted')
    if (!(await noteApprovalEnd(unit.tx, approvalNo, unit.now))) return ok(undefined)
    await kindOf(deps, approval).drop(unit, contentOf(approval).request, SYSTEM_ACTOR)
    await auditApproval(unit, approval, {
      action: 'approvalExpired',
      actor: SYSTEM_ACTOR,
      facts: { enteredBy: approval.enteredBy },
    })
    await notifyEnterer(deps, unit, approval, { kind: 'approvalEnded' })
    return ok(undefined)
  })
