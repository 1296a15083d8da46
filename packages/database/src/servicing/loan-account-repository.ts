import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { LoanKey } from '../driver/owner.ts'
import { ACCOUNT_TAIL } from '../driver/sealed-columns.ts'
import { sealText } from '../driver/sealed-texts.ts'
import { loanAccounts } from '../schema/servicing.ts'

/** A bank account of a loan; its number and holder are sealed. */
export type LoanAccount = typeof loanAccounts.$inferSelect
export type NewLoanAccount = Omit<
  LoanAccount,
  | 'endedAt'
  | 'linkEndedAt'
  | 'prenoteTrace'
  | 'prenoteFileNo'
  | 'prenoteEffectiveDate'
  | 'prenoteReturnCode'
  | 'prenoteReturnedAt'
  | 'entryKey'
  | 'tailIndex'
  | 'linkRequestCode'
> &
  Partial<Pick<LoanAccount, 'entryKey' | 'linkRequestCode'>>

/** Where the sealed fields of an account are bound to. */
export const loanAccountPlace = (
  { portfolioId, loanNo, sequence }: Pick<LoanAccount, 'portfolioId' | 'loanNo' | 'sequence'>,
  column: 'account_number' | 'holder_name',
): FieldPlace => ({
  table: 'loan_accounts',
  id: `${portfolioId}/${loanNo}/${sequence}`,
  column,
  of: holderOf({ portfolioId, loanNo }),
})

/** By which a loan is found whose account ends in these digits. */
export const tailIndexOf = (cipher: FieldCipher, tail: string): string =>
  cipher.blindIndex(ACCOUNT_TAIL, tail)

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(loanAccounts.portfolioId, portfolioId), eq(loanAccounts.loanNo, loanNo))

/** The account that holds; undefined before the loan was on a batch. */
export async function findLoanAccount(executor: Executor, loan: LoanKey): Promise<LoanAccount | undefined> {
  const [row] = await executor
    .select()
    .from(loanAccounts)
    .where(and(isOf(loan), isNull(loanAccounts.endedAt)))
  return row
}

/** All accounts that a loan had, first to last. */
export async function listLoanAccounts(executor: Executor, loan: LoanKey): Promise<LoanAccount[]> {
  return await executor.select().from(loanAccounts).where(isOf(loan)).orderBy(asc(loanAccounts.sequence))
}

/** The account that holds from now on; the one before ends. Lock the loan first. */
export async function saveLoanAccount(
  executor: Executor,
  cipher: FieldCipher,
  account: NewLoanAccount,
): Promise<void> {
  await executor
    .update(loanAccounts)
    .set({ endedAt: account.createdAt })
    .where(and(isOf(account), isNull(loanAccounts.endedAt)))
  const { portfolioId, loanNo, routingNumber, accountTail } = account
  const seal = (plain: string) => sealText(cipher, holderOf({ portfolioId, loanNo }), plain)
  await executor.insert(loanAccounts).values({
    ...account,
    routingNumber: seal(routingNumber),
    accountTail: seal(accountTail),
    tailIndex: tailIndexOf(cipher, accountTail),
  })
}

/** Notes that the link behind the tokenized number of an account has ended; the first time stands. */
export async function endAccountLink(
  executor: Executor,
  { portfolioId, loanNo, sequence }: Pick<LoanAccount, 'portfolioId' | 'loanNo' | 'sequence'>,
  at: Date,
): Promise<void> {
  await executor
    .update(loanAccounts)
    .set({ linkEndedAt: at })
    .where(
      and(
        isOf({ portfolioId, loanNo }),
        eq(loanAccounts.sequence, sequence),
        isNull(loanAccounts.linkEndedAt),
      ),
    )
}
