import type { Executor } from '@dolphin/database/driver/executor'
import type {
  AccountTransaction,
  LoanAccountRows,
} from '@dolphin/database/servicing/loan-account-rows-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { DebitStanding } from '@dolphin/database/loans/debit-standing-columns'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { WorkItem } from '@dolphin/database/work-items/work-item-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { cents, type Cents, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { SETTLED_STATUSES } from '@dolphin/domain/payments/codes'
import type { DebitHold } from '@dolphin/domain/payments/debit-eligibility/hold-ahead'
import type { Arrears } from '@dolphin/domain/servicing/arrears'
import { type BeyondPlan, NOTHING_BEYOND } from '@dolphin/domain/servicing/beyond-plan'
import { type AppliedEvent, paidInAll } from '@dolphin/domain/servicing/loan-account'
import type { ComingPayment, ComingPayments, NextPayment } from '@dolphin/domain/servicing/next-payment'
import { type PayoffFigures, payoffOn } from '@dolphin/domain/servicing/payoff'
import type { AgreedInstallment } from '@dolphin/domain/servicing/serviced-loan'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { accountOf, type LoanAccountFacts } from './account-facts.ts'
import { debitsAhead } from './debits-ahead.ts'
import { loanArrears } from './loan-arrears.ts'
import {
  beyondPlanOf,
  comingOf,
  installmentsOf,
  isCollected,
  nextPaymentOf,
  scheduleHold,
} from './next-payment-of.ts'

/** One payment of the schedule as a page shows it: as it was made, or as it will be. */
export interface ShownInstallment {
  readonly agreed: AgreedInstallment
  readonly payment: Cents
  readonly fee: Cents
  readonly interest: Cents
  readonly principal: Cents
  readonly balanceAfter: Cents
}

/** A funded loan's figures on a day: all from the replay of its debt and the agreed schedule. */
export interface LoanSummary extends LoanAccountFacts<AccountTransaction> {
  readonly effectiveDate: LocalDate
  readonly today: LocalDate
  readonly payoff: PayoffFigures
  readonly paid: Cents
  /** Payments may be asked for: not in bankruptcy. */
  readonly isAsked: boolean
  /** The borrower is warned of what is past due: not in bankruptcy, nor on active duty. */
  readonly isDunned: boolean
  /** In order of their days; those that will take nothing are left out. */
  readonly schedule: readonly ShownInstallment[]
  /** What the borrower sees of it: all, or in bankruptcy the payments that were made. */
  readonly shown: readonly ShownInstallment[]
  /** All that comes in, as it will be; nothing in bankruptcy. */
  readonly coming: readonly ComingPayment[]
  readonly next: NextPayment | undefined
  readonly last: ShownInstallment | undefined
  readonly installmentsPaid: number
  readonly arrears: Arrears
  /** We take the payments of the schedule. */
  readonly isCollected: boolean
  /** Why the next payment of the schedule would not be taken; null where nothing is in the way. */
  readonly hold: DebitHold | null
  /** Owed, but neither past due nor in any payment to come; nothing in bankruptcy. */
  readonly beyond: BeyondPlan
  /** All that is still to be paid: every payment to come, and what none of them covers; zero in bankruptcy. */
  readonly left: Cents
}

/** What was read of a loan. */
interface LoanSummaryBasis {
  readonly loan: Loan
  readonly accountRows: LoanAccountRows<AccountTransaction> | undefined
  readonly openChange: LoanChange | undefined
  readonly isAuthorized: boolean
  readonly debits: DebitStanding
  readonly openItems: readonly Pick<WorkItem, 'kind'>[]
  readonly now: Date
}

/** The standing of a loan that has been funded, out of its books; undefined before and for one that never was. */
export async function loanSummaryOf(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  { loan, accountRows, openChange, isAuthorized, debits, openItems, now }: LoanSummaryBasis,
): Promise<LoanSummary | undefined> {
  const facts = await accountOf(deps, executor, loan, accountRows)
  const data = deps.portfolios.byId(loan.portfolioId)
  if (facts === undefined || data === undefined || loan.effectiveDate === null) return undefined
  const hours = hoursOf(data, deps.calendar)
  const today = dateIn(now, hours.timeZone)
  const { terms, account } = facts
  const from = today > account.state.accruedTo ? today : account.state.accruedTo
  const ahead = debitsAhead(facts, { loan, debits, openItems, hours, now })
  const basis = { loan, isAuthorized, ahead, today }
  const coming = comingOf(facts, basis)
  const schedule = scheduleOf(facts, coming)
  const paid = schedule.filter(({ agreed: { status } }) => SETTLED_STATUSES.includes(status))
  const { asksNothing, stopsDunning } = legalEffects(loan.legalFacts)
  const isAsked = !asksNothing
  const asked = isAsked ? coming : NOTHING_TO_COME
  const shown = isAsked ? schedule : paid
  return {
    ...facts,
    effectiveDate: loan.effectiveDate,
    today,
    payoff: payoffOn(terms, account.state, from),
    paid: paidInAll(account.state),
    isAsked,
    isDunned: !stopsDunning,
    schedule,
    shown,
    coming: asked.payments,
    next: nextPaymentOf(facts, { ...basis, openChange, hours }, coming),
    last: shown.at(-1),
    installmentsPaid: paid.length,
    arrears: loanArrears(facts, today),
    isCollected: isCollected(facts, basis),
    hold: scheduleHold(facts, ahead, today),
    beyond: isAsked ? beyondPlanOf(facts, coming, { today, calendar: deps.calendar }) : NOTHING_BEYOND,
    left: sum([...asked.payments.map(({ amount }) => amount), asked.uncovered]),
  }
}

/** In bankruptcy no payment is asked for, be it agreed or missed. Source: docs/decisions/legal-facts.md. */
const NOTHING_TO_COME: Pick<ComingPayments, 'payments' | 'uncovered'> = {
  payments: [],
  uncovered: ZERO_CENTS,
}

/** What was paid, as applied, then what is still due, as it will be applied. */
function scheduleOf(
  facts: LoanAccountFacts<AccountTransaction>,
  { payments, numbers }: ComingPayments,
): ShownInstallment[] {
  const { agreed, paidBy } = installmentsOf(facts)
  const projected = new Map(payments.map((payment) => [payment.number, payment]))
  const schedule = agreed.flatMap((installment): ShownInstallment[] => {
    const step = paidBy.get(installment.number)
    if (step !== undefined) return [asApplied(installment, step)]
    if (!numbers.has(installment.number)) return [asMissed(installment, facts.account.state.principal)]
    const payment = projected.get(installment.number)
    return payment === undefined ? [] : [asProjected(installment, payment)]
  })
  return schedule.toSorted((left, right) => left.agreed.dueDate - right.agreed.dueDate)
}

function asApplied(agreed: AgreedInstallment, step: AppliedEvent): ShownInstallment {
  const { event, toFees, toInterest, toPrincipal, overpayment, after } = step
  const payment = cents(event.amount - overpayment)
  const balanceAfter = after.principal
  return { agreed, payment, fee: toFees, interest: toInterest, principal: toPrincipal, balanceAfter }
}

/** A payment that is sent again has a day of its own. */
function asProjected(agreed: AgreedInstallment, coming: ComingPayment): ShownInstallment {
  const { dueDate, payment, fee, interest, principal, balanceAfter } = coming
  return { agreed: { ...agreed, dueDate }, payment, fee, interest, principal, balanceAfter }
}

/** Its day is over and nothing was taken: what was asked for, of which nothing has reached the debt. */
function asMissed(agreed: AgreedInstallment, balanceAfter: Cents): ShownInstallment {
  const nothing = { fee: ZERO_CENTS, interest: ZERO_CENTS, principal: ZERO_CENTS }
  return { agreed, payment: agreed.amount, ...nothing, balanceAfter }
}
