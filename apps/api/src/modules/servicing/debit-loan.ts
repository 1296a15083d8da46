import type { AccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import type { DebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import {
  listAccountEntriesOf,
  listAuthorizationsOn,
  listCurrentPlansOf,
  listInstallmentsOfPlans,
  listLiftedAt,
  listLoanAccountsOf,
  listPlansByNo,
  listSentDebits,
  listTransactionsOf,
  type SentDebit,
} from '@dolphin/database/payments/debit-facts-repository'
import { type DueWindow, listDueInstallments } from '@dolphin/database/payments/due-money-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PaymentPlan, StoredInstallment } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { listOpenKindsOf } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Product } from '@dolphin/domain/portfolios/product'
import type { AccountTerms } from '@dolphin/domain/servicing/loan-account'
import { HOLDING_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import type { Deps } from '../../deps.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { agreedPlanNoOf, productOf, termsAgreed } from './account-facts.ts'
import { formerKeysOf, liftedAtOf } from './account-history.ts'
import { ofLoan } from './loan-failure.ts'
import { agreedDaysOf } from './moved-payments.ts'
import { stoppedPayments } from './stopped-payments.ts'

/** A loan with the rows that its debits depend on. */
export interface DebitLoan {
  readonly loan: Loan
  readonly paymentMode: PaymentMode
  readonly terms: AccountTerms
  /**
   * Live agreed payments of the window without a transaction whose debit the borrower has not stopped, and those that a
   * planned transaction is for.
   */
  readonly due: readonly StoredInstallment[]
  /** By number, the day agreed of payments that we moved. */
  readonly agreedDays: ReadonlyMap<number, LocalDate>
  readonly transactions: readonly MoneyTransaction[]
  readonly entries: readonly AccountEntry[]
  readonly account: LoanAccount | undefined
  /** Keys of the same account before notices of change. */
  readonly formerKeys: readonly string[]
  readonly authorizations: readonly DebitAuthorization[]
  /** Permissions given anew for the account, over all loans. */
  readonly renewals: readonly DebitAuthorization[]
  /** Debits of the customer's loans from the account that reached the bank. */
  readonly sentDebits: readonly SentDebit[]
  /** Since when returns before it are dealt with: repair, new permission, or a person. */
  readonly suspensionLiftedAt: Date | null
  /** Something that the bank sent and we could not apply may be about the loan. */
  readonly isBankEntryOpen: boolean
}

/** Loans of one portfolio. */
interface LoansOfPortfolio {
  readonly portfolioId: number
  readonly loans: readonly Loan[]
}

/**
 * Reads many loans of a portfolio at once, in as many queries as for one. Loans whose money is not on its way yet have
 * no debits and are left out. Throws LoanFailure where the rows of one loan do not fit.
 */
export async function loadDebitLoans(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { portfolioId, loans }: LoansOfPortfolio,
  window: DueWindow,
): Promise<DebitLoan[]> {
  const funded = loans.filter((loan) => debtBeganOn(loan) !== null)
  const loanNos = funded.map(({ loanNo }) => loanNo)
  if (loanNos.length === 0) return []
  const plans = await listCurrentPlansOf(executor, portfolioId, loanNos)
  const agreements = await loadAgreements(deps, executor, portfolioId, plans)
  const due = groupByLoan(await listDueInstallments(executor, portfolioId, loanNos, window))
  const transactions = groupByLoan(await listTransactionsOf(executor, portfolioId, loanNos))
  const entries = groupByLoan(await listAccountEntriesOf(executor, portfolioId, loanNos))
  const accounts = groupByLoan(await listLoanAccountsOf(executor, portfolioId, loanNos))
  const history = await loadDebitHistory(executor, portfolioId, loanNos, accounts)
  const open = await listOpenKindsOf(executor, portfolioId, loanNos)
  const planOf = new Map(plans.map((plan) => [plan.loanNo, plan]))
  return funded.flatMap((loan) =>
    ofLoan(loan.loanNo, (): DebitLoan[] => {
      const plan = planOf.get(loan.loanNo)
      const began = debtBeganOn(loan)
      if (plan === undefined || began === null) return []
      const agreement = agreements.get(agreedPlanNoOf(plan))
      assert(agreement !== undefined, 'the plan agreed at the start is on record')
      const own = accounts.get(loan.loanNo) ?? []
      const account = own.find(({ endedAt }) => endedAt === null)
      return [
        {
          loan,
          paymentMode: planFacts(plan).paymentMode,
          terms: termsAgreed(began, agreement.product, agreement, plan),
          agreedDays: agreedDaysOf(plan),
          due: notStopped(plan, due.get(loan.loanNo) ?? []),
          transactions: transactions.get(loan.loanNo) ?? [],
          entries: entries.get(loan.loanNo) ?? [],
          account,
          formerKeys: formerKeysOf(own),
          ...debitHistoryOf(history, loan, account, own),
          isBankEntryOpen: (open.get(loan.loanNo) ?? []).some((kind) => HOLDING_KINDS.includes(kind)),
        },
      ]
    }),
  )
}

const notStopped = (plan: PaymentPlan, due: readonly StoredInstallment[]): readonly StoredInstallment[] => {
  const stopped = stoppedPayments(plan)
  return stopped.length === 0 ? due : due.filter(({ number }) => !stopped.includes(number))
}

/** A loan that is rescinded before its credit settles has none yet; then the day on which the credit will. */
const debtBeganOn = ({ effectiveDate, disbursementDate }: Loan): LocalDate | null =>
  effectiveDate ?? disbursementDate

interface Agreement {
  readonly plan: PaymentPlan
  readonly installments: readonly StoredInstallment[]
  readonly product: Product
}

/** Plans agreed at the start, by number; installments only where the debt depends on their periods. */
async function loadAgreements(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  portfolioId: number,
  plans: readonly PaymentPlan[],
): Promise<ReadonlyMap<string, Agreement>> {
  const known = new Map(plans.map((plan) => [plan.planNo, plan]))
  const changed = plans.map(agreedPlanNoOf).filter((planNo) => !known.has(planNo))
  for (const plan of await listPlansByNo(executor, portfolioId, changed)) known.set(plan.planNo, plan)
  const agreed = [...new Set(plans.map(agreedPlanNoOf))].flatMap((planNo) => known.get(planNo) ?? [])
  const products = new Map<string, Product>()
  for (const plan of agreed) {
    const key = productKey(plan)
    if (!products.has(key)) products.set(key, await productOf(deps, executor, { portfolioId }, { plan }))
  }
  const needsPeriods = agreed.filter(
    (plan) =>
      products.get(productKey(plan))?.interestMethod !== 'simpleDaily' ||
      plan.disclosure['coupon'] !== undefined,
  )
  const planNos = needsPeriods.map(({ planNo }) => planNo)
  const periods = groupBy(
    await listInstallmentsOfPlans(executor, portfolioId, planNos),
    ({ planNo }) => planNo,
  )
  return new Map(
    agreed.map((plan) => {
      const product = products.get(productKey(plan))
      assert(product !== undefined, 'the product of a signed loan is on record')
      return [plan.planNo, { plan, product, installments: periods.get(plan.planNo) ?? [] }]
    }),
  )
}

/** Read as stored, for it is asked of every plan of a batch several times. */
const productKey = ({ disclosure }: PaymentPlan): string =>
  `${String(disclosure['productCode'])}/${String(disclosure['productVersion'])}`

interface DebitHistory {
  readonly authorizations: readonly DebitAuthorization[]
  readonly byLoan: ReadonlyMap<string, readonly DebitAuthorization[]>
  readonly sent: ReadonlyMap<string, readonly SentDebit[]>
  readonly liftedAt: ReadonlyMap<string, Date>
}

async function loadDebitHistory(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  accounts: ReadonlyMap<string, readonly LoanAccount[]>,
): Promise<DebitHistory> {
  const keys = [...new Set([...accounts.values()].flat().map(({ accountKey }) => accountKey))]
  // An account may be used by loans of several customers; what came back counts for all of them.
  const [authorizations, sent] = await bypassRowSecurity(async () => [
    await listAuthorizationsOn(executor, portfolioId, keys, loanNos),
    await listSentDebits(executor, portfolioId, keys),
  ])
  const returned = new Set(
    sent.filter(({ status }) => status === TransactionStatus.rejected).map(({ openId }) => openId),
  )
  return {
    authorizations: authorizations.filter(({ kind }) => kind === 'renewed'),
    byLoan: groupByLoan(authorizations),
    sent: groupBy(sent, ({ openId }) => openId),
    liftedAt: returned.size === 0 ? new Map() : await listLiftedAt(executor, portfolioId, loanNos),
  }
}

function debitHistoryOf(
  { authorizations, byLoan, sent, liftedAt }: DebitHistory,
  { loanNo, openId }: Loan,
  account: LoanAccount | undefined,
  accounts: readonly LoanAccount[],
): Pick<DebitLoan, 'authorizations' | 'renewals' | 'sentDebits' | 'suspensionLiftedAt'> {
  const keys = new Set([account?.accountKey, ...formerKeysOf(accounts)])
  const own = byLoan.get(loanNo) ?? []
  return {
    authorizations: own,
    renewals: authorizations.filter(
      (one) => one.openId === openId && one.revokedAt === null && keys.has(one.accountKey),
    ),
    sentDebits: (sent.get(openId ?? '') ?? []).filter(
      ({ accountKey }) => accountKey !== null && keys.has(accountKey),
    ),
    suspensionLiftedAt: liftedAtOf(account, own, liftedAt.get(loanNo)),
  }
}

const groupByLoan = <Row extends { readonly loanNo: string }>(rows: readonly Row[]) =>
  groupBy(rows, ({ loanNo }) => loanNo)

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
