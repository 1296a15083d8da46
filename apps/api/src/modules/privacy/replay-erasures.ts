import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { type DueRecord, LISTED_CLASSES } from '@dolphin/database/retention/due-repository'
import { insertObjectRemoval, listErasures } from '@dolphin/database/retention/erase-repository'
import { lockErasing } from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import { RETENTION_CLASSES } from '@dolphin/domain/retention/schedule'
import { z } from 'zod'
import type { UnitsOfWork } from '../../unit-of-work.ts'
import { type EraseDeps, eraseRecord } from './erase-record.ts'

const PAGE = 1_000

/** A line of the erase log as it is kept outside the database. */
export const erasureLine = z.strictObject({
  portfolioId: z.number(),
  recordClass: z.enum(RETENTION_CLASSES as [string, ...string[]]),
  subject: z.string(),
  ruleVersion: z.number(),
  cause: z.enum(['period', 'request']),
  at: z.iso.datetime(),
})

type ErasureLine = z.output<typeof erasureLine>

/** The whole erase log of a database, oldest first. */
export async function* readErasures(executor: Executor): AsyncGenerator<ErasureLine> {
  for (let after = 0; ; ) {
    const page = await listErasures(executor, after, PAGE)
    for (const { id: _, at, ...line } of page) yield { ...line, at: at.toISOString() }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.id
  }
}

/**
 * Erases again in a restored database what was erased after its backup was taken, before any server starts on it.
 * Answers how many objects; lines that the database has itself are passed over, so that a second run does nothing.
 * Source: docs/facts/retention.md §5.
 */
export async function replayErasures(
  deps: EraseDeps & { readonly units: UnitsOfWork; readonly executor: Executor },
  lines: readonly ErasureLine[],
): Promise<number> {
  const known = new Map<string, string>()
  for await (const { portfolioId, subject, at } of readErasures(deps.executor))
    known.set(`${portfolioId} ${subject}`, at)
  let replayed = 0
  for (const line of lines) await removeAgain(deps, line)
  for (const line of lines) {
    const earlier = known.get(`${line.portfolioId} ${line.subject}`)
    const recordClass = classOf(line)
    if (recordClass === undefined || (earlier !== undefined && earlier >= line.at)) continue
    const done = await deps.units.write(async (unit) => {
      await lockErasing(unit.tx)
      const record = await recordOf(unit.tx, line, recordClass)
      return await eraseRecord(deps, unit, record, line.cause)
    })
    if (!done.ok) throw new Error(`${line.subject} was not erased again: ${done.error.name}`)
    replayed += 1
  }
  return replayed
}

const OBJECT = 'object/'

/** Bytes may be back with a copy of the objects although no row names them any more. */
async function removeAgain(
  { units }: { readonly units: UnitsOfWork },
  { subject }: ErasureLine,
): Promise<void> {
  if (!subject.startsWith(OBJECT)) return
  const objectKey = subject.slice(OBJECT.length)
  await units.write(async ({ tx, now }) => ok(await insertObjectRemoval(tx, { objectKey, notedAt: now })))
}

/** The class whose method erases it; undefined for bytes, which the store lets go of by itself. */
function classOf({ subject, recordClass }: ErasureLine): DueRecord['recordClass'] | undefined {
  if (subject.startsWith(OBJECT)) return undefined
  if (recordClass === 'unattachedApplication') return 'neverSubmittedDraft'
  return LISTED_CLASSES.find((one) => one === recordClass)
}

async function recordOf(
  executor: Executor,
  { portfolioId, subject }: ErasureLine,
  recordClass: DueRecord['recordClass'],
): Promise<Omit<DueRecord, 'since'>> {
  const key = subject.slice(subject.indexOf('/') + 1)
  const loan = subject.startsWith('loan/')
    ? await findLoan(executor, { portfolioId, loanNo: key })
    : undefined
  const openIds = loan === undefined ? [] : [loan.openId, loan.customerKey].filter((one) => one !== null)
  const [loanNo, applicationNo] = [loan?.loanNo ?? null, loan?.applicationNo ?? null]
  return { recordClass, portfolioId, key, openIds, loanNo, applicationNo }
}
