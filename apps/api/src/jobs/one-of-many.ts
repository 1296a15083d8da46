import type { Deps } from '../deps.ts'
import { describe, failureCode } from '../http/describe-error.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RoundSubject } from '../ports/failed-work.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Where a failure is reported. */
export interface ReportDeps extends Pick<Deps, 'log' | 'failedWork'> {
  readonly observability: { readonly metrics: Pick<Metrics, 'roundFailed'> }
}

type Within = UnitOfWork | undefined

/** One of the many of a round. */
interface OneOfRound {
  /** From a closed list, because it is a label of `dolphin_round_failures_total`. */
  readonly round: string
  readonly subject: RoundSubject
  /** The unit that the round runs in, where it is one: what is reported is written after its commit. */
  readonly within?: Within
}

/** Logs and counts the failure of one of many, and opens a work item; returns its code. */
export async function reportFailure(
  { log, observability, failedWork }: ReportDeps,
  { round, subject, within }: OneOfRound,
  error: unknown,
): Promise<string> {
  const failure = failureCode(error)
  log.error({ round, ...subject, failureCode: failure, failure: describe(error) }, 'one of a round failed')
  observability.metrics.roundFailed(round)
  await after(within, () => failedWork.failed(round, subject, failure))
  return failure
}

/** At once, or after the commit of a unit, for a transaction has the only session of the embedded database. */
async function after(within: Within, task: () => Promise<void>): Promise<void> {
  if (within === undefined) await task()
  else within.afterCommit(task)
}

/**
 * Works on one of many, so that its failure stops no other: it is reported, and its code returned; undefined where
 * the work was done. The work is a transaction of its own, or a savepoint (`partOf`) of the unit `within`.
 */
export async function oneOfMany(
  deps: ReportDeps,
  one: OneOfRound,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await work()
  } catch (error) {
    return await reportFailure(deps, one, error)
  }
  await after(one.within, () => deps.failedWork.succeeded(one.round, one.subject))
  return undefined
}

/** A round over many, of which each is attempted. */
export interface Round {
  /** Works on one; a failure is reported and stops no other. */
  attempt(subject: RoundSubject, work: () => Promise<unknown>): Promise<void>
  /** Throws the first failure, so that the job of the round counts as failed and is run again. */
  finish(): void
}

/** Begins a round of a job. */
export function beginRound(deps: ReportDeps, round: string): Round {
  const failures: unknown[] = []
  return {
    async attempt(subject, work) {
      await oneOfMany(deps, { round, subject }, async () => {
        try {
          return await work()
        } catch (error) {
          failures.push(error)
          throw error
        }
      })
    },
    finish() {
      if (failures.length > 0) throw failures[0]
    },
  }
}
