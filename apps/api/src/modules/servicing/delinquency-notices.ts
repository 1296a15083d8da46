import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { OUTSTANDING_STATUSES } from '@dolphin/domain/loans/codes'
import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { protectionWords } from '@dolphin/domain/loans/protection-words'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { dateIn } from '@dolphin/domain/time/new-york'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { loanDetailsPath } from '../../config/page-address.ts'
import { loadAccount } from './account-facts.ts'
import { loanArrears } from './loan-arrears.ts'
import { loadNextPayment } from './next-payment-of.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

type NotifyDeps = Pick<Deps, 'portfolios' | 'calendar' | 'cipher' | 'notices' | 'config'>

/** What every notice about how a loan stands begins with. */
const addressed = (deps: NotifyDeps, unit: UnitOfWork, loan: Loan) =>
  addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))

function todayOf({ portfolios }: NotifyDeps, unit: UnitOfWork, loan: Loan): LocalDate {
  const data = portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'every loan has a portfolio')
  return dateIn(unit.now, data.portfolio.timeZone)
}

/** One notice for each move: a loan may be suspended again. */
const dedupOf = (kind: string, { loanNo }: Loan, { now }: UnitOfWork): string =>
  `${kind}/${loanNo}/${now.toISOString()}`

/** No payment is taken for now. Source: domain.md §11. */
export async function notifyPaused(deps: NotifyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const { to, values } = await addressed(deps, unit, loan)
  const kind = 'paymentsPaused'
  await deps.notices.send(unit, { ...to, kind, dedupKey: dedupOf(kind, loan, unit), values })
}

/** A fact of law that was noted, or has ended. */
interface Protection {
  readonly kind: LegalFactKind
  readonly isNoted: boolean
}

/** What a fact of law means for the borrower from now on: what is true of the loan, and nothing that asks for money. */
export async function notifyProtection(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { kind, isNoted }: Protection,
): Promise<void> {
  if (loan.openId === null || !OUTSTANDING_STATUSES.includes(loan.status)) return
  const { to, values } = await addressed(deps, unit, loan)
  const whatItMeans = protectionWords(kind, isNoted)
  const dedupKey = dedupOf(`legalProtection/${kind}`, loan, unit)
  await deps.notices.send(unit, {
    ...to,
    kind: 'legalProtection',
    dedupKey,
    values: { ...values, whatItMeans },
  })
}

/** Payments go on, with the next one; where none is to come there is nothing to tell. */
export async function notifyResumed(deps: NotifyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const { to, values } = await addressed(deps, unit, loan)
  const next = await loadNextPayment(deps, unit.tx, loan, unit.now)
  if (next === undefined) return
  const kind = 'paymentsResumed'
  await deps.notices.send(unit, {
    ...to,
    kind,
    dedupKey: dedupOf(kind, loan, unit),
    values: {
      ...values,
      nextPaymentDate: writtenDay(next.date),
      nextPaymentAmount: formatCurrency(next.total),
    },
  })
}

/** The first letter of collecting, under the name that the timetable gives it: whichever comes first is the one. */
export async function notifyCollecting(deps: NotifyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const { to, values } = await addressed(deps, unit, loan)
  const today = todayOf(deps, unit, loan)
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'a loan in collecting was funded')
  const { overdue, amount, days } = loanArrears(facts, today)
  const [oldest] = overdue
  if (oldest === undefined) return
  await deps.notices.send(unit, {
    ...to,
    kind: 'loanPastDue',
    dedupKey: `loanPastDue/${loan.loanNo}/${oldest.number}/collecting`,
    values: { ...values, pastDueAmount: formatCurrency(amount), daysOverdue: days.toString() },
  })
}
