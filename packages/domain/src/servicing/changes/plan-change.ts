import { FUNDED_STATUSES, LIVE_STATUSES, LoanStatus } from '../../loans/codes.ts'
import { isShownAs, legalEffects } from '../../loans/legal-facts.ts'
import { ChangeType } from '../../payments/codes.ts'
import { refused } from '../../outcome.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { asAsked } from './as-asked.ts'
import { changeBasis, isDebitMode } from './change-basis.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import type { ChangeRequest, CustomerChangeRequest, EmployeeChangeRequest } from './change-request.ts'
import { cancelChange, moveByHand } from './manual-change.ts'
import { changePaydays } from './payday-change.ts'
import { onePerDay } from './one-per-day.ts'
import { payDown } from './pay-down.ts'
import { changePaymentMode, revokeFutureAch, stopPayment } from './payment-mode-change.ts'
import { payFixedAmount, payOffInN } from './pay-on-paydays.ts'
import { payOff } from './pay-off.ts'
import { refund } from './refund.ts'
import { changeAmount, changeDate, makeUp, skipPayment } from './schedule-change.ts'
import {
  besideOpen,
  modificationKind,
  type OpenModification,
  type WantedModification,
} from './standing-beside.ts'
import type { PlanOutcome } from './start-in-time.ts'

const { disbursed, processing, suspended, collecting } = LoanStatus

/** Statuses in which payments go on; a suspended loan is debited no more. */
const REPAYING: ReadonlySet<LoanStatus> = new Set([disbursed, processing, collecting])

/** Whether a loan is repaid, so that its payments can be changed: on active duty too, in bankruptcy in no status. */
export const isRepaying = ({ state, legalFacts }: Pick<ServicedLoan, 'state' | 'legalFacts'>): boolean =>
  !legalEffects(legalFacts).asksNothing && (REPAYING.has(state.status) || isShownAs(state, 'activeDuty'))

const PAYS_OR_SAYS_HOW: ReadonlySet<ChangeType> = new Set<ChangeType>([
  ChangeType.payOff,
  ChangeType.payDown,
  ChangeType.changePaymentMode,
])

/** Money back, moves by hand and taking back do not alter what is open, and fit any funded loan. */
function isByHand({ changeType }: ChangeRequest): boolean {
  return changeType >= ChangeType.refundOverpayment
}

/** Refused in no status in which something may be debited. Source: 12 CFR 1005.10(c). */
const isRevocation = (request: ChangeRequest): boolean =>
  request.changeType === ChangeType.revokeFutureAch && request.number === undefined

/** While a loan is suspended nothing is debited, but the borrower may still pay and say how. Source: domain.md §2. */
function fitsSuspended({ legalFacts }: ServicedLoan, request: ChangeRequest): boolean {
  return (
    !legalEffects(legalFacts).asksNothing &&
    PAYS_OR_SAYS_HOW.has(request.changeType) &&
    'paymentMode' in request &&
    !isDebitMode(request.paymentMode)
  )
}

/** Whether a debit that was not sent on its day is confirmed again. */
const confirmsAgain = ({ toConfirm }: ServicedLoan, request: ChangeRequest): boolean =>
  toConfirm?.changeType === request.changeType && 'paymentMode' in request && isDebitMode(request.paymentMode)

/** The refusal of what an open modification holds up; null where it does not. */
export const heldUp = (open: OpenModification, wanted: WantedModification): ChangeRefusal | null =>
  besideOpen(open, wanted) === 'refused' ? { reason: 'changeAlreadyOpen', on: open.possibleOn } : null

/** Whether the loan is in a state for it; revocation is never refused for another change that is open. */
function refusedNow(loan: ServicedLoan, request: ChangeRequest): ChangeRefusal | null {
  const { status } = loan.state
  const fits = isByHand(request)
    ? FUNDED_STATUSES.includes(status)
    : isRepaying(loan) ||
      (LIVE_STATUSES.includes(status) && isRevocation(request)) ||
      (status === suspended && fitsSuspended(loan, request))
  if (!fits) return { reason: 'loanStatusInvalid' }
  if (loan.open === null || isByHand(request) || confirmsAgain(loan, request)) return null
  const wanted = { kind: modificationKind(request.changeType), isHardship: false }
  return heldUp(loan.open, wanted)
}

/**
 * Any change of a live loan, worked out: the same for preview and save. Errors: the first ChangeRefusal that holds,
 * state before values. Source: domain.md §10.
 */
export function planChange(loan: ServicedLoan, request: ChangeRequest): PlanOutcome {
  const no = refusedNow(loan, request)
  if (no !== null) return refused(no)
  const basis = changeBasis(loan)
  if ('accountReturned' in request) return refund(basis, request)
  if ('transactionNo' in request) return moveByHand(basis, request)
  if ('change' in request) return cancelChange(basis, request)
  return asAsked(basis, request, onePerDay(planScheduleChange(basis, request)))
}

function planScheduleChange(
  basis: ChangeBasis,
  request: CustomerChangeRequest | EmployeeChangeRequest,
): PlanOutcome {
  switch (request.changeType) {
    case ChangeType.payOff:
      return payOff(basis, request.date, request.paymentMode)
    case ChangeType.payOffInN:
      return payOffInN(basis, request)
    case ChangeType.payFixedAmount:
      return payFixedAmount(basis, request)
    case ChangeType.payDown:
      return payDown(basis, request)
    case ChangeType.revokeFutureAch:
      return request.number === undefined ? revokeFutureAch(basis) : stopPayment(basis, request.number)
    case ChangeType.changePaymentMode:
    case ChangeType.changeMode:
      return changePaymentMode(basis, request.paymentMode, request.changeType)
    case ChangeType.skip:
      return skipPayment(basis, request.number)
    case ChangeType.makeup:
      return makeUp(basis, request.number, { date: request.date, amount: null })
    case ChangeType.partialMakeup:
      return makeUp(basis, request.number, request)
    case ChangeType.changeAmount:
      return changeAmount(basis, request.number, request.amount)
    case ChangeType.changeDate:
      return changeDate(basis, request.number, request.date)
    case ChangeType.changePayrollDate:
    case ChangeType.changePayrollFrequency:
    case ChangeType.paydayOnHoliday:
    case ChangeType.paydayAvailability:
      return changePaydays(basis, request)
  }
}
