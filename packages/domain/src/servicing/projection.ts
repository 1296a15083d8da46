import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../money/cents.ts'
import { withoutLateInterest } from './late-days.ts'
import { applyEvent } from './apply-event.ts'
import type { AccountState, AccountTerms, AppliedEvent } from './loan-account.ts'

/** A payment still to come, as it was agreed: never more than this is taken. */
export interface PlannedPayment {
  readonly number: number
  readonly dueDate: LocalDate
  readonly amount: Cents
  /** The debit that undoes the loan: it takes what is left of the principal without any charge. */
  readonly isRescission?: boolean
}

/** A payment still to come as it will be if all before it are made. payment = fee + interest + principal. */
export interface ProjectedPayment {
  readonly number: number
  readonly dueDate: LocalDate
  readonly payment: Cents
  readonly fee: Cents
  readonly interest: Cents
  readonly principal: Cents
  /** Principal outstanding after it. */
  readonly balanceAfter: Cents
}

export interface Projection {
  /** Those that still take something; a payment that finds nothing owed is left out. */
  readonly payments: readonly ProjectedPayment[]
  /** What the agreed payments leave unpaid after the last: owed, but taken only with a new agreement. */
  readonly uncovered: Cents
  readonly totalOfPayments: Cents
  readonly totalInterest: Cents
}

/** A payment that will be posted. */
export interface ComingMoney extends Pick<PlannedPayment, 'amount' | 'isRescission'> {
  readonly id: string
  readonly date: LocalDate
}

/**
 * A payment on a day as it will be posted: first the interest of days by which the lender was late is given up. The
 * debit of a rescission takes no more than what is left without charges, all of it principal.
 */
export function applyComing(
  terms: AccountTerms,
  state: AccountState,
  { id, date, amount, isRescission = false }: ComingMoney,
): AppliedEvent {
  if (isRescission) {
    const taken = min(amount, rescissionAmount(terms, state, date))
    const step = applyEvent(terms, state, { id, kind: 'cancellation', date, amount: taken })
    return { ...step, toFees: ZERO_CENTS, toInterest: ZERO_CENTS, toPrincipal: taken }
  }
  const before = withoutLateInterest(terms, state, date)
  return applyEvent(terms, before, { id, kind: 'payment', date, amount })
}

/**
 * What undoes the loan on a day, in whole cents: the amount paid out less all that was received; every charge falls
 * away, a prepaid one too. Page, mail, batch and ledger take it from here. Source: domain.md §2, rescission.
 */
export const rescissionAmount = (terms: AccountTerms, state: AccountState, date: LocalDate): Cents =>
  applyEvent(terms, state, { id: 'rescission', kind: 'cancellation', date, amount: ZERO_CENTS }).after
    .principal

/**
 * How the debt runs down if every payment still to come is made on its day: each takes what was agreed or all that
 * is then owed, whichever is less. The payments are in order of their days, none before the state's.
 */
export function projectPayments(
  terms: AccountTerms,
  from: AccountState,
  planned: readonly PlannedPayment[],
): Projection {
  let state = from
  const payments: ProjectedPayment[] = []
  for (const { number, dueDate, ...money } of planned) {
    const coming = { ...money, id: `planned/${number}`, date: dueDate }
    const {
      toFees: fee,
      toInterest: interest,
      toPrincipal: principal,
      after,
    } = applyComing(terms, state, coming)
    const payment = cents(fee + interest + principal)
    state = after
    if (payment > 0n)
      payments.push({ number, dueDate, payment, fee, interest, principal, balanceAfter: after.principal })
  }
  return {
    payments,
    uncovered: cents(state.principal + state.unpaidInterest + state.fees),
    totalOfPayments: sum(payments.map(({ payment }) => payment)),
    totalInterest: sum(payments.map(({ interest }) => interest)),
  }
}
