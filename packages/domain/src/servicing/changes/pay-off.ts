import { type Cents, cents, max, min, ZERO_CENTS } from '../../money/cents.ts'
import type { LocalDate } from '../../calendar/local-date.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType, type PaymentMode } from '../../payments/codes.ts'
import { replayAccount } from '../loan-account.ts'
import { payoffOn } from '../payoff.ts'
import { checkSingleDate } from './available-dates.ts'
import { type ArrivingPayment, type ChangeBasis, isDebitMode } from './change-basis.ts'
import type { ChangePlan, InFlightOfQuote, PayoffQuote } from './change-plan.ts'
import { asConfirmedBefore, type DebitToConfirm } from './confirm-again.ts'
import { expectPayment } from './expected-payment.ts'
import { plannedRetries, withoutDebits } from './one-amount.ts'
import { refusedMode } from './payment-mode-change.ts'
import type { PlanOutcome } from './start-in-time.ts'
import { calculatePlan } from './calculate-plan.ts'

const REFUND_BANKING_DAYS = 2

/** What is owed back if this debit clears besides a payoff taken in full: with the interest that it saves. */
function refundIfCleared(
  { loan, state }: ChangeBasis,
  { dueDate, amount }: ArrivingPayment,
  payoff: { readonly date: LocalDate; readonly total: Cents },
): Cents {
  const later = replayAccount(loan.terms, [
    ...loan.events,
    { id: 'arriving', kind: 'payment', date: dueDate, amount },
    { id: 'payoff', kind: 'payment', date: payoff.date, amount: payoff.total },
  ])
  return max(cents(later.state.overpaid - state.overpaid), ZERO_CENTS)
}

/**
 * The payoff good through a day. Money on its way is not counted on: whatever comes back, the quote still ends the
 * debt; whatever clears is sent back within two banking days. Source: domain.md §10, schedules.md §3.
 */
export function payoffQuoteOn(basis: ChangeBasis, date: LocalDate): PayoffQuote {
  const { loan, state, arriving } = basis
  const figures = payoffOn(loan.terms, state, date)
  const inFlight = arriving.map((payment): InFlightOfQuote => {
    const { transactionNo, dueDate, amount } = payment
    const both = dueDate > date ? dueDate : date
    return {
      transactionNo,
      dueDate,
      amount,
      refundIfCleared: refundIfCleared(basis, payment, { date, total: figures.total }),
      refundBy: loan.hours.calendar.addBankingDays(both, REFUND_BANKING_DAYS),
    }
  })
  return { ...figures, inFlight }
}

/**
 * 101: one debit of the whole debt on a day; all payments that can still be changed and planned retries fall away. Paid another way
 * nothing is debited and the schedule stays until the money is here.
 */
export function payOff(basis: ChangeBasis, date: LocalDate, mode: PaymentMode): PlanOutcome {
  const no = refusedMode(mode)
  if (no !== null) return no
  const day = checkSingleDate(basis, { date, mode })
  if (!day.ok) return day
  const withdrawn = isDebitMode(mode) ? plannedRetries(basis) : []
  const quote = payoffQuoteOn(withoutDebits(basis, withdrawn), date)
  if (quote.total === 0n) return refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
  const changeType = ChangeType.payOff
  if (!isDebitMode(mode))
    return ok(expectPayment(basis, { changeType, quote }, { mode, amount: quote.total, by: date }))
  const again = basis.loan.toConfirm
  if (again !== null) return ok(payOffAgain(basis, quote, { mode, date, again }))
  return ok(
    unsigned(
      calculatePlan(basis, {
        changeType,
        quote,
        target: [],
        debit: { purpose: 'payOff', mode, date, amount: quote.total },
        withdrawn,
        remarks: [{ code: 'datesDropped', count: basis.open.length }],
      }),
    ),
  )
}

/** Paying all that is owed gives the loan no new terms, so there is no amendment to sign, whatever day it is for. */
const unsigned = (plan: ChangePlan): ChangePlan => ({ ...plan, needsSignature: false })

/** The same payoff confirmed again because it was not sent: the quote that was given then is honored. */
function payOffAgain(
  basis: ChangeBasis,
  today: PayoffQuote,
  {
    mode,
    date,
    again,
  }: { readonly mode: PaymentMode; readonly date: LocalDate; readonly again: DebitToConfirm },
): ChangePlan {
  const amount = min(again.amount, today.total)
  return asConfirmedBefore(
    unsigned(
      calculatePlan(basis, {
        changeType: ChangeType.payOff,
        quote: { ...today, newInterest: cents(today.newInterest - (today.total - amount)), total: amount },
        target: [],
        debit: { purpose: 'payOff', mode, date, quotedFor: again.quotedFor, amount },
      }),
    ),
  )
}
