import type { Executor } from '@dolphin/database/driver/executor'
import type { Database } from '@dolphin/database/driver/open'
import type { Clock } from '@dolphin/domain/time/clock'
import type { Result } from './refusal.ts'
import { quietTracing, type Tracing } from './observability/tracing.ts'

/** Where something is read and at which instant: a unit of work, or the database outside of one. */
export interface ReadPoint {
  readonly tx: Executor
  readonly now: Date
}

/** When a call is handled and how it writes: for a service that renders a document first and writes then. */
export interface WriteMoment<Reply> {
  readonly now: Date
  readonly write: (work: (unit: UnitOfWork) => Promise<Result<Reply>>) => Promise<Result<Reply>>
}

/** One database transaction and the instant it stands for. */
export interface UnitOfWork extends ReadPoint {
  /** Read once, so that everything one request writes carries the same instant. */
  readonly now: Date
  /** Runs after the commit and before the answer, never after a rollback: waking a worker, nudging a socket. */
  afterCommit(task: () => void | Promise<void>): void
}

/**
 * Runs a part of a unit of work in a savepoint: where it throws, its writes alone are undone, what it wanted done after
 * the commit is dropped with them, and the rest of the unit goes on.
 */
export async function partOf<T>(unit: UnitOfWork, work: (part: UnitOfWork) => Promise<T>): Promise<T> {
  const tasks: (() => void | Promise<void>)[] = []
  const result = await unit.tx.transaction(
    async (tx) => await work({ tx, now: unit.now, afterCommit: (task) => void tasks.push(task) }),
  )
  for (const task of tasks) unit.afterCommit(task)
  return result
}

/** Undoes a part of a unit that was only tried out; never leaves this file. */
class Undone extends Error {}

/** What a part of a unit of work would come to: whatever it answers, its writes are undone and nothing follows them. */
export async function triedOut<T>(unit: UnitOfWork, work: (part: UnitOfWork) => Promise<T>): Promise<T> {
  const answers: T[] = []
  try {
    await unit.tx.transaction(async (tx) => {
      answers.push(await work({ tx, now: unit.now, afterCommit: () => undefined }))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return answers[0] as T
}

/** Carries a refusal out of the transaction so that the database rolls back; never leaves this file. */
class RolledBack extends Error {
  constructor(readonly answer: Result<never>) {
    super('refused')
  }
}

export interface UnitsOfWork {
  /** Commits when the answer is a value or a refusal that keeps its writes; rolls back otherwise. */
  write<Value>(work: (unit: UnitOfWork) => Promise<Result<Value>>): Promise<Result<Value>>
}

export function createUnitsOfWork(
  database: Database,
  clock: Clock,
  tracing: Pick<Tracing, 'part'> = quietTracing,
): UnitsOfWork {
  return {
    async write(work) {
      const tasks: (() => void | Promise<void>)[] = []
      try {
        const answer = await tracing.part('unit of work', {}, () =>
          database.transaction(async (tx) => {
            const result = await work({ tx, now: clock.now(), afterCommit: (task) => void tasks.push(task) })
            if (!result.ok && !result.error.commitsWrites) throw new RolledBack(result)
            return result
          }),
        )
        for (const task of tasks) await task()
        return answer
      } catch (error) {
        if (error instanceof RolledBack) return error.answer
        throw error
      }
    },
  }
}
