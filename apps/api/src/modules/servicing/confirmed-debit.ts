import type { DebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { insertGuardDecisions } from '@dolphin/database/payments/guard-decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { GuardAnswer } from '@dolphin/domain/payments/debit-guard/debit-guard'
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
import { type Answer, refuseAndKeep } from '../../refusal.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type DebitLoan, loadDebitLoans } from './debit-loan.ts'
import { findDebitNotices, guardPlannedDebit } from './guard-planned-debit.ts'
import { type PlannedDebit, plannedDebits } from './planned-debits.ts'
import { newServicingNo } from './servicing-number.ts'

/** One debit that the borrower confirms on a page, before anything of it is written. */
export interface ConfirmedDebit {
  readonly purpose: Extract<TransactionPurpose, 'payOff' | 'payDown' | 'rescission'>
  readonly date: LocalDate
  readonly amount: Cents
  /** Agreed payments that the same save takes off the plan: they will not be taken before it. */
  readonly replaces: readonly number[]
}

/** What the guard said to a confirmed debit. */
export interface JudgedConfirmation {
  readonly debit: PlannedDebit
  readonly answer: GuardAnswer
}

/** Stands for the movement and its permission until they are written. */
const ASKED = 'asked'

/**
 * Asks the guard, as the batch will ask it, whether a debit may be planned under a permission for this one payment
 * given now. A denial is kept, and answered in the guard's words; what is allowed the caller keeps with the movement
 * (`keepGuardAnswer`). The caller holds the loan's lock. Errors: `debitDenied`. Source: domain.md §9.
 */
export async function confirmDebit(
  parts: Pick<Deps, 'portfolios' | 'calendar'>,
  unit: UnitOfWork,
  loan: Loan,
  confirmed: ConfirmedDebit,
): Promise<Answer<JudgedConfirmation>> {
  const judged = await judgeConfirmedDebit(parts, unit, loan, confirmed)
  if (judged.answer.allowed) return ok(judged)
  await keepGuardAnswer(unit, judged, null)
  return refuseAndKeep('debitDenied', {
    errors: [{ elementKey: 'paymentMode', message: judged.answer.words }],
  })
}

async function judgeConfirmedDebit(
  parts: Pick<Deps, 'portfolios' | 'calendar'>,
  unit: UnitOfWork,
  loan: Loan,
  confirmed: ConfirmedDebit,
): Promise<JudgedConfirmation> {
  const data = parts.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan has a portfolio')
  const hours = hoursOf(data, parts.calendar)
  const today = dateIn(unit.now, hours.timeZone)
  const after = addDays(today, -data.portfolio.pastDueGraceDays - 1)
  const window = { after, upTo: confirmed.date }
  const [of] = await loadDebitLoans(parts, unit.tx, loan.portfolioId, [loan], window)
  assert(of !== undefined, 'a loan whose money is on its way can have debits')
  const soonest = parts.calendar.next(today)
  const planned = plannedDebits(asIfWritten(of, confirmed, unit.now), (due) =>
    due > soonest ? parts.calendar.onOrAfter(due) : soonest,
  )
  const debit = planned.find(({ transaction }) => transaction?.transactionNo === ASKED)
  assert(debit !== undefined, 'what is planned is among the planned debits')
  const notices = await findDebitNotices(unit.tx, loan.portfolioId, [debit])
  return { debit, answer: guardPlannedDebit(debit, notices, { hours, now: unit.now, when: 'plan' }) }
}

/** The loan's rows as they will be once the debit and its permission are written. */
function asIfWritten(
  of: DebitLoan,
  { purpose, date, amount, replaces }: ConfirmedDebit,
  now: Date,
): DebitLoan {
  const { portfolioId, customerKey, loanNo, openId } = of.loan
  const accountKey = of.account?.accountKey
  assert(openId !== null && accountKey !== undefined, 'a loan on a batch has a customer and an account')
  const about = { portfolioId, customerKey, loanNo, openId, accountKey, amount }
  const permission: DebitAuthorization = {
    ...about,
    authorizationNo: ASKED,
    kind: 'singlePayment',
    grantedAt: now,
    documentNo: null,
    revokedAt: null,
    revokedBy: null,
    revokedFor: null,
  }
  const movement: MoneyTransaction = {
    ...about,
    transactionNo: ASKED,
    type: TransactionType.debit,
    mode: TransactionMode.ach,
    effectiveDate: date,
    status: TransactionStatus.none,
    flags: 0,
    instructionKey: ASKED,
    installmentNumber: null,
    purpose,
    authorizationNo: ASKED,
    changeNo: null,
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
    authorizations: [...of.authorizations, permission],
    transactions: [...of.transactions, movement],
  }
}

/** Keeps what the guard said to a page: of an allowed debit with its movement. Source: domain.md §9. */
export async function keepGuardAnswer(
  unit: UnitOfWork,
  { debit, answer }: JudgedConfirmation,
  transactionNo: string | null,
): Promise<void> {
  const { of, purpose, presentment, effectiveDate, agreed, amount, owed, inFlight } = debit
  const { portfolioId, customerKey, loanNo } = of.loan
  await insertGuardDecisions(unit.tx, [
    {
      portfolioId,
      customerKey,
      decisionNo: await newServicingNo(unit, 'G'),
      loanNo,
      transactionNo,
      asked: 'page',
      allowed: answer.allowed,
      rule: answer.rule,
      words: answer.allowed ? '' : answer.words.en,
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
