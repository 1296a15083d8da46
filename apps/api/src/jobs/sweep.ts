import { sweepEnded, type Swept } from '@dolphin/database/driver/sweep-repository'
import { ok } from '@dolphin/domain/outcome'
import { TRACKING_RETENTION_DAYS } from '@dolphin/domain/tracking/business-event'
import type { Deps } from '../deps.ts'
import type { JobDefinition } from '../ports/job-queue.ts'

export const SWEEP_JOB = 'sweep-ended-rows'
const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1_000
const BATCH = 500

/** How long a row outlives its end: as long as it can still explain a refusal ("this link has expired"). */
const KEPT_MS: Readonly<Record<Swept, number>> = {
  sessions: DAY_MS,
  loginCodes: DAY_MS,
  devices: 0,
  resources: 30 * DAY_MS,
  // Kept for 24 hours, which is their end (contract.md).
  idempotencyKeys: 0,
  rateLimits: 0,
  employeeSessions: DAY_MS,
  employeeChallenges: DAY_MS,
  employeeTerminals: DAY_MS,
  behaviorRecords: TRACKING_RETENTION_DAYS.behaviorRecords * DAY_MS,
}

/** Deletes ended rows every night, in small transactions: no request waits for the sweep. */
export function sweepJob({ units }: Pick<Deps, 'units'>): JobDefinition {
  return {
    name: SWEEP_JOB,
    everySeconds: DAY_SECONDS,
    async run() {
      for (const what of Object.keys(KEPT_MS) as Swept[]) {
        for (let removed = BATCH; removed === BATCH; ) {
          const batch = await units.write(async ({ tx, now }) =>
            ok(await sweepEnded(tx, what, new Date(now.getTime() - KEPT_MS[what]), BATCH)),
          )
          removed = batch.ok ? batch.value : 0
        }
      }
    },
  }
}
