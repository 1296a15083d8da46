import type { Database } from '@dolphin/database/driver/open'

/** A queue as it is over all nodes. */
export interface QueueState {
  readonly job: string
  readonly due: number
  readonly active: number
  /** Out of tries; they rest for as long as pg-boss keeps them. */
  readonly failed: number
  /** For how long the oldest due job has waited; 0 where none does. */
  readonly ageSeconds: number
}

/** Every queue of the product, also an empty one; pg-boss' own are left out. */
export async function readQueues(database: Pick<Database, 'executeSql'>): Promise<readonly QueueState[]> {
  const { rows } = await database.executeSql(
    `select q.name as job,
        count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= pgboss.job_now())::integer as due,
        count(j.id) filter (where j.state = 'active')::integer as active,
        count(j.id) filter (where j.state = 'failed')::integer as failed,
        coalesce(extract(epoch from pgboss.job_now() - min(j.start_after)
          filter (where j.state in ('created', 'retry') and j.start_after <= pgboss.job_now())), 0)::float8 as "ageSeconds"
      from pgboss.queue q
      left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
      where q.name not like '\\_\\_pgboss%'
      group by q.name order by q.name`,
  )
  return rows as QueueState[]
}
