import { sweepEnded, type Swept } from '@dolphin/database/driver/sweep-repository'
import { ok } from '@dolphin/domain/outcome'
import { dueBefore, RETENTION, type RetentionClass } from '@dolphin/domain/retention/schedule'
import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../deps.ts'
import type { JobDefinition } from '../ports/job-queue.ts'

export const SWEEP_JOB = 'sweep-ended-rows'
const BATCH = 500

/** What each of them is in the table of retention: a row outlives its end as long as it can still explain a refusal. */
const CLASSES = {
  sessions: 'session',
  loginCodes: 'loginCode',
  devices: 'trustedDevice',
  resources: 'link',
  idempotencyKeys: 'idempotencyKey',
  rateLimits: 'rateLimit',
  employeeSessions: 'employeeSession',
  employeeChallenges: 'employeeChallenge',
  employeeTerminals: 'employeeTerminal',
  employeeBrowsers: 'employeeBrowser',
  employeeTouches: 'employeeTouch',
  employeeMirrors: 'employeeMirror',
  behaviorRecords: 'behaviorRecord',
  providerEvents: 'webhookEvent',
} as const satisfies Readonly<Record<Swept, RetentionClass>>

/** Deletes ended rows every night, in small transactions: no request waits for the sweep. */
export function sweepJob({ units }: Pick<Deps, 'units'>): JobDefinition {
  return {
    name: SWEEP_JOB,
    everySeconds: DAY_SECONDS,
    async run() {
      for (const what of Object.keys(CLASSES) as Swept[]) {
        for (let removed = BATCH; removed === BATCH; ) {
          const batch = await units.write(async ({ tx, now }) =>
            ok(await sweepEnded(tx, what, dueBefore(now, RETENTION[CLASSES[what]].period), BATCH)),
          )
          removed = batch.ok ? batch.value : 0
        }
      }
    },
  }
}
