import {
  isLedgerIntact,
  listLoansWithLedger,
  listPostings,
  loanBalances,
} from '@dolphin/database/payments/ledger-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { type Cents, sum } from '@dolphin/domain/money/cents'

/** What walking a loan's chain from its first posting to its last found. */
export interface VerifiedLedger {
  readonly loanNo: string
  readonly postings: number
  /** Every posting is as it was booked. */
  readonly intact: boolean
  /** All accounts together: zero, or something is very wrong. */
  readonly loanTotal: Cents
}

export interface LedgerPage {
  readonly loans: readonly VerifiedLedger[]
  readonly loansInAll: number
  /** To be asked for next; undefined after the last page. */
  readonly after: string | undefined
}

const LOANS_AT_ONCE = 100

/** Walks a page of a portfolio's ledgers; `npm run ops -- ledger verify` and the check of a backup ask for all. */
export async function verifyLedgerPage(
  executor: Executor,
  portfolioId: number,
  after: string,
): Promise<LedgerPage> {
  const { loanNos, inAll } = await listLoansWithLedger(executor, portfolioId, { after, limit: LOANS_AT_ONCE })
  const loans: VerifiedLedger[] = []
  for (const loanNo of loanNos) {
    const key = { portfolioId, loanNo }
    loans.push({
      loanNo,
      postings: (await listPostings(executor, key)).length,
      intact: await isLedgerIntact(executor, key),
      loanTotal: sum((await loanBalances(executor, key)).values()),
    })
  }
  const last = loanNos.length === LOANS_AT_ONCE ? loanNos.at(-1) : undefined
  return { loans, loansInAll: inAll, after: last }
}
