import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { listDueLoans, lockLoans } from '@dolphin/database/payments/due-money-repository'
import { loansOneByOne } from '@dolphin/database/payments/loan-pages'
import { addDays, daysBetween, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { loadVerifiedIncome } from '../borrowers/verified-income.ts'
import { loanDetailsPath } from '../../config/page-address.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { loadDebitLoans } from '../servicing/debit-loan.ts'
import { plannedDebits } from '../servicing/check-planned-debit.ts'
import type { PlannedDebit } from '../servicing/planned-debits.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { MoneyDeps } from '../../deps.ts'

const HARDSHIP_OFFERS_JOB = 'hardship-offers'
const EVERY_SECONDS = 3_600
/** Banking days before a debit at which help is offered: it can still be changed then. Source: issue, hardship path. */
const BEFORE_BANKING_DAYS = 3
/** A bank report says something of the balance for so long: our decision. */
const REPORT_GOOD_DAYS = 45

/** Hour by hour: offers help to whom the next payment is larger than the last balance that their bank verified. */
export const hardshipOffersJob = (deps: MoneyDeps): JobDefinition => ({
  name: HARDSHIP_OFFERS_JOB,
  everySeconds: EVERY_SECONDS,
  run: () => offerHelp(deps),
})

/** One round for every portfolio, each loan by itself; a payment's offer goes out once, however often it runs. */
export async function offerHelp(deps: MoneyDeps): Promise<void> {
  for (const data of deps.portfolios.all) {
    const { portfolioId, timeZone } = data.portfolio
    const today = dateIn(deps.clock.now(), timeZone)
    const date = deps.calendar.addBankingDays(deps.calendar.onOrBefore(today), BEFORE_BANKING_DAYS)
    const window = { after: addDays(date, -1), upTo: date }
    const { db } = deps.database
    const due = loansOneByOne(db, portfolioId, (range) => listDueLoans(db, portfolioId, window, range))
    for await (const { loanNo } of due) {
      await oneOfMany(deps, { round: HARDSHIP_OFFERS_JOB, subject: { loanNo } }, () =>
        deps.units.write(async (unit) => ok(await offerFor(deps, unit, data, { loanNo, date, today }))),
      )
    }
  }
}

interface LoanOnDay {
  readonly loanNo: string
  readonly date: LocalDate
  readonly today: LocalDate
}

async function offerFor(
  deps: MoneyDeps,
  unit: UnitOfWork,
  data: PortfolioData,
  { loanNo, date, today }: LoanOnDay,
): Promise<void> {
  const { portfolioId } = data.portfolio
  const loans = await lockLoans(unit.tx, portfolioId, [loanNo])
  const window = { after: addDays(date, -1), upTo: date }
  const [loan] = await loadDebitLoans(deps, unit.tx, { portfolioId, loans }, window)
  const at = { hours: hoursOf(data, deps.calendar), now: unit.now }
  const debit = loan && plannedDebits(loan, () => date, at).find(isOfSchedule)
  if (debit === undefined || !(await isBalanceLow(deps, unit, debit, today))) return
  await tell(deps, unit, debit)
}

const isOfSchedule = ({ purpose, amount }: PlannedDebit): boolean =>
  purpose === TransactionPurpose.installment && amount > 0n

/** Whether the account held less than the payment when the bank was last asked; unknown is not low. */
async function isBalanceLow(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { of: { loan, account }, amount }: PlannedDebit,
  today: LocalDate,
): Promise<boolean> {
  const verified = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  if (verified === undefined || account === undefined) return false
  const { report } = verified
  if (daysBetween(report.asOf, today) > REPORT_GOOD_DAYS) return false
  const key = account.entryKey ?? account.accountKey
  const own = report.accounts.find((one) => accountKeyOf(deps, one) === key)
  return own !== undefined && own.balance < amount
}

async function tell(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { of: { loan }, amount, effectiveDate }: PlannedDebit,
): Promise<void> {
  const path = `${loanDetailsPath(loan.loanNo)}&help=1`
  const { to, values } = await addressToBorrower(deps, unit, loan, path)
  await deps.notices.send(unit, {
    ...to,
    kind: 'hardshipOffer',
    dedupKey: `hardshipOffer/${loan.loanNo}/${formatLocalDate(effectiveDate)}`,
    values: { ...values, amount: formatCurrency(amount), paymentDate: writtenDay(effectiveDate) },
  })
}
