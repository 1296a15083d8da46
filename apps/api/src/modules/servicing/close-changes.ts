import {
  findOpenChange,
  type LoanChange,
  listExpiredChanges,
  listLoanChanges,
} from '@dolphin/database/servicing/loan-change-repository'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { ok } from '@dolphin/domain/outcome'
import { ChangeType } from '@dolphin/domain/payments/codes'
import type { ModificationEvent } from '@dolphin/domain/servicing/changes/modification-life'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followModification, type ModificationDeps } from './follow-modification.ts'
import { loadServicedLoan } from './load-serviced-loan.ts'
import { confirmedDebitOf, endOfWait, isExpected } from './modification-of.ts'
import type { WhyFailed } from './notify-modification.ts'
import { isUndone } from './schedule-after-failure.ts'

/** What happened to a debit, for the change that it belongs to. */
export interface DebitMoment {
  readonly event: ModificationEvent
  readonly actor: string
  readonly why?: WhyFailed
}

/**
 * Follows a debit of a change by the life table; does nothing for any other debit. The caller holds the loan's lock and
 * has moved and posted the debit. Answers whether the debit was a change's. Source: domain.md §14.
 */
export async function followDebit(
  deps: ModificationDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  moment: DebitMoment,
): Promise<boolean> {
  const { changeNo } = debit
  if (changeNo === null) return false
  const change = (await listLoanChanges(unit.tx, debit)).find((one) => one.changeNo === changeNo)
  if (change === undefined || isUndone(change)) return true
  // Read again: the code that moved the debit has moved the loan too.
  const loan = await findLoan(unit.tx, debit)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  // The credit has come back meanwhile, and with it the change was taken back.
  if (loaded === undefined) return true
  await followModification(deps, unit, loaded, { change, ...moment })
  return true
}

/** A debit of a change has settled; where that is later than confirmed, the interest of those days is waived. */
export async function followSettledDebit(
  deps: ModificationDeps,
  unit: UnitOfWork,
  debit: MoneyTransaction,
  actor: string,
): Promise<void> {
  await followDebit(deps, unit, debit, { event: 'settled', actor })
  if (await settledLate(unit, debit)) await followDebit(deps, unit, debit, { event: 'late', actor })
}

/** Whether the debit of a change settled later than the day that was confirmed: by our doing, never the borrower's. */
export async function settledLate(unit: UnitOfWork, debit: MoneyTransaction): Promise<boolean> {
  const change = (await listLoanChanges(unit.tx, debit)).find(({ changeNo }) => changeNo === debit.changeNo)
  const confirmed = change && confirmedDebitOf(change)
  return confirmed !== undefined && (debit.settledOn ?? debit.effectiveDate) > confirmed.quotedFor
}

const EXPIRY_ROUND = 'modification-expiry'
const AT_ONCE = 500

/**
 * Ends the changes of a portfolio whose payment did not come by its last day, or was not confirmed again in time; each
 * in a transaction of its own, so that one that fails stops no other. Answers how many ended. Source: domain.md §14.
 */
export async function expireChanges(deps: MoneyDeps, portfolioId: number): Promise<number> {
  const now = deps.clock.now()
  let ended = 0
  for (const { loanNo } of await listExpiredChanges(deps.database.db, portfolioId, { now, limit: AT_ONCE })) {
    await oneOfMany(deps, { round: EXPIRY_ROUND, subject: { loanNo } }, async () => {
      const done = await deps.units.write(async (unit) =>
        ok(await expireOne(deps, unit, { portfolioId, loanNo })),
      )
      if (done.ok && done.value) ended += 1
    })
  }
  return ended
}

async function expireOne(
  deps: MoneyDeps,
  unit: UnitOfWork,
  key: Pick<LoanChange, 'portfolioId' | 'loanNo'>,
): Promise<boolean> {
  const loan = await lockLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  const change = loaded?.openChange
  if (loaded === undefined || change === undefined) return false
  const end = endOfWait(change, loaded.transactions, loaded.serviced.hours)
  if (end === undefined || unit.now < end.at) return false
  await followModification(deps, unit, loaded, {
    change,
    event: 'expired',
    actor: SYSTEM_ACTOR,
    why: end.why,
  })
  return true
}

/** By a debit: it is applied once that is checked. */
const isPayoff = ({ changeType, transactionNo }: LoanChange): boolean =>
  changeType === ChangeType.payOff && transactionNo !== null

/** The loan has ended: so has the modification that ended it, or was open then. */
export async function followEnd(deps: ModificationDeps, unit: UnitOfWork, key: Loan): Promise<void> {
  const loan = await findLoan(unit.tx, key)
  const loaded = loan && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (loaded === undefined) return
  const last = loaded.changes.find(
    (one) => one.status === 'open' || ((isExpected(one) || isPayoff(one)) && !isUndone(one)),
  )
  if (last === undefined) return
  await followModification(deps, unit, loaded, { change: last, event: 'loanEnded', actor: SYSTEM_ACTOR })
}

/** The open change of a loan whose borrower has just paid by hand, where it waits for that. */
export async function followReceipt(
  deps: ModificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  { receiptNo, actor }: { readonly receiptNo: string; readonly actor: string },
): Promise<void> {
  const change = await findOpenChange(unit.tx, loan)
  const loaded = change && isExpected(change) && (await loadServicedLoan(deps, unit.tx, loan, unit.now))
  if (!change || !loaded) return
  await followModification(deps, unit, loaded, { change, event: 'receiptPosted', actor, receiptNo })
}
