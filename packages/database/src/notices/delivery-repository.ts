import {
  type DeliveryEvent,
  type DeliveryState,
  OPEN_STATES,
  type SoftFailure,
  UNDELIVERED_STATES,
} from '@dolphin/domain/notices/delivery-state'
import { and, asc, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, openJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { LoanKey, Owner } from '../driver/owner.ts'
import { deliveryEvents } from '../schema/delivery.ts'
import { outbox } from '../schema/message.ts'
import { type NoticeKey, type NoticePayload, noticePlace, type QueuedNotice } from './outbox-repository.ts'

/** A notice with how far it came. */
export interface TrackedNotice extends QueuedNotice {
  readonly sentAt: Date | null
  readonly failedAt: Date | null
  readonly delivery: DeliveryState
  readonly deliveryAt: Date | null
  readonly providerId: string | null
}

/** A report as it is stored; `eventId` names it and what it says. */
export interface NewDeliveryEvent {
  readonly eventId: string
  readonly source: string
  readonly event: DeliveryEvent
  readonly status: string | null
  readonly mailboxFull: boolean
  readonly evidence: string | null
}

export type DeliveryEventRow = Omit<typeof deliveryEvents.$inferSelect, 'evidence'>

type OutboxRow = typeof outbox.$inferSelect

const isNotice = ({ portfolioId, noticeId }: NoticeKey) =>
  and(eq(outbox.portfolioId, portfolioId), eq(outbox.noticeId, noticeId))

/** An address or number, for finding what went there; the same in whatever case it is written. */
export const addressIndexOf = (cipher: FieldCipher, address: string): string =>
  cipher.blindIndex('outbox.recipient', address.trim().toLowerCase())

const fromRow = (
  cipher: FieldCipher,
  { nextAttemptAt: _next, addressIndex: _index, ...row }: OutboxRow,
): TrackedNotice => ({
  ...row,
  recipient: cipher.open(noticePlace(row, 'recipient'), row.recipient),
  payload: openJson(cipher, noticePlace(row, 'payload'), row.payload) as NoticePayload,
})

/** A notice, locked until the transaction ends: one report after another changes its state. */
export async function lockNotice(
  executor: Executor,
  cipher: FieldCipher,
  key: NoticeKey,
): Promise<TrackedNotice | undefined> {
  const [row] = await executor.select().from(outbox).where(isNotice(key)).for('update')
  return row && fromRow(cipher, row)
}

/** The notice that a provider took under this id. */
export async function findNoticeOfProvider(
  executor: Executor,
  providerId: string,
): Promise<NoticeKey | undefined> {
  const { portfolioId, noticeId } = outbox
  const [row] = await executor
    .select({ portfolioId, noticeId })
    .from(outbox)
    .where(eq(outbox.providerId, providerId))
    .limit(1)
  return row
}

/** Stores a report about a notice; false where it was stored before. */
export async function insertDeliveryEvent(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, customerKey, noticeId, openId, loanNo }: TrackedNotice,
  { evidence, ...event }: NewDeliveryEvent & { readonly at: Date },
): Promise<boolean> {
  const place = {
    table: 'delivery_events',
    id: `${portfolioId}/${noticeId}/${event.eventId}`,
    column: 'evidence',
    of: holderOf({ portfolioId, loanNo, openId }),
  }
  const added = await executor
    .insert(deliveryEvents)
    .values({
      portfolioId,
      customerKey,
      noticeId,
      openId,
      loanNo,
      ...event,
      evidence: evidence === null ? null : cipher.seal(place, evidence),
    })
    .onConflictDoNothing()
    .returning({ eventId: deliveryEvents.eventId })
  return added.length === 1
}

/** Sets how far a notice came, and the index of the address that it went to. */
export async function setDelivery(
  executor: Executor,
  key: NoticeKey,
  {
    delivery,
    addressIndex,
    at,
  }: { readonly delivery: DeliveryState; readonly addressIndex: string; readonly at: Date },
): Promise<void> {
  await executor.update(outbox).set({ delivery, deliveryAt: at, addressIndex }).where(isNotice(key))
}

/** Final soft failures of a customer's address since an instant. */
export async function listSoftFailures(
  executor: Executor,
  { portfolioId, openId }: Owner,
  addressIndex: string,
): Promise<SoftFailure[]> {
  const { at, mailboxFull } = deliveryEvents
  return await executor
    .select({ at, mailboxFull })
    .from(deliveryEvents)
    .innerJoin(
      outbox,
      and(
        eq(outbox.portfolioId, deliveryEvents.portfolioId),
        eq(outbox.noticeId, deliveryEvents.noticeId),
        eq(outbox.customerKey, deliveryEvents.customerKey),
      ),
    )
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        eq(outbox.openId, openId),
        eq(outbox.addressIndex, addressIndex),
        eq(deliveryEvents.event, 'failedSoft'),
      ),
    )
}

/** Customers to whom something went at that address or number, of every portfolio. */
export async function listOwnersOfAddress(executor: Executor, addressIndex: string): Promise<Owner[]> {
  const { portfolioId, openId } = outbox
  const rows = await executor
    .selectDistinct({ portfolioId, openId })
    .from(outbox)
    .where(and(eq(outbox.addressIndex, addressIndex), isNotNull(openId)))
  return rows.flatMap((row) => (row.openId === null ? [] : [{ ...row, openId: row.openId }]))
}

export type UndeliveredNotice = Pick<
  OutboxRow,
  'portfolioId' | 'noticeId' | 'kind' | 'channel' | 'loanNo' | 'delivery' | 'deliveryAt' | 'failedAt'
>

const undeliveredColumns = {
  portfolioId: outbox.portfolioId,
  noticeId: outbox.noticeId,
  kind: outbox.kind,
  channel: outbox.channel,
  loanNo: outbox.loanNo,
  delivery: outbox.delivery,
  deliveryAt: outbox.deliveryAt,
  failedAt: outbox.failedAt,
}

/** Notices that did not arrive, the newest first; further back than an instant where one is given. */
export async function listUndelivered(
  executor: Executor,
  portfolioId: number,
  { before, limit }: { readonly before?: Date | undefined; readonly limit: number },
): Promise<UndeliveredNotice[]> {
  const { noticeId, delivery, deliveryAt } = outbox
  return await executor
    .select(undeliveredColumns)
    .from(outbox)
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        inArray(delivery, [...UNDELIVERED_STATES]),
        before === undefined ? undefined : lt(deliveryAt, before),
      ),
    )
    .orderBy(desc(deliveryAt), desc(noticeId))
    .limit(limit)
}

/** Which notices are listed as unknown. */
export interface UnknownNotices {
  readonly kinds: readonly string[]
  /** They left before this instant. */
  readonly sentBefore: Date
  readonly limit: number
}

/** Notices of some kinds that left long ago and of which no report said how they ended, the newest first. */
export async function listUnknown(
  executor: Executor,
  portfolioId: number,
  { kinds, sentBefore, limit }: UnknownNotices,
): Promise<(UndeliveredNotice & { readonly sentAt: Date | null })[]> {
  const { noticeId, kind, delivery, sentAt } = outbox
  return await executor
    .select({ ...undeliveredColumns, sentAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        inArray(kind, [...kinds]),
        inArray(delivery, [...OPEN_STATES]),
        lt(sentAt, sentBefore),
      ),
    )
    .orderBy(desc(sentAt), desc(noticeId))
    .limit(limit)
}

/** Every report about the notices of a loan, oldest first; without the reports' own text. */
export async function listDeliveryEvents(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<DeliveryEventRow[]> {
  const rows = await executor
    .select()
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.portfolioId, portfolioId), eq(deliveryEvents.loanNo, loanNo)))
    .orderBy(asc(deliveryEvents.at), asc(deliveryEvents.eventId))
  return rows.map(({ evidence: _evidence, ...row }) => row)
}

/** How far each notice of a loan came, by its id. */
export async function listDeliveryOfLoan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { noticeId, delivery } = outbox
  const rows = await executor
    .select({ noticeId, delivery })
    .from(outbox)
    .where(and(eq(outbox.portfolioId, portfolioId), eq(outbox.loanNo, loanNo)))
  return new Map(rows.map((row) => [row.noticeId, row.delivery]))
}
