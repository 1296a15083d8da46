import type { DeliveryState } from '@dolphin/domain/notices/delivery-state'
import { AWAITED_NOTICE_KINDS, type NoticeKind } from '@dolphin/domain/notices/notice-kind'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { LoanKey } from '../driver/owner.ts'
import { isOneOf } from '../driver/one-of.ts'
import { customerKeyAbout } from '../driver/customer-key.ts'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import { paperNotices } from '../schema/delivery.ts'
import { outbox } from '../schema/message.ts'

/** Values that a notice's template is filled with, as people read them. */
export type NoticePayload = Readonly<Record<string, unknown>>

export interface NewNotice {
  readonly portfolioId: number
  readonly noticeId: string
  /** Says which notice it is ("noia-201/118-0000013/2"); the same one is queued once. */
  readonly dedupKey: string
  readonly kind: string
  /** By mail, or as a text message to a phone's ten digits. */
  readonly channel: 'mail' | 'sms'
  readonly openId: string | null
  readonly loanNo: string | null
  /** What the page of somebody without an account spoke; null where the customer's own is to be looked up. */
  readonly language: Locale | null
  readonly recipient: string
  readonly payload: NoticePayload
}

export interface QueuedNotice extends NewNotice {
  readonly customerKey: string
  /** Tries before this one. */
  readonly attempts: number
  readonly createdAt: Date
}

export type NoticeKey = Pick<NewNotice, 'portfolioId' | 'noticeId'>

/** Where a value of a queued notice lives. */
export const noticePlace = (
  { noticeId, ...row }: NoticeKey & Pick<NewNotice, 'loanNo' | 'openId'>,
  column: 'recipient' | 'payload',
): FieldPlace => ({ table: 'outbox', id: `${row.portfolioId}/${noticeId}`, column, of: holderOf(row) })

const isNotice = ({ portfolioId, noticeId }: NoticeKey) =>
  and(eq(outbox.portfolioId, portfolioId), eq(outbox.noticeId, noticeId))

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt))

/** Queues a notice within the transaction of what it tells; false if it was queued before. */
export async function queueNotice(
  executor: Executor,
  cipher: FieldCipher,
  notice: NewNotice,
  at: Date,
): Promise<boolean> {
  const customerKey = await customerKeyAbout(executor, notice)
  const queued = await executor
    .insert(outbox)
    .values({
      ...notice,
      customerKey,
      recipient: cipher.seal(noticePlace(notice, 'recipient'), notice.recipient),
      payload: sealJson(cipher, noticePlace(notice, 'payload'), notice.payload),
      nextAttemptAt: at,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [outbox.portfolioId, outbox.dedupKey, outbox.customerKey] })
    .returning({ noticeId: outbox.noticeId })
  return queued.length === 1
}

const isAwaited = inArray(outbox.kind, [...AWAITED_NOTICE_KINDS])

/** At most so many notices that are due, which are taken until `retryAt`. */
interface DueNotices {
  readonly at: Date
  readonly retryAt: Date
  readonly limit: number
}

/**
 * Takes notices that are due, for sending outside of any transaction: those that somebody waits for first, or a code
 * would come after all that a morning's batch has to say. Each is this worker's until `retryAt`;
 * if it is not marked by then (the worker died), another one takes it.
 */
export async function takeDueNotices(
  executor: Executor,
  cipher: FieldCipher,
  { at, retryAt, limit }: DueNotices,
): Promise<QueuedNotice[]> {
  const due = executor
    .select({ noticeId: outbox.noticeId })
    .from(outbox)
    .where(and(isWaiting, lte(outbox.nextAttemptAt, at)))
    .orderBy(desc(isAwaited), asc(outbox.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await executor
    .update(outbox)
    .set({ nextAttemptAt: retryAt, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.noticeId, due))
    .returning()
  return rows.map(({ nextAttemptAt: _next, sentAt: _sent, failedAt: _failed, ...row }) => ({
    ...row,
    attempts: row.attempts - 1,
    recipient: cipher.open(noticePlace(row, 'recipient'), row.recipient),
    payload: openJson(cipher, noticePlace(row, 'payload'), row.payload) as NoticePayload,
  }))
}

/** Where a notice went. */
export interface Handover {
  /** Of the address or number that it went to. */
  readonly addressIndex: string
  /** Under which the provider took it; null where it gave none. */
  readonly providerId: string | null
  /** Tries before this one, as the notice was taken. */
  readonly attempts: number
  readonly at: Date
}

/** Notes that a notice went out; a report that came first is kept, and so is one by which it is sent again. */
export async function markNoticeSent(
  executor: Executor,
  key: NoticeKey,
  { addressIndex, providerId, attempts, at }: Handover,
): Promise<void> {
  const isFirst = sql`${outbox.delivery} = 'queued'`
  await executor
    .update(outbox)
    .set({
      sentAt: at,
      addressIndex,
      providerId,
      delivery: sql`case when ${isFirst} then 'accepted' else ${outbox.delivery} end`,
      deliveryAt: sql`case when ${isFirst} then ${at.toISOString()}::timestamptz else ${outbox.deliveryAt} end`,
    })
    .where(and(isNotice(key), isWaiting, eq(outbox.attempts, attempts + 1)))
}

/** Has a notice that went out wait again until `retryAt`. The try that was reported counts twice, so that it ends there. */
export async function sendNoticeAgain(executor: Executor, key: NoticeKey, retryAt: Date): Promise<void> {
  await executor
    .update(outbox)
    .set({
      sentAt: null,
      failedAt: null,
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: retryAt,
      delivery: 'queued',
      deliveryAt: null,
    })
    .where(isNotice(key))
}

/** Puts a notice back until `retryAt`, after so many attempts to send it. */
export async function postponeNotice(
  executor: Executor,
  key: NoticeKey,
  { retryAt, attempts }: { readonly retryAt: Date; readonly attempts: number },
): Promise<void> {
  await executor
    .update(outbox)
    .set({ nextAttemptAt: retryAt, attempts })
    .where(and(isNotice(key), isWaiting))
}

/** Which notices are sent again. */
export interface RetriedNotices {
  readonly portfolioId: number
  /** One notice; every one of these kinds and states where it is not named. */
  readonly noticeId?: string | undefined
  readonly kinds: readonly NoticeKind[]
  readonly states: readonly DeliveryState[]
}

/** A notice that is sent again. */
export type RetriedNotice = Pick<QueuedNotice, 'noticeId' | 'kind' | 'loanNo'>

/**
 * Has notices that were not sent, or came back, tried again from now on, but for those that were printed; one that waits
 * in the paper queue leaves it.
 */
export async function retryNotices(
  executor: Executor,
  { portfolioId, noticeId, kinds, states }: RetriedNotices,
  at: Date,
): Promise<RetriedNotice[]> {
  const onPaper = and(
    eq(paperNotices.portfolioId, outbox.portfolioId),
    eq(paperNotices.noticeId, outbox.noticeId),
  )
  const printed = executor
    .select({ noticeId: paperNotices.noticeId })
    .from(paperNotices)
    .where(and(onPaper, isNotNull(paperNotices.printedAt)))
  const rows = await executor
    .update(outbox)
    .set({
      sentAt: null,
      failedAt: null,
      attempts: 0,
      nextAttemptAt: at,
      delivery: 'queued',
      deliveryAt: null,
    })
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        or(isNull(outbox.sentAt), ne(outbox.delivery, 'queued')),
        inArray(outbox.kind, [...kinds]),
        inArray(outbox.delivery, [...states]),
        noticeId === undefined ? undefined : eq(outbox.noticeId, noticeId),
        notExists(printed),
      ),
    )
    .returning({ noticeId: outbox.noticeId, kind: outbox.kind, loanNo: outbox.loanNo })
  const ids = rows.map((row) => row.noticeId)
  if (ids.length > 0) {
    await executor
      .delete(paperNotices)
      .where(and(eq(paperNotices.portfolioId, portfolioId), inArray(paperNotices.noticeId, ids)))
  }
  return rows
}

/** What waits to go out, and what was given up. */
export interface OutboxState {
  readonly waiting: number
  /** When the oldest that waits was queued; null where none does. */
  readonly oldestAt: Date | null
  readonly failed: number
}

/** The notices of all portfolios that were not sent. */
export async function readOutboxState(executor: Executor): Promise<OutboxState> {
  const [waiting] = await executor
    .select({ count: count(), oldestAt: min(outbox.createdAt) })
    .from(outbox)
    .where(isWaiting)
  const failed = await executor.$count(outbox, isNotNull(outbox.failedAt))
  return { waiting: waiting?.count ?? 0, oldestAt: waiting?.oldestAt ?? null, failed }
}

/** Gives a notice up; operations look at these. */
export async function markNoticeFailed(executor: Executor, key: NoticeKey, at: Date): Promise<void> {
  await executor
    .update(outbox)
    .set({ failedAt: at })
    .where(and(isNotice(key), isWaiting))
}

/** Drops notices of a loan that wait to be sent, of these kinds; answers how many. */
export async function dropQueuedNotices(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  kinds: readonly string[],
): Promise<number> {
  const dropped = await executor
    .delete(outbox)
    .where(
      and(
        eq(outbox.portfolioId, portfolioId),
        eq(outbox.loanNo, loanNo),
        isOneOf(outbox.kind, kinds),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
      ),
    )
    .returning({ noticeId: outbox.noticeId })
  return dropped.length
}

/** Drops one notice that waits to be sent; false where it left meanwhile. */
export async function dropQueuedNotice(executor: Executor, key: NoticeKey): Promise<boolean> {
  const dropped = await executor
    .delete(outbox)
    .where(and(isNotice(key), isWaiting))
    .returning({ noticeId: outbox.noticeId })
  return dropped.length === 1
}
