import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  addressIndexOf,
  insertDeliveryEvent,
  listSoftFailures,
  lockNotice,
  type NewDeliveryEvent,
  setDelivery,
  type TrackedNotice,
} from '@dolphin/database/notices/delivery-repository'
import {
  markNoticeFailed,
  type NoticeKey,
  sendNoticeAgain,
} from '@dolphin/database/notices/outbox-repository'
import { suspendAddress } from '@dolphin/database/notices/suspended-address-repository'
import {
  areHardTogether,
  DELIVERY_CONSEQUENCES,
  type DeliveryState,
  stateAfter,
} from '@dolphin/domain/notices/delivery-state'
import { sentAgainAt } from '@dolphin/domain/notices/sent-again'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { endAdvertising } from '../consents/end-advertising.ts'
import { arrivedAfterAll, type OtherWayDeps, sendOtherWay } from './other-way.ts'
import { followReach, unverifyAddress } from './reach.ts'
import { tellOperator } from './sending-refused.ts'

export type DeliveryDeps = OtherWayDeps & Pick<Deps, 'sms'>

/** A report about a notice, from whichever source. */
export type DeliveryReport = NewDeliveryEvent

/** `known`: the same report came before. `noNotice`: it names none of ours. */
export type DeliveryIntake = 'taken' | 'known' | 'noNotice'

/**
 * Takes a report about a notice: the one way by which what became of mails and texts is learned. The same report
 * counts once, and the order of reports makes no difference. What follows is done in the same transaction.
 * Source: docs/facts/delivery.md §1, §5.
 */
export async function takeDelivery(
  deps: DeliveryDeps,
  unit: UnitOfWork,
  key: NoticeKey,
  report: DeliveryReport,
): Promise<DeliveryIntake> {
  const { tx, now } = unit
  const notice = await lockNotice(tx, deps.cipher, key)
  if (notice === undefined) return 'noNotice'
  if (!(await insertDeliveryEvent(tx, deps.cipher, notice, { ...report, at: now }))) return 'known'
  const state = stateAfter(notice.delivery, report.event)
  if (state === notice.delivery) return 'taken'
  if (report.event === 'failedByUs' && (await waitsForRepair(deps, unit, notice, report))) return 'taken'
  const addressIndex = addressIndexOf(deps.cipher, notice.recipient)
  await setDelivery(tx, key, { delivery: state, addressIndex, at: now })
  await followAddress(deps, unit, notice, state)
  await followNotice(deps, unit, notice, { state, status: report.status })
  return 'taken'
}

/** A fault of ours: the operator is notified, and the notice is sent again later; false once it has waited long enough. */
async function waitsForRepair(
  deps: DeliveryDeps,
  unit: UnitOfWork,
  notice: TrackedNotice,
  report: DeliveryReport,
): Promise<boolean> {
  await tellOperator(deps, unit, notice, report)
  const retryAt = sentAgainAt(notice, unit.now)
  if (retryAt === undefined) return false
  await sendNoticeAgain(unit.tx, notice, retryAt)
  return true
}

async function followAddress(
  deps: DeliveryDeps,
  unit: UnitOfWork,
  { portfolioId, openId, recipient }: TrackedNotice,
  state: DeliveryState,
): Promise<void> {
  const { address, endsAdvertising } = DELIVERY_CONSEQUENCES[state]
  if (openId === null || address === 'stays') return
  const owner = { portfolioId, openId }
  const addressIndex = addressIndexOf(deps.cipher, recipient)
  if (endsAdvertising)
    await endAdvertising(deps, unit, owner, { how: state === 'complained' ? 'complaint' : 'textReply' })
  const isDead =
    address === 'suspended' || areHardTogether(await listSoftFailures(unit.tx, owner, addressIndex))
  const event = state === 'optedOut' ? 'optedOut' : state === 'complained' ? 'complained' : 'failedHard'
  if (!isDead || !(await suspendAddress(unit.tx, owner, { addressIndex, event }, unit.now))) return
  await appendAudit(unit.tx, {
    portfolioId,
    subject: openId,
    action: 'addressSuspended',
    actor: SYSTEM_ACTOR,
    facts: { state },
    at: unit.now,
  })
  if (event === 'failedHard') await unverifyAddress(deps, unit, owner, recipient)
  await followReach(deps, unit, owner)
}

async function followNotice(
  deps: DeliveryDeps,
  unit: UnitOfWork,
  notice: TrackedNotice,
  { state, status }: { readonly state: DeliveryState; readonly status: string | null },
): Promise<void> {
  const before = DELIVERY_CONSEQUENCES[notice.delivery].arrived
  const { arrived } = DELIVERY_CONSEQUENCES[state]
  if (arrived === before) return
  if (arrived === true) await arrivedAfterAll(unit, notice, state)
  if (arrived !== false) return
  if (notice.sentAt === null) await markNoticeFailed(unit.tx, notice, unit.now)
  await sendOtherWay(deps, unit, notice, { state, status })
}
