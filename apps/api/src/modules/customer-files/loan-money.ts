import type { CallReply } from '@dolphin/contract/call'
import type { showCustomerCall } from '@dolphin/contract/customer-files'
import { findLoanSummary } from '@dolphin/database/loans/loan-summary-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findLatestIbvReport } from '@dolphin/database/verification/ibv-repository'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire } from '@dolphin/domain/money/cents'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { inLanguage } from '../../reader-words.ts'
import { maskedTails } from '../borrowers/masked-account.ts'
import type { StoredReport } from '../borrowers/verified-income.ts'
import { type LoanSummary, loanSummaryOf } from '../servicing/loan-standing-page.ts'
import { dueView } from '../servicing/next-payment-view.ts'

type Reply = CallReply<typeof showCustomerCall>
type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'calendar'>

/** Days from today for which a payoff is named. */
const PAYOFF_DAYS = [0, 1, 2, 7] as const

/** A loan's figures with the rows that they are of; undefined before it is funded. */
export async function readSummary(deps: NeededDeps, { portfolioId, loanNo, openId }: Loan, now: Date) {
  if (openId === null) return undefined
  const { db } = deps.database
  const rows = (await findLoanSummary(db, { portfolioId, openId }, loanNo))?.read()
  const summary = rows && (await loanSummaryOf(deps, db, { ...rows, now }))
  return summary && { rows, summary }
}

/** What a funded loan owes and pays next, out of the replay of its debt; null before it is funded. */
export async function loanMoney(deps: NeededDeps, loan: Loan, now: Date): Promise<Reply['money']> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const found = await readSummary(deps, loan, now)
  if (found === undefined || data === undefined) return null
  const { rows, summary } = found
  const { loanNo } = loan
  const account = rows?.account === undefined ? null : maskedTails(rows.account)
  const { timeZone } = data.portfolio
  const due = dueView(summary.next, summary.arrears, {
    timeZone,
    accountMasked: account?.accountMasked ?? null,
    isDunned: true,
  })
  const { payoff } = summary
  return {
    loanNo,
    nextPayment: inLanguage<NonNullable<Reply['money']>['nextPayment']>(due.nextPayment, 'en'),
    principal: moneyToWire(payoff.principal),
    interest: moneyToWire(cents(payoff.unpaidInterest + payoff.newInterest)),
    fees: moneyToWire(payoff.fees),
    payoff: moneyToWire(payoff.total),
    perDiem: moneyToWire(payoff.perDiem),
    daysOverdue: due.daysOverdue,
    pastDueAmount: due.pastDueAmount,
    beyondPlan: moneyToWire(summary.beyond.atEnd),
    installmentsPaid: summary.installmentsPaid,
    installmentsTotal: summary.schedule.length,
    payoffByDay: PAYOFF_DAYS.map((days) => payoffDay(summary, addDays(payoff.goodThrough, days))),
  }
}

function payoffDay({ terms, account }: LoanSummary, day: LocalDate) {
  const { unpaidInterest, newInterest, total } = payoffOn(terms, account.state, day)
  return {
    day: formatLocalDate(day),
    interest: moneyToWire(cents(unpaidInterest + newInterest)),
    payoff: moneyToWire(total),
  }
}

/** The newest bank report about a loan, or the statement that stands for one; null where there is none. */
export async function lastBankReport(
  { database, cipher }: NeededDeps,
  loan: Loan,
  timeZone: string,
): Promise<Reply['bankReport']> {
  const found = await findLatestIbvReport<StoredReport>(database.db, cipher, loan)
  if (found === undefined) return null
  return { receivedAt: isoInZone(found.receivedAt, timeZone), institution: found.report.institution }
}
