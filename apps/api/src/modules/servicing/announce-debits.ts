import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type DueWindow, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { assert } from '@dolphin/domain/assert'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { TransactionMode, TransactionPurpose } from '@dolphin/domain/payments/codes'
import { type UnusualReason, unusualReasons } from '@dolphin/domain/payments/debit-eligibility/notice-timing'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { changeDeadline } from '@dolphin/domain/servicing/changes/change-basis'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { applyComing } from '@dolphin/domain/servicing/projection'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { accountEvents } from './account-facts.ts'
import { agreedDayOf, findDebitNotices, isToBeTaken, plannedDebits, toldOf } from './check-planned-debit.ts'
import { loadDebitLoans } from './debit-loan.ts'
import type { NotifyDeps } from './notify-change.ts'
import { debitNoticeKey, type PlannedDebit } from './planned-debits.ts'

/**
 * Business days before a debit takes effect: one notice that is in time both as a reminder and as the notice of a first
 * or unusual withdrawal, 3 to 7 before it is sent. Source: 12 CFR 1041.9(b); domain.md §10, §11.
 */
const BUSINESS_DAYS = 5
/** Calendar days of notice before a payment of another amount than agreed. Source: 12 CFR 1005.10(d)(1). */
export const OTHER_AMOUNT_DAYS = 10

/** Loans whose debits of a window are announced on a day. */
export interface Announcement {
  readonly loanNos: readonly string[]
  readonly window: DueWindow
  readonly today: LocalDate
}

/** Announces what a payment has just changed of a locked loan's debits, the same hour. Source: domain.md §14. */
export async function announceChanged(deps: NotifyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const today = dateIn(unit.now, data.portfolio.timeZone)
  const window = { after: today, upTo: addDays(today, OTHER_AMOUNT_DAYS) }
  await announceFor(deps, unit, data, { loanNos: [loan.loanNo], window, today })
}

/** Announces each coming debit of these loans whose time it is, once; the caller has the loans' rows locked or locks them here. */
export async function announceFor(
  deps: NotifyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loanNos, window, today }: Announcement,
): Promise<void> {
  const { calendar } = deps
  const { portfolioId } = data.portfolio
  const loans = await lockLoans(unit.tx, portfolioId, loanNos)
  const hours = hoursOf(data, calendar)
  const soonest = nextEntryDate(hours, unit.now)
  const dateOf = (due: LocalDate): LocalDate => {
    const day = calendar.onOrAfter(due)
    return day > soonest ? day : soonest
  }
  const at = { hours, now: unit.now }
  const coming = (await loadDebitLoans(deps, unit.tx, { portfolioId, loans }, window))
    .flatMap((loan) => plannedDebits(loan, dateOf, at))
    .filter((debit) => debit.amount > 0n && today < debit.effectiveDate && !isRetryLate(debit, soonest))
    .filter((debit) => isToBeTaken(debit, at))
  const sent = await findDebitNotices(unit.tx, portfolioId, coming)
  for (const debit of coming) {
    const told = toldOf(debit, sent)
    const last = told.at(-1)
    // Where another amount was announced, this one is announced at once.
    if (last === undefined ? isTime(deps, debit, today) : last.amount !== debit.amount)
      await announce(deps, unit, debit, { last: last?.amount, count: told.length })
  }
}

/** A retry that its batch left out has no day until it moves to one, with a notice of its own. */
const isRetryLate = ({ transaction, purpose }: PlannedDebit, soonest: LocalDate): boolean =>
  purpose === TransactionPurpose.representment &&
  transaction !== undefined &&
  transaction.effectiveDate < soonest

/** From this day on the first notice goes out. */
function isTime({ calendar }: NotifyDeps, { effectiveDate, amount, agreed }: PlannedDebit, today: LocalDate) {
  const usual = calendar.addBankingDays(effectiveDate, -BUSINESS_DAYS)
  const from = amount === agreed ? usual : addDays(effectiveDate, -OTHER_AMOUNT_DAYS)
  return today >= (from < usual ? from : usual)
}

const REASONS: Readonly<Record<UnusualReason, Localized>> = {
  amount: {
    en: 'The amount differs from the agreed payment.',
    es: 'El monto es distinto del pago acordado.',
  },
  date: { en: 'The date differs from the agreed date.', es: 'La fecha es distinta de la acordada.' },
  channel: {
    en: 'It is taken in another way than before.',
    es: 'Se cobra de una manera distinta a la de antes.',
  },
  reinitiates: { en: 'It collects a payment that was returned.', es: 'Cobra un pago que fue devuelto.' },
}

/** What the borrower was told last, where it was another amount. */
const correction = (last: Cents): Localized => ({
  en: `Before, we told you ${formatCurrency(last)}. This is the amount now.`,
  es: `Antes le avisamos de ${formatCurrency(last)}. Este es el monto ahora.`,
})

/** The notices of a debit so far. */
interface ToldBefore {
  readonly last: Cents | undefined
  readonly count: number
}

async function announce(
  deps: NotifyDeps,
  unit: UnitOfWork,
  debit: PlannedDebit,
  { last, count }: ToldBefore,
): Promise<void> {
  const { loan, account } = debit.of
  if (account === undefined) return
  const { to, values: begun } = await addressToBorrower(deps, unit, loan, '/home')
  const { effectiveDate, amount } = debit
  const shared = {
    ...begun,
    amount: formatCurrency(amount),
    paymentDate: writtenDay(effectiveDate),
    accountTail: account.accountTail,
  }
  const about = { ...to, dedupKey: debitNoticeKey(debit, count) }
  const reasons = [
    ...reasonsOf(deps, debit).map((reason) => REASONS[reason]),
    ...(last === undefined ? [] : [correction(last)]),
  ]
  if (reasons.length > 0) {
    const values = { ...shared, ...shareOf(debit), reasons }
    await deps.notices.send(unit, { ...about, kind: 'unusualWithdrawal', values })
    return
  }
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const hours = hoursOf(data, deps.calendar)
  const changeBy = writtenDay(dateIn(changeDeadline({ hours }, effectiveDate), hours.timeZone))
  await deps.notices.send(unit, { ...about, kind: 'paymentUpcoming', values: { ...shared, changeBy } })
}

function reasonsOf(
  { calendar }: NotifyDeps,
  { of, installment, effectiveDate: date, amount, presentment }: PlannedDebit,
): readonly UnusualReason[] {
  const rail = TransactionMode.ach
  const regular =
    installment === undefined
      ? null
      : { date: agreedDayOf(of, installment), amount: installment.amount, rail }
  return unusualReasons({ date, amount, rail }, regular, presentment !== 'first', calendar)
}

/** Where the money will go, as the debt stands now. Source: 12 CFR 1041.9(b)(3)(ii)(B). */
function shareOf({ of, effectiveDate: date, amount, purpose }: PlannedDebit) {
  const { state } = replayAccount(of.terms, accountEvents(of.transactions, of.entries))
  const on = date > state.accruedTo ? date : state.accruedTo
  const { toPrincipal, toInterest, toFees } = applyComing(of.terms, state, {
    id: 'announced',
    date: on,
    amount,
    isRescission: purpose === TransactionPurpose.rescission,
  })
  return {
    principal: formatCurrency(toPrincipal),
    interest: formatCurrency(toInterest),
    fees: formatCurrency(toFees),
  }
}
