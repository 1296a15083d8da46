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
  /** Of real time since then. */
  readonly ageSeconds: number
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
    `select distinct on (name, ${KEY}) id::text as id, name, ${KEY} as key, ${INSTANT} as "failedAt",
        extract(epoch from pgboss.job_now() - completed_on)::float8 as "ageSeconds"
      from pgboss.job
      where state = 'failed' and completed_on is not null and name not like '\\_\\_pgboss%'
      order by name, ${KEY}, completed_on desc limit ${MOST_GIVEN_UP}`,
  )
  return rows as GivenUpJob[]
}

/** The name and key of a job that rests as given up; it stays so until the caller's transaction ends. */
export async function findGivenUpJob(
  database: Pick<Database, 'executeSql'>,
  jobId: string,
): Promise<Pick<GivenUpJob, 'name' | 'key'> | undefined> {
  const { rows } = await database.executeSql(
    `select name, ${KEY} as key from pgboss.job where id = $1::uuid and state = 'failed' for update`,
    [jobId],
  )
  return (rows as Pick<GivenUpJob, 'name' | 'key'>[])[0]
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

/** A server as the job queue notes it, beat by beat. */
export interface QueueNode {
  readonly host: string
  readonly pid: number
  readonly build: string | null
  readonly upSeconds: number
  readonly seenSeconds: number
  readonly isLive: boolean
}

/** After so many beats without a word a node is taken for lost. Source: pg-boss, instance registry. */
const QUIET_BEATS = 3
const MOST_NODES = 200

/** Every server that was heard of within a day and did not stop by itself, the living first. */
export async function readNodes(database: Pick<Database, 'executeSql'>): Promise<readonly QueueNode[]> {
  const { rows } = await database.executeSql(
    `select host, pid, name as build,
        extract(epoch from pgboss.job_now() - started_on)::float8 as "upSeconds",
        extract(epoch from pgboss.job_now() - heartbeat_on)::float8 as "seenSeconds",
        heartbeat_on >= pgboss.job_now() - heartbeat_seconds * ${QUIET_BEATS} * interval '1 second' as "isLive"
      from pgboss.instance
      where stopped_on is null and heartbeat_on > pgboss.job_now() - interval '1 day'
      order by "isLive" desc, started_on limit ${MOST_NODES}`,
  )
  return rows as QueueNode[]
}
