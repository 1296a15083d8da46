import { type Cents, cents, negate, ZERO_CENTS } from '../money/cents.ts'
import { LedgerAccount, type LedgerEntry } from '../payments/ledger.ts'
import type { AccountState, AccountTerms, AppliedEvent } from './loan-account.ts'

/**
 * What the balances of a loan's ledger must be in this state; all together are zero. `cashInTransit` holds, as a
 * credit, what the borrower has paid too much until it is sent back. Source: domain.md §9.
 */
export function ledgerOf(terms: AccountTerms, state: AccountState): Readonly<Record<LedgerAccount, Cents>> {
  const paidOut = cents(terms.principal - terms.prepaidCharge)
  return {
    [LedgerAccount.principal]: state.principal,
    [LedgerAccount.interestReceivable]: state.unpaidInterest,
    [LedgerAccount.fees]: state.fees,
    [LedgerAccount.cashInTransit]: negate(state.overpaid),
    [LedgerAccount.customer]: cents(state.paid - state.refunded - paidOut),
    [LedgerAccount.income]: negate(state.interestEarned + state.feesCharged + terms.prepaidCharge),
    [LedgerAccount.writeOff]: state.writtenOff,
  }
}

/** The lines that bring the ledger from what it says to what it must say; none where it says so already. */
export function entriesBetween(
  now: ReadonlyMap<string, Cents>,
  must: Readonly<Record<LedgerAccount, Cents>>,
): LedgerEntry[] {
  return Object.values(LedgerAccount).flatMap((account) => {
    const amount = cents(must[account] - (now.get(account) ?? ZERO_CENTS))
    return amount === 0n ? [] : [{ account, amount }]
  })
}

/** The lines less others, account by account; what comes to zero is left out. */
export function linesWithout(lines: readonly LedgerEntry[], others: readonly LedgerEntry[]): LedgerEntry[] {
  const totals = new Map<LedgerAccount, Cents>()
  const add = (account: LedgerAccount, amount: bigint) =>
    totals.set(account, cents((totals.get(account) ?? ZERO_CENTS) + amount))
  for (const { account, amount } of lines) add(account, amount)
  for (const { account, amount } of others) add(account, negate(amount))
  return [...totals].flatMap(([account, amount]) => (amount === 0n ? [] : [{ account, amount }]))
}

/** Interest accrued up to an event, as the entries of its own posting; none where none was earned. */
export function accrualEntries({ accrued }: AppliedEvent): LedgerEntry[] {
  if (accrued === 0n) return []
  return [
    { account: LedgerAccount.interestReceivable, amount: accrued },
    { account: LedgerAccount.income, amount: negate(accrued) },
  ]
}
