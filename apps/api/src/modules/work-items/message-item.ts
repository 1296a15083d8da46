import { lockByName } from '@dolphin/database/driver/named-lock'
import type { Owner } from '@dolphin/database/driver/owner'
import { longestWaitingThread } from '@dolphin/database/messages/secure-message-repository'
import { listOpenWorkItems, type OpenItems } from '@dolphin/database/work-items/work-item-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { OpenCause } from './staff-routes.ts'
import { refuseIfHeld } from './taking.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from './work-item-service.ts'

/** The work item of a customer who waits. */
export const messageItemOf = ({ portfolioId, openId }: Owner) =>
  ({ portfolioId, kind: 'messageToAnswer', subject: `customer/${openId}` }) as const satisfies OpenItems

/** Who writes and who answers wait for one another: a message that the answer does not see keeps its item. */
const lockMessages = (unit: UnitOfWork, { portfolioId, openId }: Owner): Promise<void> =>
  lockByName(unit.tx, `messages of/${portfolioId}/${openId}`)

/** A customer has written, on the site or by text message, and waits; one item holds all that they wrote since. */
export async function openMessageItem(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  owner: Owner,
  loanNo: string | null,
): Promise<void> {
  await lockMessages(unit, owner)
  await openWorkItem(deps, unit, {
    ...messageItemOf(owner),
    loanNo,
    reason: 'a customer wrote and waits for an answer',
    facts: { openId: owner.openId },
    actor: `customer:${owner.openId}`,
  })
}

/** Closes the item of a customer where nothing that they wrote waits any more. */
export async function closeAnsweredItem(
  unit: UnitOfWork,
  owner: Owner,
  ending: { readonly by: string; readonly reason: string },
): Promise<void> {
  await lockMessages(unit, owner)
  if ((await longestWaitingThread(unit.tx, owner)) !== undefined) return
  await closeWorkItems(unit, messageItemOf(owner), ending)
}

/** Refuses an answer to a customer whom a colleague answers: `workItemHeld`, by their name. */
export async function refuseIfAnswered(
  unit: UnitOfWork,
  owner: Owner,
  by: string,
): Promise<Result<undefined>> {
  const [item] = await listOpenWorkItems(unit.tx, messageItemOf(owner))
  return item === undefined ? ok(undefined) : await refuseIfHeld(unit, item, by)
}

/** Whether a customer still waits, for one who closes the item by hand. */
export const openMessageCauses: Record<'messageToAnswer', OpenCause> = {
  async messageToAnswer(executor, { portfolioId, subject }) {
    const openId = subject.slice('customer/'.length)
    return (await longestWaitingThread(executor, { portfolioId, openId })) !== undefined
  },
}
