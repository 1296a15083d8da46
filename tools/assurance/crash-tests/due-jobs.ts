import { PgBoss } from 'pg-boss'
import type { TestApi } from '@dolphin/api/testing/api-fixture'

/**
 * Lets the queue's own time pass, which is not the lender's: what a dead process had begun is given up by the queue's
 * supervision and waits for another try, and what was to wait is due.
 */
export async function letJobsFallDue({ database }: TestApi): Promise<void> {
  const begun = await database.executeSql(
    `update pgboss.job set started_on = started_on - interval '1 day' where state = 'active' returning id`,
  )
  if (begun.rows.length > 0) {
    await database.executeSql(`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
    const supervisor = new PgBoss({
      db: { executeSql: (text, values) => database.executeSql(text, values) },
      backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
      schedule: false,
    })
    await supervisor.supervise()
  }
  await database.executeSql(
    `update pgboss.job set start_after = pgboss.job_now() - interval '1 second'
      where state in ('created', 'retry') and start_after > pgboss.job_now()`,
  )
}

/** Jobs that are not done: how many of each kind, and in which state. */
export async function unfinishedJobs({ database }: TestApi): Promise<string[]> {
  const { rows } = await database.executeSql(
    `select name, state::text as state, count(*)::int as count from pgboss.job
      where state <> 'completed' group by name, state order by name`,
  )
  return (rows as { name: string; state: string; count: number }[]).map(
    ({ name, state, count }) => `${count} × job ${name} is ${state}`,
  )
}
