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

/** A job that rests because it has used up its tries. */
export interface GivenUpJob {
  readonly id: string
  readonly name: string
  /** What it shares with later runs of the same work: its key, or "once" for one that is sent with a key of its own. */
  readonly key: string
  /** Real time, with its offset. */
  readonly failedAt: string
}

/** Keys that pg-boss or we draw for one job alone tell nothing of the work. */
const KEY = `case when singleton_key is null or singleton_key ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then 'once' else singleton_key end`
const INSTANT = `to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const MOST_GIVEN_UP = 500

/** The newest given-up job of each name and key. */
export async function readGivenUpJobs(
  database: Pick<Database, 'executeSql'>,
): Promise<readonly GivenUpJob[]> {
  const { rows } = await database.executeSql(
    `select distinct on (name, ${KEY}) id::text as id, name, ${KEY} as key, ${INSTANT} as "failedAt"
      from pgboss.job
      where state = 'failed' and completed_on is not null and name not like '\\_\\_pgboss%'
      order by name, ${KEY}, completed_on desc limit ${MOST_GIVEN_UP}`,
  )
  return rows as GivenUpJob[]
}

/** Keys of the jobs of a name that were done after an instant of the database's own clock. */
export async function readJobsDoneSince(
  database: Pick<Database, 'executeSql'>,
  name: string,
  instant: string,
): Promise<readonly string[]> {
  const { rows } = await database.executeSql(
    `select distinct ${KEY} as key from pgboss.job
      where name = $1 and state = 'completed' and completed_on > $2::timestamptz`,
    [name, instant],
  )
  return (rows as { readonly key: string }[]).map(({ key }) => key)
}
