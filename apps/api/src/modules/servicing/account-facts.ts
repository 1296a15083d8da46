import type { AccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  type AccountTransaction,
  findLoanAccountRows,
  type LoanAccountRows,
} from '@dolphin/database/servicing/loan-account-rows-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { cents } from '@dolphin/domain/money/cents'
import {
  TransactionPurpose,
  TransactionType,
  isPayment,
  SETTLED_STATUSES,
  SENT_STATUSES,
} from '@dolphin/domain/payments/codes'
import { paymentOrderOf } from '@dolphin/domain/payments/payment-order'
import type { Product } from '@dolphin/domain/portfolios/product'
import type { AccountEvent } from '@dolphin/domain/servicing/account-event'
import { agreedAccrual } from '@dolphin/domain/servicing/agreed-accrual'
import {
  type AccountTerms,
  replayAccount,
  type ReplayedAccount,
} from '@dolphin/domain/servicing/loan-account'
import type { Deps } from '../../deps.ts'
import { WRONG_RECEIPT_CAUSE } from '@dolphin/domain/servicing/wrong-receipt'
import { rateOfPlan } from '../plans/plan-rate.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { productAt } from '../portfolios/version-history.ts'
import { LATE_DAYS_CAUSE } from './late-days-cause.ts'
import { lateDaysOf } from './moved-payments.ts'
import { servicingFacts } from './servicing-facts.ts'

/** A funded loan's debt and all that it follows from. */
export interface LoanAccountFacts<Transaction extends AccountTransaction = MoneyTransaction>
  extends LoanAccountRows<Transaction> {
  readonly product: Product
  /** The plan agreed at the start; the current one where no change was made. */
  readonly agreedPlan: PlanWithInstallments
  readonly terms: AccountTerms
  readonly events: readonly AccountEvent[]
  readonly account: ReplayedAccount
  /** Facts of law noted on the loan. */
  readonly legalFacts: Loan['legalFacts']
}

/** The debt of a loan that was funded; undefined before, and where its credit came back. */
export async function loadAccount(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
): Promise<LoanAccountFacts | undefined> {
  if (loan.effectiveDate === null) return undefined
  return await accountOf(deps, executor, loan, await findLoanAccountRows(executor, loan))
}

/** The same out of books that were read already. */
export async function accountOf<Transaction extends AccountTransaction>(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
  accountRows: LoanAccountRows<Transaction> | undefined,
): Promise<LoanAccountFacts<Transaction> | undefined> {
  if (loan.effectiveDate === null || accountRows === undefined) return undefined
  const { current, transactions, entries, openDebitNo } = accountRows
  const product = await productOf(deps, executor, loan, current)
  const agreedPlan = await agreedPlanOf(executor, current)
  const terms = termsAgreed(loan.effectiveDate, product, agreedPlan, current.plan)
  const events = accountEvents(transactions, entries)
  const account = replayAccount(terms, events)
  const { legalFacts } = loan
  const books = { current, product, transactions, entries, openDebitNo, agreedPlan, legalFacts }
  return { ...books, terms, events, account }
}

/**
 * Returns the product version under which the loan was signed; the current version may calculate differently.
 */
export async function productOf(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { portfolioId }: Pick<Loan, 'portfolioId'>,
  { plan }: Pick<PlanWithInstallments, 'plan'>,
): Promise<Product> {
  const { productCode, productVersion: version } = planFacts(plan)
  const product =
    portfolios
      .byId(portfolioId)
      ?.products.find((sold) => sold.productCode === productCode && sold.version === version) ??
    (await productAt(executor, portfolioId, { productCode, version }))
  assert(product !== undefined, 'the product of a signed loan is on record')
  return product
}

/** A plan that a change made names the one agreed at the start. */
async function agreedPlanOf(
  executor: Executor,
  current: PlanWithInstallments,
): Promise<PlanWithInstallments> {
  const { plan } = current
  const agreedPlanNo = agreedPlanNoOf(plan)
  const agreed =
    agreedPlanNo === plan.planNo ? current : await findPlan(executor, plan.portfolioId, agreedPlanNo)
  assert(agreed !== undefined, 'the plan agreed at the start is on record')
  return agreed
}

/** The number of the plan agreed at the start; that of the plan itself where no change made it. */
export const agreedPlanNoOf = (plan: PlanWithInstallments['plan']): string =>
  servicingFacts(plan).agreedPlanNo ?? plan.planNo

/** What a debt follows from: the plan agreed at the start, its periods and coupon credits, and what was moved since. */
export function termsAgreed(
  effectiveDate: AccountTerms['effectiveDate'],
  product: Product,
  { plan, installments }: PlanWithInstallments,
  current: PlanWithInstallments['plan'],
): AccountTerms {
  const { coupon, documentVersion } = planFacts(plan)
  const credits = coupon?.interestCredits ?? []
  return {
    principal: plan.amount,
    prepaidCharge: cents(plan.amount - plan.amountFinanced),
    effectiveDate,
    lateDays: lateDaysOf(current),
    accrual: agreedAccrual(
      {
        method: product.interestMethod,
        annualRate: rateOfPlan(plan),
        frequency: plan.frequency,
        effectiveDate,
      },
      installments,
    ),
    interestCredits: installments.flatMap((_, index) => {
      const amount = credits[index] ?? cents(0n)
      const from = installments[index - 1]?.dueDate ?? effectiveDate
      return amount === 0n ? [] : [{ from, amount }]
    }),
    order: paymentOrderOf(documentVersion),
  }
}

/**
 * Settled money and what employees and rules entered, as the debt knows them. A payment that was taken twice and the
 * refund that sends it back (302) are both left out once that is sent, so that principal stands as if it had never
 * been taken.
 */
export function accountEvents(
  transactions: readonly AccountTransaction[],
  entries: readonly AccountEntry[],
): AccountEvent[] {
  const undone = duplicatePayments(transactions)
  const money = transactions.flatMap((transaction): AccountEvent[] => {
    const {
      transactionNo: id,
      type,
      status,
      purpose,
      amount,
      settledOn,
      effectiveDate,
      changeNo,
    } = transaction
    if (undone.has(id)) return []
    const date = settledOn ?? effectiveDate
    if (isPayment(transaction) && SETTLED_STATUSES.includes(status)) {
      const kind = purpose === TransactionPurpose.rescission ? 'cancellation' : 'payment'
      return [{ id, kind, date, amount }]
    }
    return type === TransactionType.refund && SENT_STATUSES.includes(status)
      ? [{ id, kind: changeNo === null ? 'overpaymentRefund' : 'refund', date: effectiveDate, amount }]
      : []
  })
  const entered = entries.map(
    ({ entryNo: id, kind, effectiveDate: date, amount, cause }): AccountEvent => ({
      id,
      kind,
      date,
      amount,
      ofLateDays: cause.startsWith(LATE_DAYS_CAUSE) || cause.startsWith(WRONG_RECEIPT_CAUSE),
    }),
  )
  return [...money, ...entered]
}

/** Payments that a refund names and the refunds that do; one that came back by itself is not undone again. */
function duplicatePayments(transactions: readonly AccountTransaction[]): ReadonlySet<string> {
  const payments = new Set(
    transactions
      .filter((one) => isPayment(one) && SETTLED_STATUSES.includes(one.status))
      .map(({ transactionNo }) => transactionNo),
  )
  return new Set(
    transactions.flatMap(({ type, status, transactionNo, originalTransactionNo: original }) =>
      type === TransactionType.refund &&
      SENT_STATUSES.includes(status) &&
      original !== null &&
      payments.has(original)
        ? [transactionNo, original]
        : [],
    ),
  )
}
