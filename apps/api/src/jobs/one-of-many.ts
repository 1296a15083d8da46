import type { Deps } from '../deps.ts'
import { describe, failureCode } from '../http/error-handler.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Where a failure is reported. */
export interface ReportParts extends Pick<Deps, 'log'> {
  readonly observability: { readonly metrics: Pick<Metrics, 'roundFailed'> }
}

/** What a round was working on, by names that a log may show: `loanNo`, `fileNo`. */
type Subject = Readonly<Record<string, string | number>>

/**
 * Logs and counts the failure of one of many; returns its code. `round`: the name of a round, from a closed list,
 * because it is a label of `dolphin_round_failures_total`.
 */
export function reportFailure(
  { log, observability }: ReportParts,
  round: string,
  subject: Subject,
  error: unknown,
): string {
  const failure = failureCode(error)
  log.error({ round, ...subject, failureCode: failure, failure: describe(error) }, 'one of a round failed')
  observability.metrics.roundFailed(round)
  return failure
}

/**
 * Works on one of many, so that its failure stops no other: it is reported, and its code returned; undefined where
 * the work was done. The work is a transaction of its own, or a savepoint (`partOf`).
 */
export async function oneOfMany(
  deps: ReportParts,
  round: string,
  subject: Subject,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return reportFailure(deps, round, subject, error)
  }
}

/** A round over many, of which each is attempted. */
export interface Round {
  /** Works on one; a failure is reported and stops no other. */
  attempt(subject: Subject, work: () => Promise<unknown>): Promise<void>
  /** Throws the first failure, so that the job of the round counts as failed and is run again. */
  finish(): void
}

/** Begins a round of a job. */
export function beginRound(deps: ReportParts, round: string): Round {
  const failures: unknown[] = []
  return {
    async attempt(subject, work) {
      try {
        await work()
      } catch (error) {
        reportFailure(deps, round, subject, error)
        failures.push(error)
      }
    },
    finish() {
      if (failures.length > 0) throw failures[0]
    },
  }
}
