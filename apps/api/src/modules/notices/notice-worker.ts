import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addressIndexOf } from '@dolphin/database/notices/delivery-repository'
import { insertMail } from '@dolphin/database/notices/mail-repository'
import {
  markNoticeFailed,
  markNoticeSent,
  postponeNotice,
  type QueuedNotice,
  takeDueNotices,
} from '@dolphin/database/notices/outbox-repository'
import { suspendedAddressesOf } from '@dolphin/database/notices/suspended-address-repository'
import { findCustomer, forbidCalls } from '@dolphin/database/identity/customer-repository'
import type { AdvertisingObstacle } from '@dolphin/domain/consents/advertising'
import { isMailboxFull } from '@dolphin/domain/notices/delivery-failure'
import { EVENT_OF_FAULT } from '@dolphin/domain/notices/faults/delivery-fault'
import { ADVERTISING_KINDS } from '@dolphin/domain/notices/legal-notice'
import { AWAITED_NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { leavesFrom, NOTICE_HOURS } from '@dolphin/domain/notices/quiet-hours'
import { ok } from '@dolphin/domain/outcome'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { SmsFailure } from '@dolphin/integrations/sms/sms-sender'
import type { Deps } from '../../deps.ts'
import { describe } from '../../http/describe-error.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import { advertisingObstacleOf } from '../consents/advertising-obstacle.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { type DeliveryDeps, type DeliveryReport, takeDelivery } from './delivery-intake.ts'
import { type SentNotice, type SendingDeps, sendNotice } from './send-notice.ts'
import { isToEmployee } from './staff-notices.ts'

/** Says a notice's values as they are when it leaves; null where it was withdrawn, as nothing of it is so any more. */
export type RestateNotice = (notice: QueuedNotice) => Promise<QueuedNotice['payload'] | null>

type WorkerDeps = SendingDeps &
  DeliveryDeps &
  Pick<Deps, 'clock' | 'units' | 'log' | 'observability' | 'failedWork'> & {
    /** What a notice states of a loan is known above this module. */
    readonly restate: RestateNotice
  }

const ROUND = 'notices'
const BATCH = 20
/** A taken notice is this worker's for so long; after that another one takes it. */
const LEASE_MS = 2 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS
const MOST_ATTEMPTS = 12
/** How long each notice waits while the mail server or the carrier refuses us. */
const SENDER_PAUSE_MS = 5 * MINUTE_MS

type Channel = QueuedNotice['channel']

type Failure = MailFailure | SmsFailure

/** A notice that its channel refused because of us. */
interface Refused {
  readonly notice: QueuedNotice
  readonly failure: Failure
}

/** Channels of this round: which took a notice, what each refused because of us, and which refused two in a row. */
interface Channels {
  readonly worked: Set<Channel>
  readonly refused: Refused[]
  readonly doubted: Set<Channel>
  readonly closed: Set<Channel>
}

/**
 * Sends every notice that is due. Taking, sending and marking are three steps, so that no transaction waits for
 * a mail server; a crash between sending and marking repeats the mail under the same message id.
 */
export async function sendDueNotices(deps: WorkerDeps): Promise<void> {
  const round = beginRound(deps, ROUND)
  const channels: Channels = { worked: new Set(), refused: [], doubted: new Set(), closed: new Set() }
  for (;;) {
    const now = deps.clock.now()
    const lease = new Date(now.getTime() + LEASE_MS)
    const due = await takeDueNotices(deps.database.db, deps.cipher, { at: now, retryAt: lease, limit: BATCH })
    for (const notice of due)
      await round.attempt({ noticeId: notice.noticeId }, () => sendOne(deps, notice, channels))
    // Whatever is queued from here on brings a job of its own.
    if (due.length < BATCH) break
  }
  await reportChannels(deps, channels)
  round.finish()
}

/**
 * What was refused because of us: where the channel took others, it is that notice alone; else the channel takes
 * nothing, which uses up no attempt and is a work item of the server until a round is without it.
 */
async function reportChannels(deps: WorkerDeps, { worked, refused, closed }: Channels): Promise<void> {
  const { failedWork, observability } = deps
  for (const [channel, ofChannel] of Map.groupBy(refused, ({ notice }) => notice.channel)) {
    if (worked.has(channel) && !closed.has(channel)) {
      for (const { notice, failure } of ofChannel) await giveUp(deps, notice, failure)
      continue
    }
    for (const { notice } of ofChannel) await waitForChannel(deps, notice)
    observability.metrics.roundFailed(ROUND)
    const code = ofChannel[0]?.failure.responseCode
    await failedWork.failed(ROUND, { channel }, String(code ?? 'noAnswer'))
    worked.delete(channel)
  }
  for (const channel of worked) await failedWork.succeeded(ROUND, { channel })
}

async function sendOne(deps: WorkerDeps, notice: QueuedNotice, channels: Channels): Promise<void> {
  if (await waitsForDaytime(deps, notice)) return
  if (channels.closed.has(notice.channel)) return await waitForChannel(deps, notice)
  if (await isNotToBeSent(deps, notice)) return
  let sent: SentNotice
  try {
    const payload = isToEmployee(notice) ? notice.payload : await deps.restate(notice)
    if (payload === null) return
    sent = await sendNotice(deps, { ...notice, payload })
  } catch (error) {
    await afterFailure(deps, notice, error, channels)
    return
  }
  channels.worked.add(notice.channel)
  channels.doubted.delete(notice.channel)
  await noteSent(deps, notice, sent)
}

async function noteSent(
  deps: WorkerDeps,
  notice: QueuedNotice,
  { words, providerId }: SentNotice,
): Promise<void> {
  const { portfolioId, customerKey, noticeId, kind, channel, openId, loanNo, recipient } = notice
  await deps.units.write(async ({ tx, now }) => {
    const stored = {
      portfolioId,
      customerKey,
      mailId: noticeId,
      kind,
      channel,
      openId,
      loanNo,
      recipient,
      ...words,
      sentAt: now,
    }
    await insertMail(tx, deps.cipher, stored)
    const addressIndex = addressIndexOf(deps.cipher, recipient)
    await markNoticeSent(tx, notice, { addressIndex, providerId, attempts: notice.attempts, at: now })
    return ok(undefined)
  })
}

/** Puts a notice back until the borrower's morning where it may not leave now; that is no attempt to send it. */
async function waitsForDaytime(deps: WorkerDeps, notice: QueuedNotice): Promise<boolean> {
  if (isToEmployee(notice)) return false
  const kind = notice.kind as NoticeKind
  if (NOTICE_HOURS[kind] === 'atOnce') return false
  const now = deps.clock.now()
  const leaves = leavesFrom(kind, await borrowerZones(deps, deps.database.db, notice), now)
  if (leaves.getTime() === now.getTime()) return false
  await postponeNotice(deps.database.db, notice, { retryAt: leaves, attempts: notice.attempts })
  return true
}

/** An advertisement that may not go any more is dropped; what would go to a suspended address goes another way. */
async function isNotToBeSent(deps: WorkerDeps, notice: QueuedNotice): Promise<boolean> {
  const { portfolioId, openId } = notice
  const kind = notice.kind as NoticeKind
  if (openId === null) return false
  const owner = { portfolioId, openId }
  if (ADVERTISING_KINDS.includes(kind)) {
    const customer = await findCustomer(deps.database.db, deps.cipher, owner)
    const obstacle =
      customer === undefined
        ? 'accountNotActive'
        : await advertisingObstacleOf(deps, deps.database.db, customer, notice)
    if (obstacle !== null) {
      await dropAdvertisement(deps, notice, openId, obstacle)
      return true
    }
  }
  // Codes and links go on: by them a customer proves an address again.
  if (AWAITED_NOTICE_KINDS.includes(kind)) return false
  const suspended = await suspendedAddressesOf(deps.database.db, owner)
  const event = suspended.get(addressIndexOf(deps.cipher, notice.recipient))
  if (event === undefined) return false
  // Who complained of mails had them; this one is not sent.
  await takeReport(deps, notice, {
    source: 'suspended',
    event: event === 'complained' ? 'failedHard' : event,
  })
  return true
}

/** The history of the customer says that it was not sent, and why: an act said before that it would be. */
async function dropAdvertisement(
  { units }: WorkerDeps,
  notice: QueuedNotice,
  openId: string,
  obstacle: AdvertisingObstacle,
): Promise<void> {
  const { portfolioId, kind } = notice
  await units.write(async ({ tx, now }) => {
    await markNoticeFailed(tx, notice, now)
    await appendAudit(tx, {
      portfolioId,
      subject: openId,
      action: 'advertisementNotSent',
      actor: SYSTEM_ACTOR,
      facts: { notice: kind, obstacle },
      at: now,
    })
    return ok(undefined)
  })
}

async function afterFailure(
  deps: WorkerDeps,
  notice: QueuedNotice,
  error: unknown,
  channels: Channels,
): Promise<void> {
  const failure = error instanceof MailFailure || error instanceof SmsFailure ? error : undefined
  deps.log.warn(
    { noticeId: notice.noticeId, kind: notice.kind, failure: describe(error) },
    'a notice was not taken',
  )
  if (failure?.fault === 'sender' && !failure.permanent) {
    if (channels.doubted.has(notice.channel)) channels.closed.add(notice.channel)
    channels.doubted.add(notice.channel)
    channels.refused.push({ notice, failure })
    return
  }
  if (failure?.permanent === true || notice.attempts + 1 >= MOST_ATTEMPTS)
    return await giveUp(deps, notice, failure)
  const pauseMs = Math.min(60_000 * 2 ** notice.attempts, LONGEST_PAUSE_MS)
  await postponeNotice(deps.database.db, notice, {
    retryAt: new Date(deps.clock.now().getTime() + pauseMs),
    attempts: notice.attempts + 1,
  })
}

/** Whose fault it is decides what becomes of the notice: one of ours is sent again later. */
async function giveUp(deps: WorkerDeps, notice: QueuedNotice, failure: Failure | undefined): Promise<void> {
  const status =
    (failure instanceof MailFailure ? failure.status : undefined) ?? failure?.responseCode?.toString()
  const event = failure === undefined ? 'failedByUs' : EVENT_OF_FAULT[failure.fault]
  await takeReport(deps, notice, { source: 'server', event, status })
}

/** Nothing is wrong with the notice: it uses up no attempt. Source: docs/facts/vendors.md, Mail. */
async function waitForChannel(deps: WorkerDeps, notice: QueuedNotice): Promise<void> {
  const retryAt = new Date(deps.clock.now().getTime() + SENDER_PAUSE_MS)
  await postponeNotice(deps.database.db, notice, { retryAt, attempts: notice.attempts })
}

/** What our own server or we ourselves say of a notice, as any other report. */
async function takeReport(
  deps: WorkerDeps,
  notice: QueuedNotice,
  {
    source,
    event,
    status,
  }: Pick<DeliveryReport, 'source' | 'event'> & { readonly status?: string | undefined },
): Promise<void> {
  const { portfolioId, openId } = notice
  await deps.units.write(async (unit) => {
    await takeDelivery(deps, unit, notice, {
      eventId: `${source}/${unit.now.toISOString()}`,
      source,
      event,
      status: status ?? null,
      mailboxFull: isMailboxFull({ status }),
      evidence: null,
    })
    // A customer who replied STOP gets no more texts; codes go by mail from now on.
    if (event === 'optedOut' && openId !== null) await forbidCalls(unit.tx, { portfolioId, openId }, unit.now)
    return ok(undefined)
  })
}
