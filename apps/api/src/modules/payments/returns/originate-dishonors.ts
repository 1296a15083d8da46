import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  type DishonoredReturn,
  endDishonor,
  lockPlannedDishonors,
  markDishonorSent,
} from '@dolphin/database/payments/dishonored-return-repository'
import { assert } from '@dolphin/domain/assert'
import type { MoneyDeps } from '../../../deps.ts'
import { oneOfMany } from '../../../jobs/one-of-many.ts'
import { partOf, type UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems } from '../../work-items/work-item-service.ts'
import { type BatchFileName, type FileEntry, type OutgoingEntry, traceEntries } from '../batch-file.ts'
import { BATCH_ROUND } from '../round-limits.ts'
import { openNotSentBack } from './bank-entry-items.ts'
import { dishonorSubject } from './dishonor-of.ts'
import { contextIn } from './file-import.ts'
import type { InboxEntry } from './inbox-file.ts'
import { judgeDishonor } from './judge-dishonor.ts'
import { findKept } from './kept-entry.ts'

/** Dishonored returns of one file; the next takes the rest. */
const MOST_DISHONORS = 1_000

/** The file that they go out with. */
interface Carrier extends BatchFileName {
  readonly actor: string
}

/**
 * The dishonored returns of a file, judged once more: what cannot be sent is dropped, and its return waits for a person
 * again. One that fails stops no other and is tried again. Source: docs/facts/ach.md §2.
 */
export async function originateDishonors(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  carrier: Carrier,
): Promise<FileEntry[]> {
  const { portfolioId, ach } = data.portfolio
  const accepted: (OutgoingEntry & { readonly dishonor: DishonoredReturn })[] = []
  for (const dishonor of await lockPlannedDishonors(unit.tx, portfolioId, MOST_DISHONORS)) {
    const judge = async () => {
      const outgoing = await partOf(unit, (part) => judgeOrDrop(deps, part, data, { dishonor, carrier }))
      if (outgoing !== undefined) accepted.push({ ...outgoing, dishonor })
    }
    await oneOfMany(
      deps,
      { round: BATCH_ROUND, subject: { portfolioId, id: dishonor.dishonorNo }, within: unit },
      judge,
    )
  }
  const { fileNo, day } = carrier
  const entries: FileEntry[] = []
  for (const { dishonor, ...traced } of await traceEntries(unit, ach, accepted)) {
    const { traceNumber } = traced
    const sent = { traceNumber, fileNo, effectiveDate: day.effectiveEntryDate }
    await markDishonorSent(unit.tx, dishonor, sent)
    entries.push({ ...traced, transaction: null })
  }
  return entries
}

interface Judging {
  readonly dishonor: DishonoredReturn
  readonly carrier: Carrier
}

/** The entry that goes out; undefined where it is dropped. */
async function judgeOrDrop(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { dishonor, carrier }: Judging,
): Promise<OutgoingEntry | undefined> {
  const kept = await findKept(deps, dishonor)
  assert(kept?.is === 'entry', 'a return is sent back from its file')
  const { entry } = kept
  const { code, transactionNo } = dishonor
  const order = { entry, code, transactionNo: transactionNo ?? undefined }
  const judged = await judgeDishonor(deps, unit, { data, day: carrier.day }, order)
  if (judged.ok) return judged.value.outgoing
  await drop(deps, unit, { dishonor, carrier }, { entry, reason: judged.error.message })
  return undefined
}

/** The entry that does not go back, and why. */
interface DroppedEntry {
  readonly entry: InboxEntry
  readonly reason: string
}

/** The return is an exception again, with the reason why it did not go back. */
async function drop(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { dishonor, carrier: { actor } }: Judging,
  { entry, reason }: DroppedEntry,
): Promise<void> {
  const { portfolioId, sha256, loanNo, code } = dishonor
  const end = { from: ['planned'], to: 'dropped', reason, at: unit.now } as const
  assert(await endDishonor(unit.tx, dishonor, end), 'the lock keeps others from ending it')
  const context = contextIn(deps, { sha256, actor }, portfolioId)
  await openNotSentBack(
    deps,
    unit,
    { context, item: entry },
    { loanNo, reason: `not sent back as ${code}: ${reason}` },
  )
  const about = { portfolioId, kind: 'returnSentBack', subject: dishonorSubject(dishonor) } as const
  await closeWorkItems(unit, about, { by: actor, reason })
}
