import { TransactionType, TransactionMode } from '@dolphin/domain/payments/codes'
import { isAuditIntact } from '@dolphin/database/examiner/audit-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { isLedgerIntact } from '@dolphin/database/payments/ledger-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { LoanStatus, TerminatedSubStatus, RUNNING_STATUSES } from '@dolphin/domain/loans/codes'
import { ledgerOf } from '@dolphin/domain/servicing/ledger-lines'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { projectPayments } from '@dolphin/domain/servicing/projection'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { loadAccount, type LoanAccountFacts } from '../../modules/servicing/account-facts.ts'
import { agreedInstallments } from '../../modules/servicing/agreed-installments.ts'
import type { LoanScope, Violation } from './money-rows.ts'

/** A funded loan with its debt from scratch. */
export interface LoanDebt {
  readonly loan: Loan
  readonly facts: LoanAccountFacts
}

/** The debts of all funded loans, each calculated from scratch. */
export async function readDebts(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loans: readonly Loan[],
): Promise<LoanDebt[]> {
  const debts: LoanDebt[] = []
  for (const loan of loans) {
    const facts = await loadAccount(deps, executor, loan)
    if (facts !== undefined) debts.push({ loan, facts })
  }
  return debts
}

/** I2: the ledger says what the replay says; the schedule covers it; a loan that ended owes nothing. */
export function bookViolations(
  loans: readonly Loan[],
  debts: readonly LoanDebt[],
  books: Books,
): Violation[] {
  const found: Violation[] = []
  const factsOf = new Map(debts.map(({ loan, facts }) => [loan.loanNo, facts]))
  for (const loan of loans) {
    const { loanNo } = loan
    const facts = factsOf.get(loanNo)
    const differing = accountsOff(loan, facts, books.get(loanNo) ?? new Map())
    const words = [
      ...(differing === '' ? [] : [`ledger and replay differ: ${differing}`]),
      ...(facts === undefined ? [] : scheduleFaults(loan, facts)),
    ]
    found.push(...words.map((what): Violation => ({ rule: 'I2', loanNo, words: what })))
  }
  return found
}

/** Balances by loan and account; a loan number names its portfolio. */
export type Books = ReadonlyMap<string, ReadonlyMap<string, bigint>>

/** The balances of many loans' accounts. */
export async function readBooks(executor: Executor, loans: readonly Loan[]): Promise<Books> {
  const { rows } = await executor.execute<{ loan_no: string; account: string; balance: string }>(sql`
    select loan_no, account, sum(amount)::text as balance from ledger_entries
      where loan_no = any(${sql.param(loans.map(({ loanNo }) => loanNo))}::text[]) group by loan_no, account`)
  const books = new Map<string, Map<string, bigint>>()
  for (const { loan_no: loanNo, account, balance } of rows) {
    const book = books.get(loanNo) ?? new Map<string, bigint>()
    books.set(loanNo, book.set(account, BigInt(balance)))
  }
  return books
}

/** A loan whose credit is on its way has it in transit; any other without a debt has empty books. */
function accountsOff(
  loan: Loan,
  facts: LoanAccountFacts | undefined,
  balances: ReadonlyMap<string, bigint>,
): string {
  if (facts === undefined && loan.status === LoanStatus.pending) return ''
  const must: Readonly<Record<string, bigint>> =
    facts === undefined ? {} : ledgerOf(facts.terms, facts.account.state)
  return [...new Set([...balances.keys(), ...Object.keys(must)])]
    .filter((account) => (balances.get(account) ?? 0n) !== (must[account] ?? 0n))
    .map((account) => `${account} ${balances.get(account) ?? 0n} instead of ${must[account] ?? 0n}`)
    .join(', ')
}

function scheduleFaults(loan: Loan, facts: LoanAccountFacts): string[] {
  const { state } = facts.account
  const owed = state.principal + state.unpaidInterest + state.fees
  const isPaidOff = loan.status === LoanStatus.terminated && loan.subStatus === TerminatedSubStatus.paidOff
  if (isPaidOff && owed !== 0n) return [`it is paid off and owes ${owed}`]
  if (!RUNNING_STATUSES.includes(loan.status) || !isUntroubled(facts)) return []
  const agreed = agreedInstallments(facts.current.installments, facts.transactions).filter(isLive)
  const isToCome = ({ number }: { readonly number: number }): boolean =>
    !facts.transactions.some(
      ({ installmentNumber, status }) => installmentNumber === number && status >= 2 && status <= 3,
    )
  const toCome = agreed
    .filter((one) => isToCome(one) && one.dueDate >= state.accruedTo)
    .toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)
  // A payment that the borrower missed before this schedule was made is past due beside it.
  const madeOn = dateIn(facts.current.plan.createdAt, NEW_YORK)
  if (toCome.some(({ dueDate }) => dueDate < madeOn)) return []
  const lost = agreed.filter((one) => isToCome(one) && one.dueDate < state.accruedTo)
  const singles = plannedSingles(facts)
  const planned = [...toCome, ...singles].toSorted((left, right) => left.dueDate - right.dueDate)
  const { uncovered } = projectPayments(facts.terms, state, planned)
  return lost.length === 0 && uncovered > 0n ? [`the schedule leaves ${uncovered} of ${owed} uncovered`] : []
}

/** Pay-downs and payoffs that are planned or with the bank. */
function plannedSingles({ transactions, account }: LoanAccountFacts) {
  return transactions
    .filter(
      ({ type, status, installmentNumber }) =>
        type === TransactionType.debit &&
        installmentNumber === null &&
        (status === 0 || status === 1 || status === 4),
    )
    .map(({ effectiveDate, amount }) => ({
      number: 0,
      dueDate: effectiveDate > account.state.accruedTo ? effectiveDate : account.state.accruedTo,
      amount,
    }))
}

/** Nothing was ever refused, came late, was charged, given or reversed: then the agreed payments cover the debt whole. */
const isUntroubled = ({ transactions, entries }: LoanAccountFacts): boolean =>
  entries.length === 0 &&
  transactions.every(
    ({ type, purpose, status, mode }) =>
      purpose !== 'reversal' &&
      (type !== TransactionType.debit || (status >= 0 && mode === TransactionMode.ach)),
  )

/** I12: no link of a chain was changed, taken out or put in. */
export async function chainViolations(
  executor: Executor,
  loans: readonly Loan[],
  scope: LoanScope,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const loan of loans) {
    const { loanNo } = loan
    if (!(await isLedgerIntact(executor, loan)))
      found.push({ rule: 'I12', loanNo, words: 'the chain of its ledger is broken' })
  }
  const ours = scope === undefined ? sql`true` : sql`subject = any(${sql.param([...scope])}::text[])`
  const { rows } = await executor.execute<{ portfolio_id: number; subject: string }>(
    sql`select distinct portfolio_id, subject from audit_events where ${ours} order by 1, 2`,
  )
  const known = new Set(loans.map(({ loanNo }) => loanNo))
  for (const { portfolio_id: portfolioId, subject } of rows) {
    if (!(await isAuditIntact(executor, portfolioId, subject))) {
      const loanNo = known.has(subject) ? subject : null
      found.push({ rule: 'I12', loanNo, words: `the chain of the audit of ${subject} is broken` })
    }
  }
  return found
}
