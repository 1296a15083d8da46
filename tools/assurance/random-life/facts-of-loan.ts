import { CALLS } from '@dolphin/contract/registry'
import type { CallReply } from '@dolphin/contract/call'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan, findPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { planFacts } from '@dolphin/api/modules/plans/plan-facts'
import { rateOfPlan } from '@dolphin/api/modules/plans/plan-rate'
import { agreedPlanNoOf } from '@dolphin/api/modules/servicing/account-facts'
import { LATE_DAYS_CAUSE } from '@dolphin/api/modules/servicing/late-days-cause'
import { lateDaysOf } from '@dolphin/api/modules/servicing/moved-payments'
import type { SignedLoan } from '@dolphin/api/testing/signed-loans'
import { sql } from 'drizzle-orm'
import { ANSWERS } from '../loan-model/bank-answers.ts'
import { dayFrom } from '../loan-model/day.ts'
import type { EntryFact, LoanFacts, PageFacts, TermFacts, TransactionFact } from '../loan-model/facts.ts'
import type { Life } from './life.ts'
import { noticesAbout } from './notices.ts'
import { storyOf } from './story.ts'

type Page = CallReply<(typeof CALLS)['paymentDetail']>

const cents = (money: string): bigint => BigInt(money.replace('.', ''))

/** A loan as its rows and its page have it now: each read once for all that is asked of it. */
export interface SeenLoan {
  readonly loan: SignedLoan
  readonly row: Loan
  readonly plan: PlanWithInstallments
  readonly transactions: readonly MoneyTransaction[]
  /** As its borrower reads it; null where it has none yet. */
  readonly page: Page | null
}

/** Reads a loan. */
export async function seeLoan({ api }: Pick<Life, 'api'>, loan: SignedLoan): Promise<SeenLoan> {
  const { db } = api.database
  const [row, plan, transactions] = await Promise.all([
    findLoan(db, loan),
    findCurrentPlan(db, loan),
    listTransactions(db, loan),
  ])
  assert(row !== undefined && plan !== undefined, 'a signed loan has a plan')
  const page = row.effectiveDate === null ? null : await readPage(loan)
  return { loan, row, plan, transactions, page }
}

/** What the laws look at of a loan that was just read. */
export async function factsOfLoan(
  life: Life,
  { loan, row, plan, transactions, page }: SeenLoan,
  isDayOver = false,
): Promise<LoanFacts> {
  const { api, bank, misses, known } = life
  const { db } = api.database
  known.set(loan.loanNo, row.status)
  const story = storyOf(life, loan.loanNo)
  const items = await openItems(life)
  const sent = bank.sent.filter(({ loanNo }) => loanNo === loan.loanNo)
  const traces = new Set(sent.map(({ trace }) => trace))
  const [terms, entries, balances] = await Promise.all([
    row.effectiveDate === null ? null : termsOf(life, { loan, plan }, row.effectiveDate),
    listAccountEntries(db, loan),
    loanBalances(db, loan),
  ])
  return {
    loanNo: loan.loanNo,
    today: life.today,
    status: row.status,
    subStatus: row.subStatus,
    terms,
    transactions: transactions.map(transactionFact),
    entries: entries.map(entryFact),
    balances: Object.fromEntries(balances),
    sent,
    answers: bank.answers.filter(({ trace }) => traces.has(trace)),
    answersElsewhere: bank.answers.filter(({ trace, code }) => !traces.has(trace) && code in ANSWERS),
    orders: Object.fromEntries(bank.orders),
    acts: story.acts,
    hand: story.hand,
    confirmations: story.confirmations,
    notices: noticesAbout(life, loan.loanNo),
    misses,
    graceDays: api.deps.portfolios.byId(loan.portfolioId)?.portfolio.pastDueGraceDays ?? 0,
    isSentByBorrower: story.isSentByBorrower,
    page: page === null ? null : pageOf(page),
    openAnywhere: [...new Set(items.map(({ kind }) => kind))],
    openItems: items.filter(({ loanNo }) => loanNo === loan.loanNo).map(({ kind }) => kind),
    isDayOver,
  }
}

/** The open work items of the lender, with the loan that each is about. */
async function openItems({ api }: Life): Promise<{ kind: string; loanNo: string | null }[]> {
  const { rows } = await api.database.db.execute<{ kind: string; loanNo: string | null }>(
    sql`select kind, loan_no as "loanNo" from work_items where closed_at is null`,
  )
  return rows
}

/** The loan's page as its borrower reads it. */
export const pageFacts = async (loan: SignedLoan): Promise<PageFacts> => pageOf(await readPage(loan))

const readPage = async ({ client, loanNo }: SignedLoan): Promise<Page> =>
  await client.ask(CALLS.paymentDetail, { query: { loanNo, history: 'all' } })

const pageOf = (page: Page): PageFacts => ({
  principal: cents(page.balance),
  interest: cents(page.interestToday),
  fees: cents(page.feesDue),
  payoff: cents(page.payoffToday),
  uncovered: cents(page.uncovered),
  pastDue: cents(page.pastDueAmount),
  pastDueParts: page.pastDueParts.map(({ installmentNo, dueDate, amount }) => ({
    installmentNo,
    day: dayFrom(dueDate),
    amount: cents(amount),
  })),
  next:
    page.nextPayment === null
      ? null
      : {
          day: dayFrom(page.nextPayment.date),
          total: cents(page.nextPayment.total),
          parts: page.nextPayment.parts.map(({ amount, reason, ...part }) => ({
            ...part,
            amount: cents(amount),
            isHeld: reason !== null,
          })),
        },
  rows: page.timeline.map(({ date, stopped, amount, ...row }) => ({
    ...row,
    amount: cents(amount),
    day: dayFrom(date),
    isStopped: stopped,
  })),
  isAutomatic: page.automatic.on,
  allowedChanges: page.changes.filter(({ allowed }) => allowed).map(({ changeTypeCode }) => changeTypeCode),
  openChangeNo: page.openChange?.changeNo ?? null,
})

/** What the agreement says, from the plan that was signed and the product that it was signed under. */
async function termsOf(
  { api }: Life,
  { loan, plan: current }: Pick<SeenLoan, 'loan' | 'plan'>,
  startedOn: number,
): Promise<TermFacts> {
  const { db } = api.database
  const agreedNo = agreedPlanNoOf(current.plan)
  const isAgreed = agreedNo === current.plan.planNo
  const agreed = (isAgreed ? undefined : await findPlan(db, loan.portfolioId, agreedNo)) ?? current
  const { plan, installments } = agreed
  const { productCode, coupon } = planFacts(plan)
  const data = api.deps.portfolios.byId(loan.portfolioId)
  const product = data?.products.find((one) => one.productCode === productCode)
  assert(product !== undefined, 'a product of the portfolio')
  const credits = coupon?.interestCredits ?? []
  return {
    principal: plan.amount,
    prepaidCharge: plan.amount - plan.amountFinanced,
    annualRate: rateOfPlan(plan),
    startedOn,
    returnedPaymentFee: product.returnedPaymentFee,
    interestCredits: installments.map((_, index) => ({
      from: installments[index - 1]?.dueDate ?? startedOn,
      amount: credits[index] ?? 0n,
    })),
    lateDays: lateDaysOf(current.plan),
  }
}

const transactionFact = (one: Awaited<ReturnType<typeof listTransactions>>[number]): TransactionFact => ({
  transactionNo: one.transactionNo,
  type: one.type,
  mode: one.mode,
  purpose: one.purpose,
  amount: one.amount,
  day: one.type === TransactionType.refund ? one.effectiveDate : (one.settledOn ?? one.effectiveDate),
  status: one.status,
  installmentNo: one.installmentNumber,
  originalNo: one.originalTransactionNo,
  trace: one.traceNumber,
  returnCode: one.returnCode,
  returnedOn: one.returnedOn,
  changeNo: one.changeNo,
  createdOn: Math.floor(one.createdAt.getTime() / DAY_MS),
})

const DAY_MS = 86_400_000

const entryFact = (one: Awaited<ReturnType<typeof listAccountEntries>>[number]): EntryFact => ({
  entryNo: one.entryNo,
  kind: one.kind,
  amount: one.amount,
  day: one.effectiveDate,
  ofLateDays: one.cause.startsWith(LATE_DAYS_CAUSE),
  cause: one.cause,
})
