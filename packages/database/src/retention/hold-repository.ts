import type { Hold, HoldScope } from '@dolphin/domain/retention/hold'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { lockByName } from '../driver/named-lock.ts'
import { holderOf, type KeyHolder } from '../driver/record-keys.ts'
import { nextNumber } from '../driver/serial.ts'
import { loans } from '../schema/loan.ts'
import { legalHolds } from '../schema/retention.ts'

type Row = typeof legalHolds.$inferSelect

/** A legal hold with its reasons readable; they are empty once what was held is erased. */
export type LegalHold = Omit<Row, 'reason'> & { readonly reason: string }

const place = (hold: Hold & { readonly holdNo: string }, column: 'reason' | 'liftReason'): FieldPlace => ({
  table: 'legal_holds',
  id: hold.holdNo,
  column,
  of: heldOf(hold),
})

/** What is held, whose key goes when it is erased; undefined of a class. */
function heldOf({ portfolioId, scope, subject }: Hold): KeyHolder | undefined {
  if (scope === 'application') return `application/${portfolioId}/${subject}`
  return holderOf({
    portfolioId,
    loanNo: scope === 'loan' ? subject : null,
    openId: scope === 'person' ? subject : null,
  })
}

/** While it is held nothing is erased and no hold is set: of the two, the later one sees what the earlier one did. */
export const lockErasing = (executor: Executor): Promise<void> => lockByName(executor, 'erasing')

const NAMED: Readonly<
  Record<Exclude<HoldScope, 'class'>, { readonly table: string; readonly column: string }>
> = {
  person: { table: 'customers', column: 'open_id' },
  loan: { table: 'loans', column: 'loan_no' },
  application: { table: 'loans', column: 'application_no' },
}

/** Whether there is what a hold names. */
export async function isThere(
  executor: Executor,
  { portfolioId, scope, subject }: Hold & { readonly scope: Exclude<HoldScope, 'class'> },
): Promise<boolean> {
  const { table, column } = NAMED[scope]
  const { rows } = await executor.execute(sql`select 1 from ${sql.identifier(table)}
    where portfolio_id = ${portfolioId} and ${sql.identifier(column)} = ${subject} limit 1`)
  return rows.length > 0
}

/** The loan of an application; undefined where there is none. */
export async function loanNoOfApplication(
  executor: Executor,
  portfolioId: number,
  applicationNo: string,
): Promise<string | undefined> {
  const [row] = await executor
    .select({ loanNo: loans.loanNo })
    .from(loans)
    .where(and(eq(loans.portfolioId, portfolioId), eq(loans.applicationNo, applicationNo)))
  return row?.loanNo
}

/** Sets a hold; answers its number, or undefined where one of its portfolio, scope and subject is open. */
export async function insertHold(
  executor: Executor,
  cipher: FieldCipher,
  hold: Pick<LegalHold, 'portfolioId' | 'scope' | 'subject' | 'reason' | 'setBy' | 'confirmedBy' | 'setAt'>,
): Promise<string | undefined> {
  const holdNo = await nextNumber(executor, 'retention', 'H')
  const reason = cipher.seal(place({ ...hold, holdNo }, 'reason'), hold.reason)
  const added = await executor
    .insert(legalHolds)
    .values({ ...hold, holdNo, reason })
    .onConflictDoNothing()
    .returning({ holdNo: legalHolds.holdNo })
  return added[0]?.holdNo
}

/** Lifts an open hold; false where it is none. */
export async function liftHold(
  executor: Executor,
  cipher: FieldCipher,
  hold: Hold & { readonly holdNo: string },
  {
    liftReason,
    ...lifted
  }: Pick<LegalHold, 'liftedBy' | 'liftConfirmedBy' | 'liftedAt'> & { readonly liftReason: string },
): Promise<boolean> {
  const rows = await executor
    .update(legalHolds)
    .set({ ...lifted, liftReason: cipher.seal(place(hold, 'liftReason'), liftReason) })
    .where(and(eq(legalHolds.holdNo, hold.holdNo), isNull(legalHolds.liftedAt)))
    .returning({ holdNo: legalHolds.holdNo })
  return rows.length === 1
}

/** Every open hold, which are few. */
export async function listOpenHolds(executor: Executor): Promise<Hold[]> {
  const { portfolioId, scope, subject } = legalHolds
  return await executor
    .select({ portfolioId, scope, subject })
    .from(legalHolds)
    .where(isNull(legalHolds.liftedAt))
}

/** Holds of a portfolio, lifted ones too, with their reasons. */
export async function listHolds(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
): Promise<LegalHold[]> {
  const rows = await executor
    .select()
    .from(legalHolds)
    .where(eq(legalHolds.portfolioId, portfolioId))
    .orderBy(asc(legalHolds.holdNo))
  return rows.map((row) => opened(cipher, row))
}

/** A hold, open or lifted. */
export async function findHold(
  executor: Executor,
  cipher: FieldCipher,
  holdNo: string,
): Promise<LegalHold | undefined> {
  const [row] = await executor.select().from(legalHolds).where(eq(legalHolds.holdNo, holdNo))
  return row && opened(cipher, row)
}

const opened = (cipher: FieldCipher, row: Row): LegalHold => ({
  ...row,
  reason: row.reason === null ? '' : cipher.open(place(row, 'reason'), row.reason),
  liftReason: row.liftReason === null ? null : cipher.open(place(row, 'liftReason'), row.liftReason),
})
