import { dayIn } from '@dolphin/domain/calendar/written-day'
import { inEachLanguage, type Locale } from '@dolphin/domain/portfolios/localized'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { cancelLoanCall } from '@dolphin/contract/disbursement'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { isOfSameDayFile } from '@dolphin/database/payments/due-money-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { type BankingHours, nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { sameDaySettlesAt } from '@dolphin/domain/disbursement/same-day-ach'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import { noticeDay } from '@dolphin/domain/notices/quiet-hours'
import { isSentAtOnceOrNotified } from '@dolphin/domain/servicing/changes/available-dates'
import { dateIn, instantOf, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { dropPlannedDisbursement } from '../payments/drop-disbursement.ts'
import { debitableFrom } from '../servicing/account-validation-of.ts'
import { planConfirmedDebit } from '../servicing/plan-confirmed-debit.ts'
import { confirmDebit, confirmedAmount, storeEligibilityResult } from '../servicing/confirmed-debit.ts'
import { staleSignIn } from '../servicing/recent-sign-in.ts'
import type { ReadPoint, UnitOfWork, WriteMoment } from '../../unit-of-work.ts'
import type { DisbursementDeps } from './disbursement-list.ts'

type Reply = CallReply<typeof cancelLoanCall>
type Body = CallRequest<typeof cancelLoanCall>['body']
type CancelDeps = DisbursementDeps

/** How a loan can be undone on this day. */
interface Rescission {
  readonly cancelUntil: Date
  /** What goes back by one debit: what was paid out less what was received; null where no batch has the credit yet. */
  readonly debit: { readonly amount: MoneyTransaction['amount']; readonly date: LocalDate } | null
}

const CANCELABLE: readonly LoanStatus[] = [LoanStatus.approved, LoanStatus.pending, LoanStatus.disbursed]
const NOTHING_LEFT = { errors: [{ elementKey: 'loanNo', message: ELIGIBILITY_TEXTS.moreThanOwed }] }
const MIDNIGHT = { hour: 0, minute: 0 }

/**
 * Undoes a loan until midnight New York of the first banking day after its money settled: before the batch the credit
 * is dropped and the loan withdrawn; after it what was paid out, less what came back since, is debited once, without
 * interest or fee, and the loan ends when that debit has cleared. Errors: `loanNotFound`, `loanStatusInvalid`, `rescissionTimePassed`,
 * `debitNotEligible`, `recentSignInRequired`. Source: domain.md §2.
 */
export async function cancelLoan(
  deps: CancelDeps,
  actor: CustomerActor,
  { loanNo, mode }: Body,
  { now, write }: WriteMoment<Reply>,
): Promise<Result<Reply>> {
  if (mode === FormActionMode.preview) {
    const found = await findBorrowerLoan(deps.database.db, actor, { loanNo })
    if (!found.ok) return found
    const judged = await judge(deps, { tx: deps.database.db, now }, found.value)
    return judged.ok ? ok(replyOf(found.value, mode, judged.value)) : judged
  }
  const stale = staleSignIn(actor, now)
  if (stale !== undefined) return stale
  return write((unit) => saveCancellation(deps, unit, actor, loanNo))
}

async function judge(deps: CancelDeps, at: ReadPoint, loan: Loan): Promise<Result<Rescission>> {
  const { tx: executor, now } = at
  const data = deps.portfolios.byId(loan.portfolioId)
  if (!CANCELABLE.includes(loan.status) || data === undefined) return refuse('loanStatusInvalid')
  const transactions = await listTransactions(executor, loan)
  if (transactions.some(isUnderWay)) return refuse('loanStatusInvalid')
  const { rejected } = TransactionStatus
  const credit = transactions.findLast(
    ({ type, status }) => type === TransactionType.credit && status !== rejected,
  )
  if (credit === undefined) return refuse('loanStatusInvalid')
  const settlesOn = loan.effectiveDate ?? credit.effectiveDate
  const lastDay = deps.calendar.next(settlesOn)
  const cancelUntil = instantOf(addDays(lastDay, 1), MIDNIGHT, NEW_YORK)
  if (now >= cancelUntil) return refuse('rescissionTimePassed')
  if (loan.status === LoanStatus.approved) return ok({ cancelUntil, debit: null })
  const date = await debitDay(deps, at, { loan, credit, settlesOn, hours: hoursOf(data, deps.calendar) })
  const asked = { purpose: TransactionPurpose.rescission, amount: credit.amount, date, replaces: [] } as const
  const amount = await confirmedAmount(deps, at, loan, asked)
  return amount === 0n
    ? refuse('debitNotEligible', NOTHING_LEFT)
    : ok({ cancelUntil, debit: { amount, date } })
}

/** The day of the debit that takes the money back: it must be there first, and the account be validated. */
async function debitDay(
  deps: CancelDeps,
  { tx: executor, now }: ReadPoint,
  {
    loan,
    credit,
    settlesOn,
    hours,
  }: {
    readonly loan: Loan
    readonly credit: MoneyTransaction
    readonly settlesOn: LocalDate
    readonly hours: ReturnType<typeof hoursOf>
  },
): Promise<LocalDate> {
  const { calendar, timeZone } = hours
  const isSameDay = credit.status === TransactionStatus.onBatch && (await isOfSameDayFile(executor, credit))
  const sentAfter = isSameDay ? latest(now, sameDaySettlesAt(hours, settlesOn)) : now
  const soonest = nextEntryDate(hours, sentAfter)
  const first = soonest > settlesOn ? soonest : calendar.next(settlesOn)
  const validFrom = debitableFrom(await findLoanAccount(executor, loan), hours, now)
  if (validFrom === null || validFrom <= first) return first
  const leavesOn = noticeDay(await borrowerZones(deps, executor, loan), now, timeZone)
  return dayToTell(hours, validFrom, { today: dateIn(now, timeZone), noticeDay: leavesOn })
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** The first banking day from one on of which there is time to tell, for a debit that cannot be sent at once. */
function dayToTell(
  { calendar }: BankingHours,
  from: LocalDate,
  days: { readonly today: LocalDate; readonly noticeDay: LocalDate },
): LocalDate {
  let date = calendar.onOrAfter(from)
  while (!isSentAtOnceOrNotified(calendar, date, days)) date = calendar.next(date)
  return date
}

const isUnderWay = ({ purpose, status }: MoneyTransaction): boolean =>
  purpose === TransactionPurpose.rescission && status !== TransactionStatus.rejected

const replyOf = (
  { loanNo, status }: Loan,
  mode: FormActionMode,
  { cancelUntil, debit }: Rescission,
): Reply => ({
  loanNo,
  mode,
  loanStatus: status,
  cancelUntil: isoInZone(cancelUntil, NEW_YORK),
  principalDebit: debit === null ? null : moneyToWire(debit.amount),
  debitDate: debit === null ? null : formatLocalDate(debit.date),
})

async function saveCancellation(
  deps: CancelDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  loanNo: string,
): Promise<Result<Reply>> {
  const locked = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!locked.ok) return locked
  const loan = locked.value
  const judged = await judge(deps, unit, loan)
  if (!judged.ok) return judged
  const by = actorName(actor)
  if (judged.value.debit === null) {
    await dropPlannedDisbursement(unit, loan, { cause: 'canceled by customer', actor: by })
    const moved = await moveLoan(deps, unit, loan, { event: 'withdrawnByCustomer', actor: by })
    if (!moved.ok) return moved
  } else {
    const { debit } = judged.value
    const asked = { ...debit, purpose: TransactionPurpose.rescission, replaces: [] } as const
    const confirmed = await confirmDebit(deps, unit, loan, asked)
    if (!confirmed.ok) return confirmed
    await storeEligibilityResult(unit, confirmed.value, await planRescission(unit, loan, debit, by))
  }
  const { portfolioId } = loan
  const facts = { debit: judged.value.debit !== null }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: STORED_NAMES.auditAction.loanCanceled,
    actor: by,
    facts,
    at: unit.now,
  })
  await notifyCanceled(deps, unit, loan, judged.value)
  const after = await findLoan(unit.tx, loan)
  assert(after !== undefined, 'a canceled loan exists')
  return ok(replyOf(after, FormActionMode.save, judged.value))
}

/** The one debit of what was paid out; the loan is terminated when it has cleared. Answers its number. */
async function planRescission(
  unit: UnitOfWork,
  loan: Loan,
  { amount, date }: NonNullable<Rescission['debit']>,
  actor: string,
): Promise<string> {
  const account = await findLoanAccount(unit.tx, loan)
  assert(account !== undefined, 'a loan on a batch has an account')
  const earlier = (await listTransactions(unit.tx, loan)).filter(
    ({ purpose }) => purpose === TransactionPurpose.rescission,
  )
  return await planConfirmedDebit(unit, loan, {
    accountKey: account.accountKey,
    purpose: TransactionPurpose.rescission,
    amount,
    date,
    instructionKey: `rescission/${loan.loanNo}/${earlier.length + 1}`,
    changeNo: null,
    cause: 'loan canceled',
    actor,
  })
}

const TAKEN_BACK: Readonly<Record<Locale, (amount: string, day: string) => string>> = {
  en: (amount, day) => `We take back ${amount} from your account on ${day}.`,
  es: (amount, day) => `Retiramos ${amount} de su cuenta el ${day}.`,
}

async function notifyCanceled(
  deps: CancelDeps,
  unit: UnitOfWork,
  loan: Loan,
  { debit }: Rescission,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  const consequence =
    debit === null
      ? { en: 'No money was sent, and none is taken.', es: 'No se envió dinero ni se cobra nada.' }
      : inEachLanguage((locale) =>
          TAKEN_BACK[locale](formatCurrency(debit.amount), dayIn(debit.date, locale)),
        )
  await deps.notices.send(unit, {
    ...to,
    kind: STORED_NAMES.noticeKind.loanCanceled,
    dedupKey: `${STORED_NAMES.noticeKind.loanCanceled}/${loan.loanNo}/${unit.now.toISOString()}`,
    values: { ...values, consequence },
  })
}
