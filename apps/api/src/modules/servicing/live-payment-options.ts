import type { ForReaders } from '../../reader-words.ts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { compareTransactionFeeCall, getPaymentOptionCall } from '@dolphin/contract/plans'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { ChangeType, PaymentMode, PayoffOption } from '@dolphin/domain/payments/codes'
import { payoffDates } from '@dolphin/domain/servicing/changes/available-dates'
import type { ScheduleView } from '@dolphin/domain/servicing/changes/change-plan'
import type { ChangeRefusal } from '@dolphin/domain/servicing/changes/change-refusal'
import type { CustomerChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { type Result, refuse } from '../../refusal.ts'
import { refuseChange } from './change-result.ts'
import { refusalWords } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'

type OptionReply = ForReaders<CallReply<typeof getPaymentOptionCall>>

type LiveOption = OptionReply['payoffOptions'][number]

type ComparedChange = Extract<
  CallRequest<typeof compareTransactionFeeCall>['body']['planA'],
  { changeTypeCode: number }
>

/** What a plan or a changed schedule costs from now on. */
export interface RemainingCost {
  readonly fee: Cents
  readonly interest: Cents
  readonly total: Cents
  /** Hundredths of a percent: as it was disclosed, for a change of a live loan makes no new credit. */
  readonly apr: Cents
}

/** The payoff options of a loan in repayment: no plans are on offer any more. Source: contract.md, product.md §3. */
export function liveLoanOptions(loaded: LoadedLoan): OptionReply {
  const { plan } = loaded.current
  const amount = moneyToWire(plan.amount)
  return {
    loanNo: loaded.loan.loanNo,
    amount,
    minimum: amount,
    maximum: amount,
    step: amount,
    effectiveDate: formatLocalDate(loaded.terms.effectiveDate),
    frequencies: [plan.frequency],
    firstDates: [],
    plans: [],
    recommendedOptionId: null,
    savedOptionId: null,
    couponCode: loaded.loan.couponCode,
    paydays: [],
    payoffOptions: [oneTime(loaded), inNumber(loaded), fixedAmount(loaded)],
  }
}

const NOTHING = { amount: null, least: null, most: null, numbers: [], dates: [] } as const

function refusedOption(payoffOption: PayoffOption, refusal: ChangeRefusal): LiveOption {
  const reason = refusalWords(refusal)?.message ??
    WHY[refusal.reason] ?? { en: 'This cannot be chosen now.', es: 'Esto no se puede elegir ahora.' }
  return { ...NOTHING, payoffOption, allowed: false, reason, numbers: [], dates: [] }
}

const WHY: Partial<Record<ChangeRefusal['reason'], Localized>> = {
  loanStatusInvalid: { en: 'Your loan cannot be changed now.', es: 'Su préstamo no se puede cambiar ahora.' },
  authorizationRequired: {
    en: 'Authorize payments from your account first.',
    es: 'Primero autorice los pagos desde su cuenta.',
  },
}

const paymentMode = PaymentMode.ach

function oneTime({ serviced }: LoadedLoan): LiveOption {
  const dates = payoffDates(serviced)
  const [date] = dates
  const payoffOption = PayoffOption.oneTimePayment
  if (date === undefined) return refusedOption(payoffOption, { reason: 'dateNotAvailable', dates: [] })
  const worked = planChange(serviced, { changeType: ChangeType.payOff, date, paymentMode })
  if (!worked.ok) return refusedOption(payoffOption, worked.error)
  const { quote } = worked.value
  assert(quote !== null, 'a payoff has a quote')
  const amount = moneyToWire(quote.total)
  return {
    ...NOTHING,
    payoffOption,
    allowed: true,
    reason: null,
    amount,
    numbers: [],
    dates: dates.map(formatLocalDate),
  }
}

function inNumber({ serviced }: LoadedLoan): LiveOption {
  const payoffOption = PayoffOption.payOffInN
  const first = planChange(serviced, { changeType: ChangeType.payOffInN, count: 1, paymentMode })
  if (!first.ok) return refusedOption(payoffOption, first.error)
  const left = first.value.oldSchedule.rows.length
  const numbers = Array.from({ length: Math.max(1, left - 1) }, (_, index) => index + 1)
  return { ...NOTHING, payoffOption, allowed: true, reason: null, numbers, dates: [] }
}

function fixedAmount({ serviced }: LoadedLoan): LiveOption {
  const payoffOption = PayoffOption.fixedAmount
  const tried = planChange(serviced, {
    changeType: ChangeType.payFixedAmount,
    amount: cents(1n),
    paymentMode,
  })
  if (tried.ok || tried.error.reason !== 'amountTooSmall')
    return refusedOption(payoffOption, tried.ok ? { reason: 'loanStatusInvalid' } : tried.error)
  const least = moneyToWire(tried.error.least)
  return { ...NOTHING, payoffOption, allowed: true, reason: null, least, numbers: [], dates: [] }
}

/** What the present schedule still costs. */
export function costAsItIs(loaded: LoadedLoan): Result<RemainingCost> {
  const [date] = payoffDates(loaded.serviced)
  if (date === undefined) return refuse('loanStatusInvalid')
  const worked = planChange(loaded.serviced, { changeType: ChangeType.payOff, date, paymentMode })
  return worked.ok ? ok(costOf(loaded, worked.value.oldSchedule)) : refuseChange(worked.error)
}

/** What a change would make of it, as its preview would show. */
export function costAfter(loaded: LoadedLoan, compared: ComparedChange): Result<RemainingCost> {
  const request = requestOf(loaded, compared)
  if (request === undefined) return refuse('planNotOffered')
  const worked = planChange(loaded.serviced, request)
  return worked.ok ? ok(costOf(loaded, worked.value.newSchedule)) : refuseChange(worked.error)
}

function requestOf(
  { serviced }: LoadedLoan,
  { changeTypeCode, amount, number }: ComparedChange,
): CustomerChangeRequest | undefined {
  const [date] = payoffDates(serviced)
  const wished = amount === undefined ? undefined : parseMoney(amount)
  const asked = COMPARED[changeTypeCode]
  return asked?.({ date, amount: wished, number })
}

interface AskedFigures {
  readonly date: LocalDate | undefined
  readonly amount: Cents | undefined
  readonly number: number | undefined
}

/** The changes that are compared by their figures; the others have none beside their preview. */
const COMPARED: Readonly<
  Partial<Record<ChangeType, (asked: AskedFigures) => CustomerChangeRequest | undefined>>
> = {
  [ChangeType.payOff]: ({ date }) => date && { changeType: ChangeType.payOff, date, paymentMode },
  [ChangeType.payOffInN]: ({ number }) =>
    number === undefined ? undefined : { changeType: ChangeType.payOffInN, count: number, paymentMode },
  [ChangeType.payFixedAmount]: ({ amount }) =>
    amount && { changeType: ChangeType.payFixedAmount, amount, paymentMode },
  [ChangeType.payDown]: ({ date, amount }) =>
    date && amount && { changeType: ChangeType.payDown, date, amount, effect: 'shorter', paymentMode },
}

function costOf({ current, account }: LoadedLoan, schedule: ScheduleView): RemainingCost {
  return {
    fee: account.state.fees,
    interest: schedule.totalInterest,
    total: cents(schedule.totalOfPayments + schedule.uncovered),
    apr: parseMoney(current.plan.apr) ?? cents(0n),
  }
}
