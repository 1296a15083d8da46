import { beyondWords } from '@dolphin/domain/servicing/beyond-plan-words'
import { stateForBorrower } from '@dolphin/domain/loans/legal-facts'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findLoanPage, type LoanPageRows } from '@dolphin/database/loans/loan-page-repository'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { isSettled } from '@dolphin/domain/servicing/loan-account'
import { type InstallmentMarks, installmentMarks } from '@dolphin/domain/servicing/installment-marks'
import { dateIn } from '@dolphin/domain/time/new-york'
import { openItemsView } from '../work-items/open-items-view.ts'
import type { CustomerActor } from '../../http/actor.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { debitToConfirm } from './modification-of.ts'
import { expectedOf } from './next-payment-of.ts'
import { dueView } from './next-payment-view.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { PortfolioEntry } from '../../ports/portfolio-catalog.ts'
import { transactionView } from './transaction-view.ts'
import { maskedTails } from '../borrowers/masked-account.ts'
import type { PlanCouponFacts } from '../plans/coupon-facts.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { allowances, automaticView } from './change-allowance.ts'
import { changeEntryOf, toSignView } from './change-list.ts'
import { type LoanSummary, type ShownInstallment, loanSummaryOf } from './loan-standing-page.ts'
import { newestTransactions, paymentTimeline } from './payment-timeline.ts'
import type { RepaymentDeps } from './repayment-deps.ts'

/** What the call answers, its texts still in every language. */
export type PaymentDetail = ForReaders<CallReply<typeof paymentDetailCall>>

type Query = CallRequest<typeof paymentDetailCall>['query']
type Asked = Query & { readonly loanNo: string }

/**
 * A funded loan whole: schedule, transactions with their way, what is owed today, what may be changed.
 * Errors: `loanNotFound` for any loan but the customer's own, `loanStatusInvalid` before it is funded.
 */
export async function readPaymentDetail(
  deps: RepaymentDeps,
  actor: CustomerActor,
  { loanNo, history = 'newest' }: Asked,
  now: Date,
): Promise<Result<PaymentDetail>> {
  const written = await findLoanPage(deps.database.db, actor, loanNo, history)
  const data = deps.portfolios.byId(actor.portfolioId)
  if (written === undefined || data === undefined) return refuse('loanNotFound')
  // The plan agreed at the start and the product's version, which may be read beside these, never change
  const { closings } = deps.calendar
  const { day: batchDay } = nextBatchCutOff(hoursOf(data, deps.calendar), now)
  const basis = [data, closings, dateIn(now, data.portfolio.timeZone), batchDay, ...written.texts]
  const key = `${actor.portfolioId} ${loanNo} ${history}`
  const kept = deps.detailCache.find(key, basis)
  if (kept !== undefined) return ok(kept)
  const page = written.read()
  const detail = await detailOf(deps, page, { loanNo, history }, { data, now })
  if (detail === undefined) return refuse('loanStatusInvalid')
  // How long an open change can still be taken back changes with every second
  if (page.openChange === undefined) deps.detailCache.store(key, basis, detail)
  return ok(detail)
}

/** A portfolio at an instant. */
interface PortfolioNow {
  readonly data: PortfolioEntry
  readonly now: Date
}

/** The reply out of what was read; undefined before the loan is funded. */
async function detailOf(
  deps: RepaymentDeps,
  page: LoanPageRows,
  { loanNo, history }: Asked,
  { data, now }: PortfolioNow,
): Promise<PaymentDetail | undefined> {
  const { loan, transactionCount } = page
  const summary = await loanSummaryOf(deps, deps.database.db, { ...page, now })
  if (summary === undefined) return undefined
  const { pastDueGraceDays } = data.portfolio
  const { paymentMode, coupon } = planFacts(summary.current.plan)
  const { openChange: open, ineligibleResults } = page
  const state = stateForBorrower(loan, loan.legalFacts)
  const account = page.account === undefined ? null : maskedTails(page.account)
  const hours = hoursOf(data, deps.calendar)
  const { transactions } = summary
  const toConfirm = open === undefined ? null : debitToConfirm(open, transactions)
  const automatic = automaticView(loan, paymentMode, { ...page, hold: summary.hold })
  const shown = history === 'all' ? transactions : newestTransactions(transactions)
  return {
    ...figuresOf(summary),
    ...dueView(summary.next, summary.arrears, {
      timeZone: hours.timeZone,
      accountMasked: account?.accountMasked ?? null,
      isDunned: summary.isDunned,
    }),
    loanNo,
    portfolioId: loan.portfolioId,
    loanStatus: state.status,
    subStatus: state.subStatus,
    reviewStatus: reviewStatusOf(loan),
    settled: isSettled(summary.account.state),
    paymentMode,
    account,
    installments: installmentViews(loan, summary),
    transactions: shown.map(transactionView),
    earlierTransactions: transactionCount - shown.length,
    timeline: paymentTimeline(summary, {
      shown,
      calendar: deps.calendar,
      pastDueGraceDays,
      ineligibleResults,
      expected: open === undefined ? null : expectedOf(open),
    }),
    automatic,
    transactionFees: feesOf(summary),
    openChange: open === undefined ? null : changeEntryOf(open, { hours, now, transactions, toConfirm }),
    changeToSign: toSignView(page.changeToSign, { hours, now, transactions, toConfirm: null }),
    changes: allowances(loan, open, summary, hours),
    couponCode: coupon?.couponCode ?? null,
    couponDetails: coupon && couponDetails(coupon),
    ...openItemsView(page.openItems.map(({ kind }) => kind)),
  }
}

/** What is owed, all out of one replay. */
function figuresOf(summary: LoanSummary) {
  const { payoff } = summary
  const { plan } = summary.current
  return {
    approvedAmount: moneyToWire(plan.amount),
    effectiveDate: formatLocalDate(summary.effectiveDate),
    apr: plan.apr,
    signedApr: planFacts(plan).signedApr,
    balance: moneyToWire(payoff.principal),
    payoffToday: moneyToWire(payoff.total),
    interestToday: moneyToWire(cents(payoff.unpaidInterest + payoff.newInterest)),
    feesDue: moneyToWire(payoff.fees),
    perDiem: moneyToWire(payoff.perDiem),
    paid: moneyToWire(summary.paid),
    uncovered: moneyToWire(summary.beyond.atEnd),
    uncoveredNow: moneyToWire(summary.beyond.paidOn),
    uncoveredNote: beyondWords(summary.beyond),
  }
}

/** "SAVE10 took $12.34 off the finance charge." */
const couponDetails = ({ couponCode, saving }: PlanCouponFacts): Localized => ({
  en: `${couponCode} took ${formatCurrency(saving)} off the finance charge.`,
  es: `${couponCode} redujo ${formatCurrency(saving)} del cargo financiero.`,
})

/** The schedule, each installment with the marks that follow from what happened. */
function installmentViews(
  { status }: Pick<Loan, 'status'>,
  { shown, today, arrears, transactions }: LoanSummary,
): PaymentDetail['installments'] {
  const marksOf = installmentMarks({
    today,
    transactions,
    overdue: new Set(arrears.overdue.map(({ number }) => number)),
    isCollecting: status === LoanStatus.collecting,
  })
  return shown.map((one) => installmentView(one, marksOf(one.agreed)))
}

function installmentView(
  shown: ShownInstallment,
  { status, flags }: InstallmentMarks,
): PaymentDetail['installments'][number] {
  const { agreed, payment, principal, interest, fee, balanceAfter } = shown
  const { number, dueDate } = agreed
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

/** The prepaid origination fee and every fee charged since. Source: domain.md §1, transactionFees. */
function feesOf({
  current: { plan },
  terms,
  effectiveDate,
  entries,
}: LoanSummary): PaymentDetail['transactionFees'] {
  const withheld = terms.prepaidCharge
  const charged = entries.filter(({ kind }) => kind === 'fee')
  return [
    ...(withheld === 0n
      ? []
      : [
          {
            kind: 'originationFee' as const,
            mode: 'prepaid' as const,
            amount: moneyToWire(withheld),
            when: formatLocalDate(effectiveDate),
            text: {
              en: `Origination fee, taken from the ${formatCurrency(plan.amount)} that you borrowed`,
              es: `Cargo de apertura, tomado de los ${formatCurrency(plan.amount)} que pidió prestados`,
            },
          },
        ]),
    ...charged.map(({ amount, effectiveDate: when }) => ({
      kind: 'returnedPaymentFee' as const,
      mode: 'perEvent' as const,
      amount: moneyToWire(amount),
      when: formatLocalDate(when),
      text: { en: 'Fee for a returned payment', es: 'Cargo por un pago devuelto' },
    })),
  ]
}
