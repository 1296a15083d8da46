import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { debitAuthorizations } from '../schema/servicing.ts'

/** A permission to debit, whether it still holds or not. */
export type DebitAuthorization = typeof debitAuthorizations.$inferSelect
export type NewDebitAuthorization = Omit<
  DebitAuthorization,
  'medium' | 'revokedAt' | 'revokedBy' | 'revokedFor'
> &
  Partial<Pick<DebitAuthorization, 'medium'>>

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(debitAuthorizations.portfolioId, portfolioId), eq(debitAuthorizations.loanNo, loanNo))

/** Records a permission. */
export async function insertDebitAuthorization(
  executor: Executor,
  authorization: NewDebitAuthorization,
): Promise<void> {
  await executor.insert(debitAuthorizations).values(authorization)
}

/** Every permission of a loan, oldest first, the ended ones too. */
export async function listDebitAuthorizations(
  executor: Executor,
  loan: LoanKey,
): Promise<DebitAuthorization[]> {
  return await executor
    .select()
    .from(debitAuthorizations)
    .where(isOf(loan))
    .orderBy(asc(debitAuthorizations.grantedAt), asc(debitAuthorizations.authorizationNo))
}

/** Ends every permission of a loan that holds; answers how many. */
export async function revokeDebitAuthorizations(
  executor: Executor,
  loan: LoanKey,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: Date },
): Promise<number> {
  const ended = await executor
    .update(debitAuthorizations)
    .set({ revokedAt: at, revokedBy: by, revokedFor: reason })
    .where(and(isOf(loan), isNull(debitAuthorizations.revokedAt)))
    .returning({ authorizationNo: debitAuthorizations.authorizationNo })
  return ended.length
}
