import type { DebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { insertEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { EligibilityResult } from '@dolphin/domain/payments/debit-eligibility/debit-eligibility'
import { type Cents, moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import {
  TransactionMode,
  type TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { refuseAndCommit, type Result } from '../../refusal.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { type DebitLoan, loadDebitLoans } from './debit-loan.ts'
import { checkPlannedDebit, findDebitNotices, plannedDebits } from './check-planned-debit.ts'
import type { PlannedDebit } from './planned-debits.ts'
import { newServicingNo } from './servicing-number.ts'

/** One debit that the borrower confirms on a page, before anything of it is written. */
export interface ConfirmedDebit {
  readonly purpose: Extract<TransactionPurpose, 'payOff' | 'payDown' | 'payNow' | 'rescission'>
  readonly date: LocalDate
  readonly amount: Cents
  /** Agreed payments that the same save takes off the plan: they will not be taken before it. */
  readonly replaces: readonly number[]
  /** The installment that it pays whole; left out of any other. */
  readonly number?: number | null
  /** Planned retries that the same save withdraws. */
  readonly withdraws?: readonly string[]
}

/** The eligibility result of a confirmed debit. */
export interface CheckedConfirmation {
  readonly debit: PlannedDebit
  readonly answer: EligibilityResult
}

/** Stands for the transaction and its permission until they are written. */
const ASKED = 'asked'

/**
 * Checks, as the batch will, whether a debit may be planned under an authorization for this one payment
 * given now. A blocked result is stored, and refused with the text of its rule; an allowed one the caller stores with the transaction
 * (`storeEligibilityResult`). The caller holds the loan's lock. Errors: `debitNotEligible`. Source: domain.md §9.
 */
export async function confirmDebit(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  unit: UnitOfWork,
  loan: Loan,
  confirmed: ConfirmedDebit,
): Promise<Result<CheckedConfirmation>> {
  const judged = await checkConfirmedDebit(deps, unit, loan, confirmed)
  if (judged.answer.allowed) return ok(judged)
  await storeEligibilityResult(unit, judged, null)
  return refuseAndCommit('debitNotEligible', {
    errors: [{ elementKey: 'paymentMode', message: judged.answer.words }],
  })
}

/** What such a debit will take, as the batch works it out: no more than is owed then with all that is under way paid. */
export async function confirmedAmount(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  at: ReadPoint,
  loan: Loan,
  confirmed: ConfirmedDebit,
): Promise<Cents> {
  return (await checkConfirmedDebit(deps, at, loan, confirmed)).debit.amount
}

async function checkConfirmedDebit(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  unit: ReadPoint,
  loan: Loan,
  confirmed: ConfirmedDebit,
): Promise<CheckedConfirmation> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const hours = hoursOf(data, deps.calendar)
  const today = dateIn(unit.now, hours.timeZone)
  const after = addDays(today, -data.portfolio.pastDueGraceDays - 1)
  const window = { after, upTo: confirmed.date }
  const [of] = await loadDebitLoans(deps, unit.tx, { portfolioId: loan.portfolioId, loans: [loan] }, window)
  assert(of !== undefined, 'a loan whose money is on its way can have debits')
  const soonest = deps.calendar.next(today)
  const dateOf = (due: LocalDate): LocalDate => (due > soonest ? deps.calendar.onOrAfter(due) : soonest)
  const planned = plannedDebits(asIfWritten(of, confirmed, unit.now), dateOf, { hours, now: unit.now })
  const debit = planned.find(({ transaction }) => transaction?.transactionNo === ASKED)
  assert(debit !== undefined, 'what is planned is among the planned debits')
  const notices = await findDebitNotices(unit.tx, loan.portfolioId, [debit])
  return { debit, answer: checkPlannedDebit(debit, notices, { hours, now: unit.now, when: 'plan' }) }
}

/** The loan's rows as they will be once the debit and its permission are written. */
function asIfWritten(
  of: DebitLoan,
  { purpose, date, amount, replaces, number = null, withdraws = [] }: ConfirmedDebit,
  now: Date,
): DebitLoan {
  const { portfolioId, customerKey, loanNo, openId } = of.loan
  const accountKey = of.account?.accountKey
  assert(openId !== null && accountKey !== undefined, 'a loan on a batch has a customer and an account')
  const about = { portfolioId, customerKey, loanNo, openId, accountKey, amount }
  const authorization: DebitAuthorization = {
    ...about,
    authorizationNo: ASKED,
    kind: 'singlePayment',
    medium: 'site',
    grantedAt: now,
    documentNo: null,
    revokedAt: null,
    revokedBy: null,
    revokedFor: null,
  }
  const transaction: MoneyTransaction = {
    ...about,
    transactionNo: ASKED,
    type: TransactionType.debit,
    mode: TransactionMode.ach,
    effectiveDate: date,
    status: TransactionStatus.none,
    flags: 0,
    instructionKey: ASKED,
    installmentNumber: number,
    purpose,
    authorizationNo: ASKED,
    changeNo: null,
    reversalReason: null,
    errorFoundAt: null,
    originalTransactionNo: null,
    attempt: 1,
    traceNumber: null,
    returnCode: null,
    settledOn: null,
    returnedOn: null,
    createdAt: now,
    updatedAt: now,
  }
  return {
    ...of,
    due: of.due.filter(({ number }) => !replaces.includes(number)),
    authorizations: [...of.authorizations, authorization],
    transactions: [
      ...of.transactions.filter(({ transactionNo }) => !withdraws.includes(transactionNo)),
      transaction,
    ],
  }
}

/** Stores the eligibility result of a page: of an allowed debit with its transaction. Source: domain.md §9. */
export async function storeEligibilityResult(
  unit: UnitOfWork,
  { debit, answer: result }: CheckedConfirmation,
  transactionNo: string | null,
): Promise<void> {
  const { of, purpose, presentment, effectiveDate, agreed, amount, owed, inFlight } = debit
  const { portfolioId, customerKey, loanNo } = of.loan
  await insertEligibilityDecisions(unit.tx, [
    {
      portfolioId,
      customerKey,
      decisionNo: await newServicingNo(unit, 'G'),
      loanNo,
      transactionNo,
      asked: 'page',
      allowed: result.allowed,
      rule: result.rule,
      words: result.allowed ? '' : result.words.en,
      facts: {
        purpose,
        presentment,
        effectiveDate: formatLocalDate(effectiveDate),
        agreed: moneyToWire(agreed),
        amount: moneyToWire(amount),
        owed: moneyToWire(owed),
        inFlight: moneyToWire(inFlight),
      },
      at: unit.now,
    },
  ])
}
