import { and, eq } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { LoanKey } from './owner.ts'
import { loanDirectory } from '../schema/claim.ts'
import { STORED_NAMES } from '@dolphin/domain/stored-names'

/** The key of a new loan: its customer's openId, or the application's number for a guest. */
export const firstCustomerKey = ({
  openId,
  applicationNo,
}: {
  readonly openId: string | null
  readonly applicationNo: string
}): string => openId ?? applicationNo

/** The key that a loan was begun with, from the directory of all loans; undefined where there is no such loan. */
export async function customerKeyOfLoan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<string | undefined> {
  const [row] = await executor
    .select({ customerKey: loanDirectory.customerKey })
    .from(loanDirectory)
    .where(and(eq(loanDirectory.portfolioId, portfolioId), eq(loanDirectory.loanNo, loanNo)))
  return row?.customerKey
}

/** The key of a notice or document: its loan's, else the key of its customer, else the stored name of no customer. */
export async function customerKeyAbout(
  executor: Executor,
  about: { readonly portfolioId: number; readonly openId: string | null; readonly loanNo: string | null },
): Promise<string> {
  const { portfolioId, openId, loanNo } = about
  const ofLoan = loanNo === null ? undefined : await customerKeyOfLoan(executor, { portfolioId, loanNo })
  return ofLoan ?? openId ?? STORED_NAMES.customerKey.none
}
