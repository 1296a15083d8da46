import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { calculatePaymentScheduleCall, getSimulatedDataCall } from '@dolphin/contract/plans'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { disbursementDays } from '@dolphin/domain/disbursement/disbursement-days'
import {
  yearMonthDay,
  daysBetween,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import type { PaydayRules, PaySchedule } from '@dolphin/domain/calendar/pay-calendar'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { productFor } from '@dolphin/domain/decisions/decide'
import { Military } from '@dolphin/domain/loans/codes'
import { type Cents, max, min, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { firstDatesOffered, numbersOffered, type PlanBasis } from '@dolphin/domain/plans/plan'
import { addressFault } from '@dolphin/domain/portfolios/served-address'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { cachedPlan } from './plan-cache.ts'
import { listPlans, recommendedPlan } from './plan-list.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { scheduleView } from './plan-view.ts'
import { planRefusal } from './save-plan.ts'

const AS_STATED: PaydayRules = {
  onHoliday: PaydayOnHoliday.nextBusinessDay,
  availability: PaydayAvailability.sameDay,
}
/** The payday of most people who are paid every week or two; only its day of the week counts. */
const A_FRIDAY = localDate(2026, 1, 2)
/** A payday further away than a month and a half says nothing about the next one. */
const LONGEST_AWAY_DAYS = 45

type NeededDeps = Pick<Deps, 'calendar'>

/**
 * A plan without an account; nothing is stored. What is not said yet is chosen as an offer chooses it. Source:
 * product.md §7, get-simulated-data.
 */
export async function simulate(
  deps: NeededDeps,
  data: PortfolioData,
  body: CallRequest<typeof getSimulatedDataCall>['body'],
  now: Date,
): Promise<Result<CallReply<typeof getSimulatedDataCall>>> {
  const { portfolio } = data
  if (!portfolio.originating) return refuse('portfolioClosed')
  const unserved = addressFault(portfolio, { state: body.state })
  if (unserved !== undefined) return refuse('stateNotServed', { errors: [unserved] })
  const payday = body.payday === undefined ? A_FRIDAY : paydayOf(body.payday, data, now)
  const amount = parseMoney(body.amount)
  if (payday === undefined) return paydayRefused()
  const range = rangeIn(data, body.state)
  if (amount === undefined || amount < range.minimum || amount > range.maximum) {
    return planRefusal('amountOutOfRange')
  }
  const { frequency, number } = body
  const basis = basisOf(deps, data, { paySchedule: { frequency, anchor: payday }, rules: AS_STATED }, now)
  const [first] = firstDatesOffered(basis, frequency)
  if (first === undefined) return paydayRefused()
  const wish = { amount, frequency, firstDate: first.dueDate }
  const recommended = number ?? recommendedPlan(basis, await listPlans(basis, wish))?.choice.count
  if (recommended === undefined) return planRefusal('amountOutOfRange')
  const plan = cachedPlan(basis, { ...wish, count: recommended })
  if (!plan.ok) return planRefusal(plan.error)
  return ok({
    schedule: scheduleView(basis, plan.value),
    minimum: moneyToWire(range.minimum),
    maximum: moneyToWire(range.maximum),
    step: moneyToWire(basis.product.amountStep),
    numbers: [...numbersOffered(basis, frequency, first)],
  })
}

type ScheduleBody = CallRequest<typeof calculatePaymentScheduleCall>['body']

/** The schedule of a plan for a stated payroll, before there is a loan. */
export function previewForPayroll(
  deps: NeededDeps,
  data: PortfolioData,
  { terms, payroll }: Exclude<ScheduleBody, { loanNo: string }>,
  now: Date,
): Result<CallReply<typeof calculatePaymentScheduleCall>> {
  const payday = paydayOf(payroll.nextPayday, data, now)
  const amount = parseMoney(terms.amount)
  if (payday === undefined || amount === undefined) return paydayRefused()
  const rules = { onHoliday: payroll.paydayOnHoliday, availability: payroll.paydayOnAvailable }
  const basis = basisOf(deps, data, { paySchedule: scheduleAround(payroll.frequency, payday), rules }, now)
  const [first] = firstDatesOffered(basis, terms.frequency)
  if (first === undefined) return paydayRefused()
  const { frequency, number: count } = terms
  const plan = cachedPlan(basis, { amount, frequency, count, firstDate: first.dueDate })
  return plan.ok ? ok({ ...scheduleView(basis, plan.value), affordability: null }) : planRefusal(plan.error)
}

function scheduleAround(frequency: PayrollFrequency, payday: LocalDate): PaySchedule {
  const { day } = yearMonthDay(payday)
  switch (frequency) {
    case PayrollFrequency.weekly:
    case PayrollFrequency.biWeekly:
      return { frequency, anchor: payday }
    case PayrollFrequency.semiMonthly:
      return { frequency, days: day <= 15 ? [day, Math.min(day + 15, 31)] : [day - 15, day] }
    case PayrollFrequency.monthly:
      return { frequency, day }
  }
}

/** The pay schedule that was stated, and how its paydays are counted. */
interface StatedPaydays {
  readonly paySchedule: PaySchedule
  readonly rules: PaydayRules
}

function basisOf(
  { calendar }: NeededDeps,
  data: PortfolioData,
  { paySchedule, rules }: StatedPaydays,
  now: Date,
): PlanBasis {
  const product = productFor(data.products, { militaryStatus: Military.notMilitary })
  const request = { now, amount: product.maximumAmount, approval: data.portfolio.approvalMode }
  return {
    product,
    paySchedule,
    rules,
    calendar,
    effectiveDate: disbursementDays(hoursOf(data, calendar), request).expected,
    affordable: null,
  }
}

/** What a new customer of that state could have at most. */
function rangeIn({ policy, products }: PortfolioData, state: string): { minimum: Cents; maximum: Cents } {
  const product = productFor(products, { militaryStatus: Military.notMilitary })
  const cap = policy.limits.states.find((limit) => limit.state === state)?.maximum ?? product.maximumAmount
  return {
    minimum: max(product.minimumAmount, policy.limits.new.minimum),
    maximum: min(min(product.maximumAmount, policy.limits.new.maximum), cap),
  }
}

function paydayOf(text: string, { portfolio }: PortfolioData, now: Date): LocalDate | undefined {
  const payday = parseLocalDate(text)
  if (payday === undefined) return undefined
  const away = daysBetween(dateIn(now, portfolio.timeZone), payday)
  return Math.abs(away) <= LONGEST_AWAY_DAYS ? payday : undefined
}

function paydayRefused(): Result<never> {
  const message = {
    en: 'Enter a payday of the last or the next few weeks.',
    es: 'Escriba un día de pago de las semanas pasadas o próximas.',
  }
  return refuse('dateNotAvailable', { errors: [{ elementKey: 'payday', message }] })
}
