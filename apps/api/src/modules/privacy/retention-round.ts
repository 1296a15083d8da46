import { findCustomer } from '@dolphin/database/identity/customer-repository'
import {
  type DueCursor,
  type DueRecord,
  findDue,
  listDue,
  LISTED_CLASSES,
  type ListedClass,
} from '@dolphin/database/retention/due-repository'
import { eraseBusinessEvents } from '@dolphin/database/retention/erase-repository'
import { listOpenHolds, lockErasing } from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Hold, isHeld } from '@dolphin/domain/retention/hold'
import {
  dueBefore,
  keptUntil,
  LEAST_LOAN_MONTHS,
  loanMonths,
  type Period,
  RETENTION,
} from '@dolphin/domain/retention/schedule'
import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { eraseRecord } from './erase-record.ts'

const RETENTION_JOB = 'erase-ended-records'
/** Rows read at once; each record is erased in a transaction of its own. */
const PAGE = 200
const EVENTS_AT_ONCE = 500

export type RetentionDeps = Pick<
  Deps,
  | 'database'
  | 'cipher'
  | 'portfolios'
  | 'tickets'
  | 'units'
  | 'calendar'
  | 'clock'
  | 'log'
  | 'observability'
  | 'failedWork'
>

/** Every night what is past its period goes. Stopped in the middle, the next run goes on with what is left. */
export const retentionJob = (deps: RetentionDeps): JobDefinition => ({
  name: RETENTION_JOB,
  everySeconds: DAY_SECONDS,
  run: async () => void (await runRetention(deps)),
})

/** How many records of a class were erased or would be. */
export interface ClassTally {
  readonly recordClass: ListedClass | 'businessEvent'
  readonly due: number
  /** Past its period, and kept by a legal hold. */
  readonly held: number
  /** Trigger of the oldest one that is due. */
  readonly oldest: Date | null
}

/** The period of the shortest-lived record of a class: what is listed first and then judged one by one. */
const shortest = (recordClass: ListedClass): Period =>
  recordClass === 'fundedLoan' ? { months: LEAST_LOAN_MONTHS } : RETENTION[recordClass].period

/** Its own end: of a funded loan that of its borrower's state. */
async function isOverdue(
  { database, cipher }: Pick<RetentionDeps, 'database' | 'cipher'>,
  record: DueRecord,
  now: Date,
): Promise<boolean> {
  if (record.recordClass !== 'fundedLoan') return true
  const [openId] = record.openIds
  const owner = openId === undefined ? undefined : { portfolioId: record.portfolioId, openId }
  const customer = owner && (await findCustomer(database.db, cipher, owner))
  const months = loanMonths(customer?.profile.address?.state)
  return keptUntil(record.since, { months }) <= now
}

/** Every record of a class that is past its period, held or not. */
async function* overdue(
  deps: Pick<RetentionDeps, 'database' | 'cipher'>,
  recordClass: ListedClass,
  now: Date,
): AsyncGenerator<DueRecord> {
  const before = dueBefore(now, shortest(recordClass))
  for (let after: DueCursor | undefined; ; ) {
    const page = await listDue(deps.database.db, recordClass, { before, after, limit: PAGE })
    for (const record of page) if (await isOverdue(deps, record, now)) yield record
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last
  }
}

/** What a run would erase now, by class. Changes nothing. */
export async function previewRetention(
  deps: Pick<RetentionDeps, 'database' | 'cipher' | 'clock'>,
): Promise<ClassTally[]> {
  const now = deps.clock.now()
  const holds = await listOpenHolds(deps.database.db)
  const tallies: ClassTally[] = []
  for (const recordClass of LISTED_CLASSES) {
    let tally: ClassTally = { recordClass, due: 0, held: 0, oldest: null }
    for await (const record of overdue(deps, recordClass, now)) tally = counted(tally, record, holds)
    tallies.push(tally)
  }
  return tallies
}

function counted(tally: ClassTally, record: DueRecord, holds: readonly Hold[]): ClassTally {
  if (isHeld(holds, record)) return { ...tally, held: tally.held + 1 }
  const oldest = tally.oldest === null || record.since < tally.oldest ? record.since : tally.oldest
  return { ...tally, due: tally.due + 1, oldest }
}

/** Erases what is past its period and on no hold; answers how much of each class. One failure stops no other. */
export async function runRetention(deps: RetentionDeps): Promise<ClassTally[]> {
  const round = beginRound(deps, RETENTION_JOB)
  const now = deps.clock.now()
  const tallies: ClassTally[] = []
  for (const recordClass of LISTED_CLASSES) {
    let tally: ClassTally = { recordClass, due: 0, held: 0, oldest: null }
    for await (const record of overdue(deps, recordClass, now)) {
      await round.attempt({ recordClass, record: record.key }, async () => {
        const holds = await eraseIfDue(deps, record, now)
        tally = holds === undefined ? tally : counted(tally, record, holds)
      })
    }
    deps.observability.metrics.recordsErased(recordClass, tally.due)
    tallies.push(tally)
  }
  tallies.push(await sweepBusinessEvents(deps, now))
  round.finish()
  return tallies
}

/**
 * Asks once more in the transaction that erases it: what has happened since it was listed, such as a late return, begins
 * its period anew. Answers the holds by which it was judged; undefined where it is not due any more.
 */
async function eraseIfDue(
  deps: RetentionDeps,
  record: DueRecord,
  now: Date,
): Promise<readonly Hold[] | undefined> {
  const judged = await deps.units.write<readonly Hold[] | undefined>(async (unit) => {
    await lockErasing(unit.tx)
    const holds = await listOpenHolds(unit.tx)
    const found = await findDue(unit.tx, record, dueBefore(now, shortest(record.recordClass)))
    if (found === undefined || found.since > record.since) return ok(undefined)
    if (isHeld(holds, found)) return ok(holds)
    const erased = await eraseRecord(deps, unit, found, 'period')
    return erased.ok ? ok(holds) : erased
  })
  if (!judged.ok) throw new Error(`a record was not erased: ${judged.error.name}`)
  return judged.value
}

/** Clicks are counted, not logged one by one. */
async function sweepBusinessEvents(deps: RetentionDeps, now: Date): Promise<ClassTally> {
  const recordClass = 'businessEvent'
  const before = dueBefore(now, RETENTION.businessEvent.period)
  let due = 0
  for (const { portfolio } of deps.portfolios.all) {
    for (let gone = EVENTS_AT_ONCE; gone === EVENTS_AT_ONCE; due += gone) {
      const { portfolioId } = portfolio
      const swept = await deps.units.write(async ({ tx }) => {
        await lockErasing(tx)
        const holds = (await listOpenHolds(tx)).filter((one) => one.portfolioId === portfolioId)
        if (holds.some(({ scope, subject }) => scope === 'class' && subject === recordClass)) return ok(0)
        const butOf = holds.filter(({ scope }) => scope === 'person').map(({ subject }) => subject)
        return ok(await eraseBusinessEvents(tx, portfolioId, before, { butOf, limit: EVENTS_AT_ONCE }))
      })
      gone = swept.ok ? swept.value : 0
    }
  }
  deps.observability.metrics.recordsErased(recordClass, due)
  return { recordClass, due, held: 0, oldest: null }
}
