import type { MigrationState } from '@dolphin/database/migration-state'
import type { QueueState } from './observability/queue-state.ts'

/** One thing that was looked at, with the reason where it is not well. */
export interface ReadinessCheck {
  readonly ok: boolean
  readonly reason?: string
  readonly [fact: string]: string | number | boolean | undefined
}

export type CheckName = 'serving' | 'database' | 'migrations' | 'queue'

export interface ReadinessReport {
  readonly ready: boolean
  readonly checks: Readonly<Record<CheckName, ReadinessCheck>>
}

/** Whether a balancer should send requests here. */
export interface Readiness {
  check(): Promise<ReadinessReport>
  /** From now on never ready again: what is under way is finished, nothing new is wanted. */
  drain(): void
  readonly draining: boolean
}

type SchemaState = Pick<MigrationState, 'shipped' | 'missing' | 'isTooOld'>

interface NeededDeps {
  /** One row that says whether the session only reads. */
  readonly askDatabase: () => Promise<{ readonly rows: readonly unknown[] }>
  readonly readMigrations: () => Promise<SchemaState>
  readonly readQueues: () => Promise<readonly QueueState[]>
}

/**
 * Longer than this and the question itself is the answer. Long enough for a busy node: one that left the balancer for
 * being slow would leave its load to nodes that are as busy.
 */
const ANSWER_LIMIT_MS = 5_000
/** Jobs are looked for every 2 s: one that waits this long waits for workers. */
const LATE_SECONDS = 300

/**
 * Checks the database, the schema and the queue. A late queue is reported but makes no node unready: the queue is
 * shared, so every node would leave the balancer at once and take the pages down with the jobs. Our decision,
 * docs/guides/observability.md.
 */
export function createReadiness({ askDatabase, readMigrations, readQueues }: NeededDeps): Readiness {
  let draining = false
  return {
    async check() {
      const [database, migrations, queue] = await Promise.all([
        checked(async () => databaseCheck(await askDatabase())),
        checked(async () => migrationCheck(await readMigrations())),
        checked(async () => queueCheck(await readQueues())),
      ])
      const serving = draining ? { ok: false, reason: 'this server is being stopped' } : { ok: true }
      const ready = serving.ok && database.ok && migrations.ok
      return { ready, checks: { serving, database, migrations, queue } }
    },
    drain() {
      draining = true
    },
    get draining() {
      return draining
    },
  }
}

function databaseCheck({ rows: [row] }: { readonly rows: readonly unknown[] }): ReadinessCheck {
  const isReadOnly = typeof row === 'object' && row !== null && 'read_only' in row && row.read_only === true
  return isReadOnly ? { ok: false, reason: 'the database takes no writes' } : { ok: true }
}

function migrationCheck({ shipped, missing, isTooOld }: SchemaState): ReadinessCheck {
  if (isTooOld)
    return { ok: false, shipped, reason: 'the schema is of a newer build that left this one behind' }
  if (missing === 0) return { ok: true, shipped }
  return { ok: false, shipped, missing, reason: 'the schema is older than this build' }
}

function queueCheck(queues: readonly QueueState[]): ReadinessCheck {
  const oldestSeconds = Math.round(Math.max(0, ...queues.map(({ ageSeconds }) => ageSeconds)))
  const due = queues.reduce((sum, queue) => sum + queue.due, 0)
  if (oldestSeconds <= LATE_SECONDS) return { ok: true, due, oldestSeconds }
  const late = queues.toSorted((a, b) => b.ageSeconds - a.ageSeconds)[0]?.job ?? ''
  return { ok: false, due, oldestSeconds, late, reason: 'jobs wait longer than they should' }
}

/** Of a failure only that there was one: its words may hold an address or a value. */
async function checked(look: () => Promise<ReadinessCheck>): Promise<ReadinessCheck> {
  let limit: NodeJS.Timeout | undefined
  const tooLate = new Promise<ReadinessCheck>((done) => {
    limit = setTimeout(() => done({ ok: false, reason: 'no answer in time' }), ANSWER_LIMIT_MS)
  })
  try {
    return await Promise.race([look(), tooLate])
  } catch {
    return { ok: false, reason: 'it could not be asked' }
  } finally {
    clearTimeout(limit)
  }
}
