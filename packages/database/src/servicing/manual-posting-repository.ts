import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldPlace } from '../driver/field-cipher.ts'
import type { LoanKey } from '../driver/owner.ts'
import { holderOf } from '../driver/record-keys.ts'
import { manualPostings } from '../schema/servicing.ts'

/** A posting by hand: entered by one employee, posted when another confirms it. */
export type ManualPosting = typeof manualPostings.$inferSelect
export type NewManualPosting = Omit<ManualPosting, 'confirmedBy' | 'confirmedAt'>

/** Where the note is bound to. */
export const manualPostingPlace = ({
  portfolioId,
  loanNo,
  postingNo,
}: Pick<ManualPosting, 'portfolioId' | 'loanNo' | 'postingNo'>): FieldPlace => ({
  table: 'manual_postings',
  id: `${portfolioId}/${postingNo}`,
  column: 'note',
  of: holderOf({ portfolioId, loanNo }),
})

/** Enters a posting that another person must confirm. */
export async function insertManualPosting(executor: Executor, posting: NewManualPosting): Promise<void> {
  await executor.insert(manualPostings).values(posting)
}

/** A posting by its number. */
export async function findManualPosting(
  executor: Executor,
  { portfolioId, postingNo }: Pick<ManualPosting, 'portfolioId' | 'postingNo'>,
): Promise<ManualPosting | undefined> {
  const [row] = await executor
    .select()
    .from(manualPostings)
    .where(and(eq(manualPostings.portfolioId, portfolioId), eq(manualPostings.postingNo, postingNo)))
  return row
}

/** As `findManualPosting`; locks the row until the transaction ends. */
export async function lockManualPosting(
  executor: Executor,
  { portfolioId, postingNo }: Pick<ManualPosting, 'portfolioId' | 'postingNo'>,
): Promise<ManualPosting | undefined> {
  const seen = await findManualPosting(executor, { portfolioId, postingNo })
  if (seen === undefined) return undefined
  const [row] = await executor
    .select()
    .from(manualPostings)
    .where(
      and(
        eq(manualPostings.portfolioId, portfolioId),
        eq(manualPostings.customerKey, seen.customerKey),
        eq(manualPostings.postingNo, postingNo),
      ),
    )
    .for('update')
  return row
}

/** Marks an entered posting as posted; false if it is posted already. */
export async function confirmManualPosting(
  executor: Executor,
  { portfolioId, postingNo }: Pick<ManualPosting, 'portfolioId' | 'postingNo'>,
  by: { readonly confirmedBy: string; readonly confirmedAt: Date },
): Promise<boolean> {
  const confirmed = await executor
    .update(manualPostings)
    .set({ ...by, state: 'posted' })
    .where(
      and(
        eq(manualPostings.portfolioId, portfolioId),
        eq(manualPostings.postingNo, postingNo),
        eq(manualPostings.state, 'entered'),
      ),
    )
    .returning({ postingNo: manualPostings.postingNo })
  return confirmed.length === 1
}

/** Every posting by hand of a loan, in order. */
export async function listManualPostings(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<ManualPosting[]> {
  return await executor
    .select()
    .from(manualPostings)
    .where(and(eq(manualPostings.portfolioId, portfolioId), eq(manualPostings.loanNo, loanNo)))
    .orderBy(asc(manualPostings.enteredAt), asc(manualPostings.postingNo))
}
