import type { UnitOfWork } from '../unit-of-work.ts'

/** Ids only: a job reads what it needs when it runs. */
export type JobData = Readonly<Record<string, string | number | boolean>>

/** A kind of work done outside of a request. Running it twice must come to the same as once. */
export interface JobDefinition {
  readonly name: string
  readonly run: (data: JobData) => Promise<void>
  /** Tries before the job rests as failed; 5 by default. */
  readonly attempts?: number
  /** Runs by itself this often, in seconds of real time, once over all nodes; what is due, the clock decides. */
  readonly everySeconds?: number
  /** True of a job that does not depend on the clock, so that time passed in a demonstration does not call for it. */
  readonly ignoresClock?: boolean
}

export interface SendOptions {
  /** At most one waiting job with this key; a second send joins the first. */
  readonly key?: string
  /** Seconds of real time to wait; rules about days are not jobs' business but the clock's. */
  readonly delaySeconds?: number
}

/** A job that is tried once more. */
export interface RetriedJob {
  readonly name: string
  /** As GivenUpJob has it. */
  readonly key: string
}

export interface JobQueue {
  /** Queues a job in the caller's transaction: it exists if, and only if, the transaction commits. */
  send(unit: UnitOfWork, name: string, data: JobData, options?: SendOptions): Promise<void>
  /**
   * Has a job look into its table once the transaction is committed, once for a transaction. Only for work that lies in a
   * table and is looked for from time to time anyway: where the process dies in between, or the queue fails, the next look
   * finds it. Transactions that nudge the same job do not wait for one another; those that send the same key do.
   */
  nudge(unit: UnitOfWork, name: string): void
  /**
   * Has a job that was given up tried once more, once the caller's transaction commits; undefined where it is not, or not
   * any more, given up, or of a build that had other jobs.
   */
  retry(unit: UnitOfWork, jobId: string): Promise<RetriedJob | undefined>
  /** Queues every job of the timetable in the caller's transaction. */
  tick(unit: UnitOfWork): Promise<void>
  /**
   * Runs every job of the timetable here and now, in order, and waits for what they have queued: as when the time of
   * the next round has come. A job that fails is logged and stops no other. For demonstrations, outside a transaction.
   */
  runTimetable(): Promise<void>
  /** Runs everything that waits, here and now, until nothing does; for tests and one-off commands. */
  drain(): Promise<number>
}
