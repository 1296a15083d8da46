import type { PostalAddress } from '@dolphin/domain/portfolios/portfolio'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { LoanKey } from '../driver/owner.ts'
import { paperNotices } from '../schema/delivery.ts'
import type { NoticeKey } from './outbox-repository.ts'

type Row = typeof paperNotices.$inferSelect

/** A notice in the paper queue. */
export interface PaperNotice extends Omit<Row, 'address'> {
  /** As it was printed; null until then. */
  readonly address: PostalAddress | null
}

const isNotice = ({ portfolioId, noticeId }: NoticeKey) =>
  and(eq(paperNotices.portfolioId, portfolioId), eq(paperNotices.noticeId, noticeId))

const place = ({ portfolioId, noticeId, loanNo }: NoticeKey & Pick<Row, 'loanNo'>) => ({
  table: 'paper_notices',
  id: `${portfolioId}/${noticeId}`,
  column: 'address',
  of: holderOf({ portfolioId, loanNo }),
})

const fromRow = (cipher: FieldCipher, row: Row): PaperNotice => ({
  ...row,
  address: row.address === null ? null : (openJson(cipher, place(row), row.address) as PostalAddress),
})

/** Puts a notice into the paper queue; again is harmless. */
export async function insertPaperNotice(
  executor: Executor,
  notice: Pick<Row, 'portfolioId' | 'customerKey' | 'noticeId' | 'loanNo' | 'kind' | 'queuedAt'>,
): Promise<void> {
  await executor.insert(paperNotices).values(notice).onConflictDoNothing()
}

/** Takes a notice out of the paper queue, unless it is printed: it arrived another way. */
export async function withdrawPaperNotice(executor: Executor, key: NoticeKey): Promise<void> {
  await executor.delete(paperNotices).where(and(isNotice(key), isNull(paperNotices.printedAt)))
}

/** The paper queue of a portfolio, oldest first: what is not mailed yet. */
export async function listPaperNotices(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  limit: number,
): Promise<PaperNotice[]> {
  const rows = await executor
    .select()
    .from(paperNotices)
    .where(and(eq(paperNotices.portfolioId, portfolioId), isNull(paperNotices.mailedAt)))
    .orderBy(asc(paperNotices.queuedAt), asc(paperNotices.noticeId))
    .limit(limit)
  return rows.map((row) => fromRow(cipher, row))
}

/** A notice of the paper queue, locked; undefined where it is none. */
export async function lockPaperNotice(
  executor: Executor,
  cipher: FieldCipher,
  key: NoticeKey,
): Promise<PaperNotice | undefined> {
  const { customerKey } = paperNotices
  const [seen] = await executor.select({ customerKey }).from(paperNotices).where(isNotice(key))
  if (seen === undefined) return undefined
  const [row] = await executor
    .select()
    .from(paperNotices)
    .where(and(isNotice(key), eq(customerKey, seen.customerKey)))
    .for('update')
  return row && fromRow(cipher, row)
}

/** A printing of a notice: by whom and when, for which address, and the letter in the object store. */
export interface Printing extends Pick<Row, 'objectKey' | 'sha256' | 'sizeBytes'> {
  readonly address: PostalAddress
  readonly by: string
  readonly at: Date
}

/** Notes a printing; the newest one is what is mailed. */
export async function markPaperPrinted(
  executor: Executor,
  cipher: FieldCipher,
  key: NoticeKey & Pick<Row, 'loanNo'>,
  { address, by, at, objectKey, sha256, sizeBytes }: Printing,
): Promise<void> {
  const sealed = sealJson(cipher, place(key), address)
  await executor
    .update(paperNotices)
    .set({ printedAt: at, printedBy: by, address: sealed, objectKey, sha256, sizeBytes })
    .where(and(isNotice(key), isNull(paperNotices.mailedAt)))
}

/** Where the bytes of a printed letter are, and what they must be. */
export type KeptLetter = Pick<Row, 'portfolioId' | 'noticeId'> & {
  readonly objectKey: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** Printed letters of all portfolios after a given one: for the check that all are stored. */
export async function listLettersAfter(
  executor: Executor,
  after: Pick<Row, 'portfolioId' | 'noticeId'>,
  limit: number,
): Promise<KeptLetter[]> {
  const { portfolioId, noticeId, objectKey, sha256, sizeBytes } = paperNotices
  const rows = await executor
    .select({ portfolioId, noticeId, objectKey, sha256, sizeBytes })
    .from(paperNotices)
    .where(
      and(
        isNotNull(objectKey),
        sql`(${portfolioId}, ${noticeId}) > (${after.portfolioId}, ${after.noticeId})`,
      ),
    )
    .orderBy(asc(portfolioId), asc(noticeId))
    .limit(limit)
  return rows.flatMap(({ objectKey: key, sha256: hash, sizeBytes: size, ...row }) =>
    key === null || hash === null || size === null
      ? []
      : [{ ...row, objectKey: key, sha256: hash, sizeBytes: size }],
  )
}

/** Notes who put a notice into the mail. */
export async function markPaperMailed(
  executor: Executor,
  key: NoticeKey,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await executor
    .update(paperNotices)
    .set({ mailedAt: at, mailedBy: by })
    .where(and(isNotice(key), isNull(paperNotices.mailedAt)))
}

/** Every notice of a loan that went to the paper queue, oldest first. */
export async function listPaperNoticesOfLoan(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, loanNo }: LoanKey,
): Promise<PaperNotice[]> {
  const rows = await executor
    .select()
    .from(paperNotices)
    .where(and(eq(paperNotices.portfolioId, portfolioId), eq(paperNotices.loanNo, loanNo)))
    .orderBy(asc(paperNotices.queuedAt))
  return rows.map((row) => fromRow(cipher, row))
}
