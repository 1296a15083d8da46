import type { ForReaders } from '../../reader-words.ts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { createHash } from 'node:crypto'
import type { CallReply } from '@dolphin/contract/call'
import type { payOffCall } from '@dolphin/contract/servicing-changes'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { fourDecimals } from '@dolphin/domain/money/four-decimals'
import { cents, moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import type { ChangePlan, PayoffQuote, ScheduleView } from '@dolphin/domain/servicing/changes/change-plan'
import type { ChangeRefusal } from '@dolphin/domain/servicing/changes/change-refusal'
import { loanAfter, rowSentBy } from '@dolphin/domain/servicing/next-payment'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { refuse } from '../../refusal.ts'
import { refusalWords, remarkWords } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'

export type ChangeReply = ForReaders<CallReply<typeof payOffCall>>

/** The catalog's refusal for one of the domain, with the words that say what can be done. */
export function refuseChange(refusal: ChangeRefusal): ReturnType<typeof refuse> {
  const words = refusalWords(refusal)
  return refuse(refusal.reason, words === undefined ? {} : { errors: [words] })
}

/** The names of what was saved beside the plan; all null in a preview. */
export type SavedNames = Pick<ChangeReply, 'changeNo' | 'requestCode' | 'notification' | 'documentNo'>

const NOTHING_SAVED: SavedNames = {
  changeNo: null,
  requestCode: null,
  notification: null,
  documentNo: null,
}

/**
 * Names a worked-out change by what it does, so that a save can prove that it is the one that was read: other
 * figures, other dates or another cut-off make another id.
 */
export function quoteIdOf(loanNo: string, plan: ChangePlan): string {
  const {
    changeType,
    debit,
    expected,
    deletedNumbers,
    newInstallments,
    holdsFrom,
    cutOffAt,
    costDifference,
  } = plan
  const said = [
    loanNo,
    changeType,
    debit && [debit.purpose, debit.mode, debit.date, debit.amount.toString()],
    expected && [expected.mode, expected.by, expected.amount.toString()],
    deletedNumbers,
    newInstallments.map(({ number, dueDate, amount }) => [number, dueDate, amount.toString()]),
    plan.paymentModeAfter,
    plan.payrollAfter,
    plan.withdraws,
    plan.covers.map(({ number, movesTo, cost }) => [number, movesTo, cost.toString()]),
    holdsFrom,
    cutOffAt.toISOString(),
    costDifference.toString(),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32)
}

/** A change as the wire has it: old and new side by side. */
export function changeReply(
  loaded: LoadedLoan,
  plan: ChangePlan,
  mode: FormActionMode,
  saved: SavedNames = NOTHING_SAVED,
): ChangeReply {
  const { serviced } = loaded
  const [before, after] = shownSchedules(serviced, plan)
  return {
    loanNo: serviced.loanNo,
    mode,
    // Employees' changes have an answer of their own; what comes here is a customer's.
    changeTypeCode: plan.changeType as ChangeReply['changeTypeCode'],
    ...saved,
    quoteId: quoteIdOf(serviced.loanNo, plan),
    oldSchedule: scheduleView(before, serviced),
    newSchedule: scheduleView(after, loanAfter(plan, serviced)),
    payment: paymentView(plan),
    totalBefore: moneyToWire(stillToPay(before)),
    totalAfter: moneyToWire(stillToPay(after)),
    quote: plan.quote && quoteView(loaded, plan, plan.quote),
    expected: plan.expected && {
      paymentMode: plan.expected.mode,
      amount: moneyToWire(plan.expected.amount),
      by: formatLocalDate(plan.expected.by),
    },
    paymentMode: plan.paymentModeAfter,
    costDifference: moneyToWire(plan.costDifference),
    lastDateMovesByDays: plan.lastDateMovesByDays,
    holdsFrom: formatLocalDate(plan.holdsFrom),
    cutOffAt: isoInZone(plan.cutOffAt, serviced.hours.timeZone),
    needsSignature: plan.needsSignature,
    remarks: plan.remarks.map(remarkWords),
  }
}

const NOTHING_TO_PAY = { rows: [], totalOfPayments: ZERO_CENTS, uncovered: ZERO_CENTS }
type Shown = Pick<ScheduleView, 'rows' | 'totalOfPayments' | 'uncovered'>

/** The schedules before and after, as the borrower reads them: none in bankruptcy, where no payment is asked for. */
const shownSchedules = (
  { legalFacts }: LoadedLoan['serviced'],
  { oldSchedule, newSchedule }: ChangePlan,
): readonly [Shown, Shown] =>
  legalEffects(legalFacts).asksNothing ? [NOTHING_TO_PAY, NOTHING_TO_PAY] : [oldSchedule, newSchedule]

const stillToPay = ({ totalOfPayments, uncovered }: Shown) => cents(totalOfPayments + uncovered)

/** The one payment that a change makes or expects besides the schedule, as the saved change has it. */
function paymentView({ debit, expected }: ChangePlan): ChangeReply['payment'] {
  if (debit !== null)
    return { amount: moneyToWire(debit.amount), date: formatLocalDate(debit.date), sentBy: 'us' }
  if (expected === null) return null
  return { amount: moneyToWire(expected.amount), date: formatLocalDate(expected.by), sentBy: 'borrower' }
}

function scheduleView({ rows }: Shown, loan: Parameters<typeof rowSentBy>[1]): ChangeReply['newSchedule'] {
  return rows.map((row) => ({
    installmentNo: row.number,
    source: row.source,
    sentBy: rowSentBy(row, loan),
    dueDate: formatLocalDate(row.dueDate),
    principal: moneyToWire(row.principal),
    interest: moneyToWire(row.interest),
    fee: moneyToWire(row.fee),
    amount: moneyToWire(row.payment),
    balanceAfter: moneyToWire(row.balanceAfter),
    status: TransactionStatus.none,
    flags: row.flags,
  }))
}

const IN_FLIGHT_TEXT: Localized = {
  en: 'Payments on their way are not stopped. One that clears is sent back to you within two business days; one that is returned changes nothing.',
  es: 'Los pagos en camino no se detienen. Si uno se cobra, se lo devolvemos en dos días bancarios; si uno vuelve, no cambia nada.',
}

function quoteView(
  { serviced }: LoadedLoan,
  plan: ChangePlan,
  quote: PayoffQuote,
): NonNullable<ChangeReply['quote']> {
  return {
    quoteId: quoteIdOf(serviced.loanNo, plan),
    principal: moneyToWire(quote.principal),
    interest: moneyToWire(cents(quote.unpaidInterest + quote.newInterest)),
    fee: moneyToWire(quote.fees),
    total: moneyToWire(quote.total),
    perDiem: fourDecimals(quote.dailyInterest),
    goodThrough: formatLocalDate(quote.goodThrough),
    goodUntil: isoInZone(plan.cutOffAt, serviced.hours.timeZone),
    inFlight: quote.inFlight.map(({ dueDate, amount }) => ({
      dueDate: formatLocalDate(dueDate),
      amount: moneyToWire(amount),
    })),
    inFlightText: quote.inFlight.length === 0 ? '' : IN_FLIGHT_TEXT,
  }
}
