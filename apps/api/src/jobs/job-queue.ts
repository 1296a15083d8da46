import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { type SqlRunner, sqlRunnerOf } from '@dolphin/database/driver/executor'
import type { Database } from '@dolphin/database/driver/open'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { assert } from '@dolphin/domain/assert'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { describe } from '../http/describe-error.ts'
import { findGivenUpJob } from '../observability/queue-state.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { JobData, JobDefinition, JobQueue, SendOptions } from '../ports/job-queue.ts'

export interface JobRunner extends JobQueue {
  /** Makes the queues; needed before the first send. */
  open(): Promise<void>
  /** Begins to work on the queues. */
  startWorkers(): Promise<void>
  /** Takes no more jobs and lets running ones finish; jobs can still be sent, for other nodes. */
  rest(): Promise<void>
  /** Lets running jobs finish (at most 20 s), then stops. */
  stop(): Promise<void>
}

const ATTEMPTS = 5

/** Each queue is looked into this often for jobs that another node has sent or whose time has come. */
const LOOK_SECONDS = 2

const STOP_LIMIT_MS = 20_000

/** Key of the one waiting run that scheduled ticks and immediate requests for the same round share. */
const TIMETABLE_KEY = 'timetable'

/** Key of the one waiting job that looks for due rows of a table. */
const NUDGE_KEY = 'due'

const NO_JOB = '00000000-0000-0000-0000-000000000000'

/**
 * Jobs in the product's own database. Queues are read at the start, all at once, and made where they are not there yet,
 * because pg-boss would otherwise look them up on a second session in the middle of the first transaction that sends.
 * Those that another node makes meanwhile are asked for once more. `build`: which one this node runs, for its row among
 * the nodes.
 */
export function createJobRunner(
  database: Database,
  definitions: readonly JobDefinition[],
  log: Logger,
  build?: string,
): JobRunner {
  const embedded = database.version().startsWith('PGlite')
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => preparedOn(database).executeSql(text, values).catch(rethrowRace),
    },
    backend: embedded ? 'pglite' : 'postgres',
    schedule: false,
    monitorVacuum: false,
    reindex: false,
    queueCacheIntervalSeconds: DAY_SECONDS,
    ...(build === undefined ? {} : { instanceName: build }),
  })
  // What fails for one queue, pg-boss tells as a copy of the error with the queue's name.
  boss.on('error', (error: Error & { readonly queue?: string }) => {
    const job = byName.get(error.queue ?? '')?.name
    const facts = { ...(job === undefined ? {} : { job }), failure: describe(error) }
    log.error(facts, 'the job queue met a failure')
  })
  const workers = new Map<string, string>()
  const timers: NodeJS.Timeout[] = []
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const wake = (name: string): void => {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  const assertKnown = (name: string): void => assert(byName.has(name), `no job is called ${name}`)
  /** Jobs that a transaction has sent itself and not joined, or has nudged. */
  const sentBy = new WeakMap<UnitOfWork, Set<string>>()
  const sentInOf = (unit: UnitOfWork): Set<string> => {
    const own = sentBy.get(unit) ?? new Set()
    sentBy.set(unit, own)
    return own
  }
  const sendCommitted = async (name: string, data: JobData, options: SendOptions): Promise<void> => {
    try {
      await boss.send(name, data, wished(options))
    } catch (error) {
      log.warn({ job: name, failure: describe(error) }, 'a job was not asked for after a commit')
    }
  }
  return {
    async open() {
      const known = await queuesThere(database)
      await boss.start()
      for (const { name, attempts = ATTEMPTS } of definitions.filter((one) => !known.has(one.name))) {
        // "short": with a singleton key, one waiting job per key.
        await boss.createQueue(name, {
          policy: 'short',
          retryLimit: attempts - 1,
          retryBackoff: true,
          retryDelay: 2,
        })
        // Any read by name fills the cache; this one finds nothing.
        await boss.findJobs(name, { id: NO_JOB })
      }
    },
    async send(unit, name, data, options = {}) {
      assertKnown(name)
      const id = await boss.send(name, data, { db: preparedOn(sqlRunnerOf(unit.tx)), ...wished(options) })
      const job = `${name} ${options.key}`
      const own = sentInOf(unit)
      if (id !== null) own.add(job)
      // The job of somebody else that a transaction joined may have begun before its commit, and seen nothing of it. Asked
      // for again it still waits, or is queued anew. The embedded database has one transaction at a time.
      const isJoined = !embedded && !own.has(job)
      unit.afterCommit(async () => {
        if (isJoined) await sendCommitted(name, data, options)
        wake(name)
      })
    },
    nudge(unit, name) {
      assertKnown(name)
      const job = `${name} ${NUDGE_KEY}`
      const own = sentInOf(unit)
      if (own.has(job)) return
      own.add(job)
      unit.afterCommit(async () => {
        await sendCommitted(name, {}, { key: NUDGE_KEY })
        wake(name)
      })
    },
    async retry(unit, jobId) {
      const db = preparedOn(sqlRunnerOf(unit.tx))
      const job = await findGivenUpJob(db, jobId)
      if (job === undefined || !byName.has(job.name)) return undefined
      await boss.retry(job.name, jobId, { db })
      unit.afterCommit(() => wake(job.name))
      return job
    },
    async startWorkers() {
      for (const { name, run } of definitions) {
        const options = { pollingIntervalSeconds: LOOK_SECONDS }
        const worker = await boss.work<JobData>(name, options, async (jobs) => {
          // Else the next one that waits would have to wait for the next look.
          wake(name)
          for (const job of jobs) await logged(log, name, () => run(job.data))
        })
        workers.set(name, worker)
      }
      for (const definition of definitions) timers.push(...startTimer(boss, definition, log))
    },
    async tick(unit) {
      for (const { name, everySeconds } of definitions) {
        if (everySeconds !== undefined) await this.send(unit, name, {}, { key: TIMETABLE_KEY })
      }
    },
    async runTimetable() {
      for (const definition of definitions) await runOfTimetable(definition, log)
      if (workers.size === 0) await drainQueues(database, boss, definitions)
      else await waitUntilIdle(database)
    },
    drain: () => drainQueues(database, boss, definitions),
    async rest() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await Promise.all([...workers].map(([name, id]) => boss.offWork(name, { id, wait: true })))
      workers.clear()
    },
    stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      return boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: false })
    },
  }
}

/** pg-boss' words for how a job is sent; without a key of its own each job is one of its kind. */
const wished = ({ key, delaySeconds }: SendOptions) => ({
  singletonKey: key ?? randomUUID(),
  ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
})

/** pg-boss makes few texts, each anew for every queue; those with values are long, and asked again and again. */
const preparedOn = (
  runner: Pick<SqlRunner, 'executeSql' | 'executeNamed'>,
): Pick<SqlRunner, 'executeSql'> => ({
  executeSql: (text, values = []) =>
    values.length === 0 ? runner.executeSql(text) : runner.executeNamed(text, values),
})

/** The queues before pg-boss starts: it knows these once it has started, and of later ones not all. */
async function queuesThere(database: Database): Promise<ReadonlySet<string>> {
  const { rows: made } = await database.executeSql("select to_regclass('pgboss.queue') is not null as made")
  if (!(made as { readonly made: boolean }[])[0]?.made) return new Set()
  const { rows } = await database.executeSql('select name from pgboss.queue')
  return new Set((rows as { readonly name: string }[]).map(({ name }) => name))
}

/** By SQLSTATE, the words by which pg-boss knows that another node was faster; they hold no value. */
const RACES: Readonly<Record<string, string>> = {
  '23505': 'already exists',
  '42P06': 'already exists',
  '42P07': 'already exists',
  '42710': 'already exists',
  '22012': 'division by zero',
}

/** Nodes that start together race to make or migrate pg-boss' schema: the loser goes on, once it knows that it lost. */
function rethrowRace(error: unknown): never {
  const code = error instanceof DatabaseFailure ? error.code : ''
  const words = RACES[code]
  throw words === undefined ? error : Object.assign(new Error(words, { cause: error }), { code })
}

/** A run that fails is in the log; the queue runs it again. */
async function logged(log: Logger, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn({ job: name, failure: describe(error) }, 'a job failed')
    throw error
  }
}

/** Nodes tick on their own; the key makes their ticks one waiting job. */
function startTimer(boss: PgBoss, { name, everySeconds }: JobDefinition, log: Logger): NodeJS.Timeout[] {
  if (everySeconds === undefined) return []
  const tick = () => {
    boss.send(name, {}, { singletonKey: TIMETABLE_KEY }).catch((error: unknown) => {
      log.warn({ job: name, failure: describe(error) }, 'a job of the timetable was not queued')
    })
  }
  tick()
  return [setInterval(tick, everySeconds * 1_000).unref()]
}

async function runOfTimetable(
  { name, run, everySeconds, ignoresClock = false }: JobDefinition,
  log: Logger,
): Promise<void> {
  if (everySeconds === undefined || ignoresClock) return
  try {
    await run({})
  } catch (error) {
    log.warn({ job: name, failure: describe(error) }, 'a job of the timetable failed')
  }
}

const IDLE_LIMIT_MS = 15_000
const IDLE_LOOK_MS = 50

/** Until the workers have done what is due, or for so long; what fails waits for its next try and is not due. */
async function waitUntilIdle(database: Database): Promise<void> {
  for (let waited = 0; waited < IDLE_LIMIT_MS; waited += IDLE_LOOK_MS) {
    const { rows } = await database.executeNamed(
      `select count(*)::integer as count from pgboss.job
        where state = 'active' or (state < 'active' and not blocked and start_after <= pgboss.job_now())`,
      [],
    )
    if ((rows as { readonly count: number }[])[0]?.count === 0) return
    await wait(IDLE_LOOK_MS)
  }
}

/** The queues with a job that is due. */
async function dueQueues(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.executeNamed(
    `select distinct name from pgboss.job
      where state < 'active' and not blocked and start_after <= pgboss.job_now()`,
    [],
  )
  return new Set((rows as { readonly name: string }[]).map(({ name }) => name))
}

async function drainQueues(
  database: Database,
  boss: PgBoss,
  definitions: readonly JobDefinition[],
): Promise<number> {
  let done = 0
  for (let busy = true; busy; ) {
    busy = false
    const due = await dueQueues(database)
    for (const { name, run } of definitions.filter((definition) => due.has(definition.name))) {
      const jobs = await boss.fetch<JobData>(name, { batchSize: 20 })
      for (const job of jobs) {
        await run(job.data)
        await boss.complete(name, job.id)
        done += 1
        busy = true
      }
    }
  }
  return done
}
