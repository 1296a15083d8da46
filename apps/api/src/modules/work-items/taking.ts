import { findWorkItem, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import {
  type NextItem,
  releaseWorkItem,
  takeNextWorkItem,
  takeWorkItem,
} from '@dolphin/database/work-items/work-item-taking'
import { ok } from '@dolphin/domain/outcome'
import { holderAt } from '@dolphin/domain/work-items/lease'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { audit } from './work-item-service.ts'
import { nameOf } from './work-item-view.ts'

interface Take {
  readonly workItemNo: string
  readonly by: string
  readonly takeOver?: boolean | undefined
}

/**
 * Holds an open item for an employee for 15 minutes; who has it renews that, which history does not repeat. Errors:
 * `notFound`, `workItemOver`, `workItemHeld`. Source: docs/design/console.md, Work.
 */
export async function take(
  unit: UnitOfWork,
  { workItemNo, by, takeOver = false }: Take,
): Promise<Result<WorkItem>> {
  const before = await findWorkItem(unit.tx, workItemNo)
  if (before === undefined) return refuse('notFound')
  const taken = await takeWorkItem(unit.tx, before, { by, at: unit.now, takeOver })
  if (taken === undefined) return await whyNotTaken(unit, workItemNo, by)
  if (holderAt(before, unit.now) !== by) await audit(unit, taken, { action: 'workItemTaken', actor: by })
  return ok(taken)
}

/**
 * Frees an item that an employee has, so that a colleague may take it at once; one that no one has stays as it is.
 * Errors: `notFound`, `workItemOver`, `workItemHeld` where a colleague has it.
 */
export async function release(unit: UnitOfWork, workItemNo: string, by: string): Promise<Result<WorkItem>> {
  const before = await findWorkItem(unit.tx, workItemNo)
  if (before === undefined) return refuse('notFound')
  if (before.closedAt !== null) return refuse('workItemOver')
  const free = await refuseIfHeld(unit, before, by)
  if (!free.ok) return free
  const released = await releaseWorkItem(unit.tx, before, by)
  if (released === undefined) return ok(before)
  await audit(unit, released, { action: 'workItemReleased', actor: by })
  return ok(released)
}

async function whyNotTaken(unit: UnitOfWork, workItemNo: string, by: string): Promise<Result<never>> {
  const item = await findWorkItem(unit.tx, workItemNo)
  const held = item && (await refuseIfHeld(unit, item, by))
  return held?.ok === false ? held : refuse('workItemOver')
}

/** Hands the free open item that is due first to an employee; undefined where there is none. */
export async function takeNext(unit: UnitOfWork, which: NextItem, by: string): Promise<WorkItem | undefined> {
  const taken = await takeNextWorkItem(unit.tx, which, { by, at: unit.now })
  if (taken !== undefined) await audit(unit, taken, { action: 'workItemTaken', actor: by })
  return taken
}

/** Refuses an act on an open item that another has, by their name. Whose own time ran out may act while it is free. */
export async function refuseIfHeld(
  unit: Pick<UnitOfWork, 'tx' | 'now'>,
  item: WorkItem,
  by: string,
): Promise<Result<undefined>> {
  const holder = item.closedAt === null ? holderAt(item, unit.now) : null
  if (holder === null || holder === by) return ok(undefined)
  const message = `${await nameOf(unit.tx, holder)} works on this item. Ask them, or take it over.`
  return refuse('workItemHeld', { message })
}
