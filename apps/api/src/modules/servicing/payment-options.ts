import type { ForReaders } from '../../reader-words.ts'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { compareTransactionFeeCall, getPaymentOptionCall } from '@dolphin/contract/plans'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { firstDatesOffered, frequenciesOffered, type Plan } from '@dolphin/domain/plans/plan'
import { planName } from '@dolphin/domain/plans/plan-name'
import type { CustomerActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { loadPlanBasis, type LoanPlanBasis } from '../plans/plan-basis.ts'
import { listPlans, paydaysUpTo, recommendedPlan } from '../plans/plan-list.ts'
import { planView } from '../plans/plan-view.ts'
import { choiceOf, planRefusal, planWithin } from '../plans/save-plan.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { costAfter, costAsItIs, liveLoanOptions, type RemainingCost } from './live-payment-options.ts'
import { choiceNamed } from '../plans/plan-choice.ts'
import type { Deps } from '../../deps.ts'

type NeededDeps = Pick<Deps, 'database' | 'clock' | 'cipher' | 'calendar' | 'portfolios'>

/** The plans on offer for an amount: what the slider and the picker show. */
export async function paymentOptions(
  deps: NeededDeps,
  actor: CustomerActor,
  query: CallRequest<typeof getPaymentOptionCall>['query'],
): Promise<Result<ForReaders<CallReply<typeof getPaymentOptionCall>>>> {
  const { db } = deps.database
  const loan = await findBorrowerLoan(db, actor, { loanNo: query.loanNo })
  if (!loan.ok) return loan
  const live = await loadServicedLoan(deps, db, loan.value, deps.clock.now())
  if (live !== undefined) return ok(liveLoanOptions(live))
  const loaded = await loadPlanBasis(deps, db, loan.value, deps.clock.now())
  if (!loaded.ok) return loaded
  const basis = loaded.value
  const saved = await findCurrentPlan(db, loan.value)
  const wished = query.amount === undefined ? undefined : parseMoney(query.amount)
  const amount = wished ?? saved?.plan.amount ?? basis.maximum
  if (wished !== undefined && !isOnOffer(basis, wished)) return planRefusal('amountOutOfRange')
  const shown = isOnOffer(basis, amount) ? amount : basis.maximum
  const firstDate = query.firstDate === undefined ? undefined : parseLocalDate(query.firstDate)
  const plans = await listPlans(basis, { amount: shown, frequency: query.frequency, firstDate })
  const recommended = recommendedPlan(basis, plans)
  return ok({
    loanNo: loan.value.loanNo,
    amount: moneyToWire(shown),
    minimum: moneyToWire(basis.minimum),
    maximum: moneyToWire(basis.maximum),
    step: moneyToWire(basis.step),
    effectiveDate: formatLocalDate(basis.effectiveDate),
    frequencies: [...frequenciesOffered(basis)],
    firstDates: firstDatesShown(basis, query.frequency),
    plans: plans.map(planView),
    recommendedOptionId: recommended === undefined ? null : planName(recommended.choice),
    savedOptionId: saved === undefined ? null : planName(choiceOf(saved)),
    couponCode: basis.coupon?.couponCode ?? null,
    paydays: paydaysUpTo(basis, lastDateOf(basis, plans)).map(formatLocalDate),
    payoffOptions: [],
  })
}

const isOnOffer = ({ minimum, maximum, step }: LoanPlanBasis, amount: Cents): boolean =>
  amount >= minimum && amount <= maximum && amount % step === 0n

function firstDatesShown(
  basis: LoanPlanBasis,
  wished: Parameters<typeof firstDatesOffered>[1] | undefined,
): string[] {
  const frequencies = wished === undefined ? frequenciesOffered(basis) : [wished]
  const dates = frequencies.flatMap((frequency) => firstDatesOffered(basis, frequency))
  return [...new Set(dates.map(({ dueDate }) => formatLocalDate(dueDate)))].toSorted()
}

const lastDateOf = ({ effectiveDate }: LoanPlanBasis, plans: readonly Plan[]) =>
  plans.reduce((last, { schedule }) => {
    const due = schedule.installments.at(-1)?.dueDate ?? last
    return due > last ? due : last
  }, effectiveDate)

type Compared = CallRequest<typeof compareTransactionFeeCall>['body']['planA']

/** What two plans of a loan cost, side by side. */
export async function comparePlans(
  deps: NeededDeps,
  actor: CustomerActor,
  { loanNo, planA, planB }: CallRequest<typeof compareTransactionFeeCall>['body'],
): Promise<Result<CallReply<typeof compareTransactionFeeCall>>> {
  const { db } = deps.database
  const loan = await findBorrowerLoan(db, actor, { loanNo })
  if (!loan.ok) return loan
  const live = await loadServicedLoan(deps, db, loan.value, deps.clock.now())
  if (live !== undefined) return compareLive(live, planA, planB)
  const basis = await loadPlanBasis(deps, db, loan.value, deps.clock.now())
  if (!basis.ok) return basis
  const current = await findCurrentPlan(db, loan.value)
  const costs: RemainingCost[] = []
  for (const compared of [planA, planB]) {
    const choice = comparedChoice(compared, current && choiceOf(current))
    if (!choice.ok) return choice
    const plan = planWithin(basis.value, choice.value)
    if (!plan.ok) return plan
    costs.push(costOf(plan.value))
  }
  const [a, b] = costs
  if (a === undefined || b === undefined) return refuse('planNotOffered')
  return ok({ loanNo, planA: costView(a), planB: costView(b), difference: differenceView(a, b) })
}

function comparedChoice(compared: Compared, current: Plan['choice'] | undefined): Result<Plan['choice']> {
  if (compared === 'current') return current === undefined ? refuse('planNotOffered') : ok(current)
  if ('changeTypeCode' in compared) return refuse('loanStatusInvalid')
  return 'optionId' in compared ? choiceNamed(compared) : choiceNamed({ terms: compared })
}

/** The present schedule of a live loan and its changes, side by side. */
function compareLive(
  live: LoadedLoan,
  planA: Compared,
  planB: Compared,
): Result<CallReply<typeof compareTransactionFeeCall>> {
  const costOfOne = (compared: Compared): Result<RemainingCost> => {
    if (compared === 'current') return costAsItIs(live)
    return 'changeTypeCode' in compared ? costAfter(live, compared) : refuse('planNotOffered')
  }
  const [a, b] = [costOfOne(planA), costOfOne(planB)]
  if (!a.ok) return a
  if (!b.ok) return b
  const { loanNo } = live.loan
  return ok({
    loanNo,
    planA: costView(a.value),
    planB: costView(b.value),
    difference: differenceView(a.value, b.value),
  })
}

const costOf = ({ prepaidFinanceCharge, schedule, disclosure }: Plan): RemainingCost => ({
  fee: prepaidFinanceCharge,
  interest: schedule.totalInterest,
  total: disclosure.totalOfPayments,
  apr: parseMoney(disclosure.apr) ?? cents(0n),
})

const costView = ({ fee, interest, total, apr }: RemainingCost) => ({
  fee: moneyToWire(fee),
  interest: moneyToWire(interest),
  total: moneyToWire(total),
  apr: moneyToWire(apr),
})

const differenceView = (a: RemainingCost, b: RemainingCost) =>
  costView({
    fee: cents(b.fee - a.fee),
    interest: cents(b.interest - a.interest),
    total: cents(b.total - a.total),
    apr: cents(b.apr - a.apr),
  })
