import type { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { CallValue } from '../../api-client/call.ts'
import type { Place } from '../../app/place.ts'
import type { Plan } from './plan-figures.tsx'

export type Options = CallValue<'getPaymentOption'>

/** What was picked, else what was saved, else what is recommended; the nearest number where it is not offered. */
export function chosenPlan(options: Options, place: Pick<Place, 'get'>): Plan | undefined {
  const { plans, savedOptionId, recommendedOptionId } = options
  const usual =
    plans.find(({ optionId }) => optionId === savedOptionId) ??
    plans.find(({ optionId }) => optionId === recommendedOptionId) ??
    plans[0]
  const frequency = Number(place.get('frequency') ?? usual?.frequency)
  const number = Number(place.get('number') ?? usual?.number)
  const offered = plans.filter((plan) => plan.frequency === frequency)
  const byDistance = offered.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number))
  return byDistance[0] ?? usual
}

/** The frequencies that have a plan: one that every rule refuses is not offered. */
export const frequenciesWithPlans = ({ frequencies, plans }: Options): readonly PaymentFrequency[] =>
  frequencies.filter((frequency) => plans.some((plan) => plan.frequency === frequency))

/** The numbers of payments on offer at a frequency, rising. */
export const numbersOf = ({ plans }: Options, frequency: PaymentFrequency): readonly number[] => {
  const numbers = plans.filter((plan) => plan.frequency === frequency).map(({ number }) => number)
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

/** True where what the address asks for is not what could be chosen. */
export function isElsewhere(plan: Plan, place: Pick<Place, 'get'>): boolean {
  const wanted = [place.get('frequency'), place.get('number')]
  return [String(plan.frequency), String(plan.number)].some(
    (value, index) => wanted[index] !== undefined && wanted[index] !== value,
  )
}

/** What a plan comes to as a choice. */
export const termsOf = ({ amount, frequency, number, firstDate }: Plan) => ({
  amount,
  frequency,
  number,
  firstDate,
})
