import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { type Executor, sqlRunnerOf } from '@dolphin/database/driver/executor'
import type { Database } from '@dolphin/database/driver/open'
import { sql } from 'drizzle-orm'
import { PgBoss, type QueuePolicy } from 'pg-boss'

interface QueueRow extends Record<string, unknown> {
  readonly name: string
  readonly policy: QueuePolicy
  readonly retry_limit: number
  readonly retry_delay: number
  readonly retry_backoff: boolean
}

interface JobRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly data: object | null
  readonly singleton_key: string | null
  readonly start_after: Date
}

/** A job that still has to run, and the queue it waits in. */
export interface WaitingJobs {
  readonly queues: readonly QueueRow[]
  readonly jobs: readonly JobRow[]
}

const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** Those that were running when the server was killed run again: running twice comes to the same as once. */
const STILL_TO_RUN = sql`('created', 'retry', 'active')`

/** What the queue still has to do. What is done, and what rests as failed, stays behind: nothing reads it again. */
export async function readWaitingJobs(executor: Executor): Promise<WaitingJobs> {
  const { rows: found } = await executor.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  )
  if (found[0]?.there !== true) return { queues: [], jobs: [] }
  const { rows: queues } = await executor.execute<QueueRow>(
    sql`select name, policy, retry_limit, retry_delay, retry_backoff from pgboss.queue
      where name not like '\\_\\_pgboss%' order by name`,
  )
  const { rows: jobs } = await executor.execute<JobRow>(
    sql`select id, name, data, singleton_key, start_after from pgboss.job
      where state in ${STILL_TO_RUN} and name not like '\\_\\_pgboss%' order by created_on, id`,
  )
  return { queues, jobs }
}

/** Makes the queue's own tables and the queues, empty, on a server that has none. */
export async function prepareQueues(target: Database, { queues }: WaitingJobs): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => target.executeSql(text, values) },
    backend: 'postgres',
    schedule: false,
    supervise: false,
    monitorVacuum: false,
    reindex: false,
    queueCacheIntervalSeconds: DAY_SECONDS,
  })
  boss.on('error', () => undefined)
  await boss.start()
  for (const queue of queues) {
    const {
      name,
      policy,
      retry_limit: retryLimit,
      retry_delay: retryDelay,
      retry_backoff: retryBackoff,
    } = queue
    await boss.createQueue(name, { policy, retryLimit, retryDelay, retryBackoff })
    // Fills the cache, as at a server's start: an insert in the transaction must not ask for a second session.
    await boss.findJobs(name, { id: NO_JOB })
  }
  return boss
}

/** Queues the jobs in the target's transaction under the numbers that they had. */
export async function moveJobs(boss: PgBoss, to: Executor, { jobs }: WaitingJobs): Promise<void> {
  for (const { id, name, data, singleton_key: singletonKey, start_after: startAfter } of jobs) {
    await boss.insert(
      name,
      [
        {
          id,
          startAfter,
          ...(data === null ? {} : { data }),
          ...(singletonKey === null ? {} : { singletonKey }),
        },
      ],
      { db: sqlRunnerOf(to) },
    )
  }
}
