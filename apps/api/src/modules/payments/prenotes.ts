import { OUTSTANDING_STATUSES } from '@dolphin/domain/loans/codes'
import { listAuthorizationsOn, listLoanAccountsOf } from '@dolphin/database/payments/debit-facts-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { DebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { listAccountsToPrenote, savePrenote } from '@dolphin/database/servicing/prenote-repository'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { type DebitClass, debitClassOf } from '@dolphin/domain/payments/standard-entry-class'
import { prenoteCode } from '@dolphin/nacha/transaction-code'
import { LoanFailure } from '../servicing/loan-failure.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AcceptedCredit } from './batch-credits.ts'
import type { BatchDay, OutgoingEntry, Traced } from './batch-file.ts'
import { entryOnAccount, type UntracedEntry } from './outgoing-entry.ts'

/** An entry of zero dollars that asks an account's bank whether the account can be used. */
export interface AcceptedPrenote extends OutgoingEntry {
  readonly kind: 'prenote'
  readonly loan: Loan
}

const DESCRIPTION = 'PRENOTE'
/** An account to ask about, before its entry is complete. */
interface Unvalidated {
  readonly loan: Loan
  readonly accountKey: string
  readonly entryFor: (
    facts: Pick<AcceptedPrenote, 'direction'> & Pick<DebitClass, 'paymentType'>,
  ) => UntracedEntry
}

/**
 * The prenotes of a file: one for each account that these loans use, or begin to use with one of the credits, that are
 * not validated and whose bank was not asked yet. Ahead of debits where the borrower allowed them, under the same class;
 * else ahead of credits. Source: domain.md §9; ach.md §1, prenote.
 */
export async function checkPrenotes(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  loans: readonly Loan[],
  credits: readonly AcceptedCredit[],
): Promise<AcceptedPrenote[]> {
  const [first] = loans
  if (first === undefined) return []
  const { portfolioId } = first
  const accounts = [
    ...(await accountsInUse(deps, unit, loans, credits)),
    ...(await newAccounts(unit, portfolioId, credits)),
  ]
  const keys = accounts.map(({ accountKey }) => accountKey)
  const loanNos = accounts.map(({ loan }) => loan.loanNo)
  const given = accounts.length === 0 ? [] : await listAuthorizationsOn(unit.tx, portfolioId, keys, loanNos)
  return accounts.map((account) => prenoteOf(account, given))
}

async function accountsInUse(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  loans: readonly Loan[],
  credits: readonly AcceptedCredit[],
): Promise<Unvalidated[]> {
  const paidOut = new Set(credits.map(({ loan }) => loan.loanNo))
  const byNo = new Map(
    loans
      .filter(({ status, loanNo }) => OUTSTANDING_STATUSES.includes(status) || paidOut.has(loanNo))
      .map((loan) => [loan.loanNo, loan]),
  )
  const portfolioId = loans[0]?.portfolioId ?? 0
  return (await listAccountsToPrenote(unit.tx, portfolioId, [...byNo.keys()])).flatMap((account) => {
    const { loanNo, accountKey } = account
    const loan = byNo.get(loanNo)
    const isReplaced = credits.some((one) => one.loan.loanNo === loanNo && one.accountKey !== accountKey)
    if (loan === undefined || isReplaced) return []
    const entryFor: Unvalidated['entryFor'] = (facts) => {
      const entry = entryOnAccount(deps, account, { ...facts, loanNo, amount: ZERO_CENTS })
      if (!entry.ok) throw new LoanFailure(loanNo, new Error(entry.error))
      return entry.value
    }
    return [{ loan, accountKey, entryFor }]
  })
}

/** Accounts that are stored as their loan's with the credit that goes out now. */
async function newAccounts(
  unit: UnitOfWork,
  portfolioId: number,
  credits: readonly AcceptedCredit[],
): Promise<Unvalidated[]> {
  const unvalidated = credits.filter(({ validatedBy }) => validatedBy === null)
  if (unvalidated.length === 0) return []
  const loanNos = unvalidated.map(({ loan }) => loan.loanNo)
  const known = (await listLoanAccountsOf(unit.tx, portfolioId, loanNos)).filter(
    ({ endedAt }) => endedAt === null,
  )
  return unvalidated.flatMap((credit): Unvalidated[] => {
    const { loan, entry, accountKey } = credit
    if (known.some((one) => one.loanNo === loan.loanNo && one.accountKey === accountKey)) return []
    const accountType = entry.transactionCode === '22' ? 'checking' : 'savings'
    const entryFor: Unvalidated['entryFor'] = ({ direction, paymentType }) => ({
      ...entry,
      amount: ZERO_CENTS,
      transactionCode: prenoteCode(accountType, direction),
      discretionaryData: paymentType,
    })
    return [{ loan, accountKey, entryFor }]
  })
}

function prenoteOf(
  { loan, accountKey, entryFor }: Unvalidated,
  given: readonly DebitAuthorization[],
): AcceptedPrenote {
  const authorization = given.find(
    (one) => one.loanNo === loan.loanNo && one.accountKey === accountKey && one.revokedAt === null,
  )
  const entryClass = authorization === undefined ? AHEAD_OF_CREDITS : debitClassOf(authorization)
  const { standardEntryClass, paymentType } = entryClass
  const direction = authorization === undefined ? 'credit' : 'debit'
  const entry = entryFor({ direction, paymentType })
  return { kind: 'prenote', loan, direction, standardEntryClass, entryDescription: DESCRIPTION, entry }
}

const AHEAD_OF_CREDITS: DebitClass = { standardEntryClass: 'PPD', paymentType: '' }

/** Records the prenotes of a file with their accounts, which are stored by then. */
export async function putPrenotesOnBatch(
  unit: UnitOfWork,
  prenotes: readonly Traced<AcceptedPrenote>[],
  { day, fileNo }: { readonly day: BatchDay; readonly fileNo: string },
): Promise<void> {
  for (const { loan, traceNumber } of prenotes) {
    const { portfolioId, loanNo } = loan
    const effectiveDate = day.effectiveEntryDate
    await savePrenote(unit.tx, { portfolioId, loanNo, traceNumber, fileNo, effectiveDate })
  }
}
