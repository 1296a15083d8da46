import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../deps.ts'
import type { JobDefinition } from '../ports/job-queue.ts'
import { rotateFields } from '../security/rotate-fields.ts'

const SEAL_RECORDS_JOB = 'seal-under-record-keys'

/**
 * Seals under the keys of their records what a release before this one sealed under the master key alone; once there is
 * nothing it only walks the tables. Begun again it goes on. Source: docs/decisions/record-keys.md.
 */
export const sealRecordsJob = ({
  database,
  cipher,
  log,
}: Pick<Deps, 'database' | 'cipher' | 'log'>): JobDefinition => ({
  name: SEAL_RECORDS_JOB,
  everySeconds: DAY_SECONDS,
  ignoresClock: true,
  async run() {
    // On the first day nodes of the release before may still run: they could not read it.
    if (cipher.records?.areSealing !== true) return
    const sealed = await rotateFields({ database, cipher, writeLine: () => undefined }, 'underRecordKey')
    if (sealed > 0) log.info({ sealed }, 'values from before sealed under the keys of their records')
  },
})
