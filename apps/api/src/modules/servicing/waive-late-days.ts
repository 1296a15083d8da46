import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { lateInterest } from '@dolphin/domain/servicing/late-days'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type LoanAccountFacts, loadAccount } from './account-facts.ts'
import { LATE_DAYS_CAUSE } from './late-days-cause.ts'
import { postEvent } from './post-events.ts'
import { newServicingNo } from './servicing-number.ts'

/** Money that has just settled, of which the rows know already. */
interface Settled {
  readonly transactionNo: string
  readonly date: LocalDate
}

/**
 * Gives up the interest of days by which we moved a payment, by a posting of its own, before money that settles on a day
 * is posted. Nothing happens where those days have been accrued already, or for money dated before the last accrual. The
 * caller holds the loan's lock. Source: domain.md §14.
 */
export async function waiveLateDays(
  deps: Pick<Deps, 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, date }: Settled,
): Promise<void> {
  const facts = await loadAccount(deps, unit.tx, loan)
  if (facts === undefined || (facts.terms.lateDays ?? []).length === 0) return
  const { account } = withoutEvent(facts, transactionNo)
  if (account.state.accruedTo > date) return
  const amount = lateInterest(facts.terms, account.state, date)
  if (amount === 0n) return
  const entryNo = await newServicingNo(unit, 'E')
  const { portfolioId, customerKey, loanNo } = loan
  const isNew = await insertAccountEntry(unit.tx, {
    portfolioId,
    customerKey,
    loanNo,
    entryNo,
    kind: 'interestWaiver',
    amount,
    effectiveDate: date,
    cause: `${LATE_DAYS_CAUSE}${formatLocalDate(date)}`,
    transactionNo: null,
    actor: SYSTEM_ACTOR,
    createdAt: unit.now,
  })
  if (isNew) await postWaiver(deps, unit.tx, { unit, loan }, { entryNo, transactionNo, date })
}

async function postWaiver(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { unit, loan }: { readonly unit: UnitOfWork; readonly loan: Loan },
  { entryNo, transactionNo, date }: Settled & { readonly entryNo: string },
): Promise<void> {
  const facts = await loadAccount(deps, executor, loan)
  if (facts === undefined) return
  const event = { kind: PostingKind.interestWaived, id: entryNo, effectiveDate: date }
  await postEvent(unit, loan, withoutEvent(facts, transactionNo), event)
}

/** The debt as it was before an event. */
function withoutEvent(facts: LoanAccountFacts, id: string): LoanAccountFacts {
  const events = facts.events.filter((event) => event.id !== id)
  return { ...facts, events, account: replayAccount(facts.terms, events) }
}
