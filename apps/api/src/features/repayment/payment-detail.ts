import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/calls/repayment/payment-detail'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { ChangeType } from '@dolphin/domain/payment/change-type'
import { PaymentMode } from '@dolphin/domain/payment/payment-mode'
import type { CustomerActor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import { transactionView } from '../../money/transaction-view.ts'
import { loadAnswers } from '../../origination/answers.ts'
import { typedBankOf } from '../../origination/applicant.ts'
import { findBorrowerLoan } from '../../origination/loan-access.ts'
import { maskedAccount } from '../../origination/masked-account.ts'
import type { PlanCouponFacts } from '../../plans/coupon-facts.ts'
import { planFacts } from '../../plans/plan-facts.ts'
import { type LoanStanding, loadStanding, type ShownInstallment } from './loan-standing.ts'
import type { RepaymentParts } from './repayment-parts.ts'

type Reply = CallReply<typeof paymentDetailCall>

/** In the order in which the page lists them. */
const CHANGES = [
  ChangeType.payOff,
  ChangeType.payOffInN,
  ChangeType.payFixedAmount,
  ChangeType.payDown,
  ChangeType.revokeFutureAch,
  ChangeType.changePayrollDate,
  ChangeType.changePayrollFrequency,
  ChangeType.changePaymentMode,
  ChangeType.paydayOnHoliday,
  ChangeType.paydayAvailability,
] as const

const BY_PHONE = 'This change is made by phone or message for now. Contact us and we will do it for you.'

/**
 * A funded loan whole: schedule, movements, what is owed today.
 * Errors: `loanNotFound` for any loan but the customer's own, `loanStatusInvalid` before it is funded.
 */
export async function readPaymentDetail(
  parts: RepaymentParts,
  actor: CustomerActor,
  loanNo: string,
  now: Date,
): Promise<Answer<Reply>> {
  const { db } = parts.database
  const found = await findBorrowerLoan(db, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  const standing = await loadStanding(parts, db, loan, now)
  if (standing === undefined) return refuse('loanStatusInvalid')
  const { next, payoff, arrears } = standing
  const { plan } = standing.current
  const { coupon } = planFacts(plan)
  return ok({
    loanNo,
    portfolioId: loan.portfolioId,
    loanStatus: loan.status,
    subStatus: loan.subStatus,
    approvedAmount: moneyToWire(plan.amount),
    effectiveDate: formatLocalDate(standing.effectiveDate),
    apr: plan.apr,
    balance: moneyToWire(payoff.principal),
    payoffToday: moneyToWire(payoff.total),
    perDiem: moneyToWire(payoff.perDiem),
    paid: moneyToWire(standing.paid),
    nextDueDate: next === undefined ? null : formatLocalDate(next.agreed.dueDate),
    nextDueAmount: next === undefined ? null : moneyToWire(next.payment),
    daysOverdue: arrears.days,
    pastDueAmount: moneyToWire(arrears.amount),
    paymentMode: PaymentMode.ach,
    account: maskedAccount(typedBankOf(await loadAnswers(db, parts.cipher, loan))),
    installments: standing.schedule.map(installmentView),
    transactions: standing.transactions.map(transactionView),
    transactionFees: feesOf(standing),
    openChange: null,
    changes: CHANGES.map((changeTypeCode) => ({ changeTypeCode, allowed: false, reason: BY_PHONE })),
    couponCode: coupon?.couponCode ?? null,
    couponDetails: coupon && couponDetails(coupon),
  })
}

/** "SAVE10 took $12.34 off the finance charge." */
const couponDetails = ({ couponCode, saving }: PlanCouponFacts): string =>
  `${couponCode} took ${formatCurrency(saving)} off the finance charge.`

function installmentView(shown: ShownInstallment): Reply['installments'][number] {
  const { agreed, payment, principal, interest, fee, balanceAfter } = shown
  const { number, dueDate, status, flags } = agreed
  return {
    installmentNo: number,
    dueDate: formatLocalDate(dueDate),
    principal: moneyToWire(principal),
    interest: moneyToWire(interest),
    fee: moneyToWire(fee),
    amount: moneyToWire(payment),
    balanceAfter: moneyToWire(balanceAfter),
    status,
    flags,
  }
}

/** The prepaid origination fee, where the loan has one. Source: domain.md §1, transactionFees. */
function feesOf({ current: { plan }, effectiveDate }: LoanStanding): Reply['transactionFees'] {
  const withheld = cents(plan.amount - plan.amountFinanced)
  if (withheld === 0n) return []
  return [
    {
      kind: 'originationFee',
      mode: 'prepaid',
      amount: moneyToWire(withheld),
      when: formatLocalDate(effectiveDate),
      text: 'Origination fee, taken from the amount that was paid out',
    },
  ]
}
