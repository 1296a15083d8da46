import type { Localized } from '@dolphin/domain/portfolios/localized'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Cents } from '@dolphin/domain/money/cents'
import { assert } from '@dolphin/domain/assert'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { type DueWindow, listDueLoans, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { pagesOfLoans } from '@dolphin/database/payments/loan-pages'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { type UnusualReason, unusualReasons } from '@dolphin/domain/payments/debit-eligibility/notice-timing'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { TransactionMode, TransactionPurpose } from '@dolphin/domain/payments/codes'
import { changeDeadline } from '@dolphin/domain/servicing/changes/change-basis'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { applyComing } from '@dolphin/domain/servicing/projection'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { accountEvents } from '../servicing/account-facts.ts'
import { loadDebitLoans } from '../servicing/debit-loan.ts'
import { moveMissedOf } from './move-missed-round.ts'
import { agreedDayOf, findDebitNotices, toldOf } from '../servicing/check-planned-debit.ts'
import { debitNoticeKey, type PlannedDebit, plannedDebits } from '../servicing/planned-debits.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'

const UPCOMING_DEBITS_JOB = 'upcoming-debits'
const EVERY_SECONDS = 3_600
const LOANS_AT_ONCE = 200

/**
 * Business days before a debit takes effect: one notice that is in time both as a reminder and as the notice of a first
 * or unusual withdrawal, 3 to 7 before it is sent. Source: 12 CFR 1041.9(b); domain.md §10, §11.
 */
const BUSINESS_DAYS = 5
/** Calendar days of notice before a payment of another amount than agreed. Source: 12 CFR 1005.10(d)(1). */
const OTHER_AMOUNT_DAYS = 10

/** Hour by hour: announces every debit that is coming, once. */
export const upcomingDebitsJob = (deps: MoneyDeps): JobDefinition => ({
  name: UPCOMING_DEBITS_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => announceDebits(deps),
})

/**
 * One round for every portfolio, some loans in a transaction; each debit is announced once, however often it runs. What
 * was missed gets its new day first, so that its notice goes out in the same round.
 */
export async function announceDebits(deps: MoneyDeps): Promise<void> {
  for (const data of deps.portfolios.all) {
    const { portfolioId, timeZone } = data.portfolio
    await moveMissedOf(deps, data)
    const today = dateIn(deps.clock.now(), timeZone)
    const window = { after: today, upTo: addDays(today, OTHER_AMOUNT_DAYS) }
    const { db } = deps.database
    const pages = pagesOfLoans(db, { portfolioId, size: LOANS_AT_ONCE }, (range) =>
      listDueLoans(db, portfolioId, window, range),
    )
    for await (const due of pages)
      await announceLoans(deps, data, { loanNos: due.map(({ loanNo }) => loanNo), window, today })
  }
}

/** One loan that fails rolls back all of its transaction, so each is then tried alone. */
async function announceLoans(
  deps: MoneyDeps,
  data: PortfolioData,
  { loanNos, ...when }: Announcement,
): Promise<void> {
  const announceOnly = (some: readonly string[]) =>
    deps.units.write(async (unit) => ok(await announceFor(deps, unit, data, { ...when, loanNos: some })))
  try {
    await announceOnly(loanNos)
  } catch {
    for (const loanNo of loanNos)
      await oneOfMany(deps, { round: UPCOMING_DEBITS_JOB, subject: { loanNo } }, () => announceOnly([loanNo]))
  }
}

interface Announcement {
  readonly loanNos: readonly string[]
  readonly window: DueWindow
  readonly today: LocalDate
}

/** Announces what a payment has just changed of a locked loan's debits, the same hour. Source: domain.md §14. */
export async function announceChanged(deps: MoneyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const today = dateIn(unit.now, data.portfolio.timeZone)
  const window = { after: today, upTo: addDays(today, OTHER_AMOUNT_DAYS) }
  await announceFor(deps, unit, data, { loanNos: [loan.loanNo], window, today })
}

async function announceFor(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loanNos, window, today }: Announcement,
): Promise<void> {
  const { calendar } = deps
  const { portfolioId } = data.portfolio
  const loans = await lockLoans(unit.tx, portfolioId, loanNos)
  const soonest = calendar.next(today)
  const dateOf = (due: LocalDate): LocalDate => {
    const day = calendar.onOrAfter(due)
    return day > soonest ? day : soonest
  }
  const coming = (await loadDebitLoans(deps, unit.tx, { portfolioId, loans }, window))
    .flatMap((loan) => plannedDebits(loan, dateOf))
    .filter(({ amount, effectiveDate }) => amount > 0n && today < effectiveDate)
  const sent = await findDebitNotices(unit.tx, portfolioId, coming)
  for (const debit of coming) {
    const told = toldOf(debit, sent)
    const last = told.at(-1)
    // Where another amount was announced, this one is announced at once.
    if (last === undefined ? isTime(deps, debit, today) : last.amount !== debit.amount)
      await announce(deps, unit, debit, { last: last?.amount, count: told.length })
  }
}

/** From this day on the first notice goes out. */
function isTime({ calendar }: MoneyDeps, { effectiveDate, amount, agreed }: PlannedDebit, today: LocalDate) {
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
  deps: MoneyDeps,
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
  { calendar }: MoneyDeps,
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
