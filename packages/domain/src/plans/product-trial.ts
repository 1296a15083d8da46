import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, sum } from '../money/cents.ts'
import type { Product } from '../portfolios/product.ts'
import { computePlan, firstDatesOffered, numbersOffered, type Plan, type PlanBasis } from './plan.ts'

/** One plan that a product sells at its edge; a plan, or why there is none. */
export type ProductTrial = {
  readonly amount: Cents
  readonly frequency: PlanBasis['product']['paymentFrequencies'][number]
  /** Undefined where the product has no number of payments at all. */
  readonly count: number | undefined
  readonly plan: Plan | undefined
  /** Why it cannot be sold; undefined where all is well. */
  readonly fault: string | undefined
}

/** What a trial needs besides the product. */
export type TrialDay = { readonly calendar: BankCalendar; readonly effectiveDate: LocalDate }

/** A product at its edges: smallest and largest amount, fewest and most payments, every frequency. */
export function tryProduct(product: Product, { calendar, effectiveDate }: TrialDay): readonly ProductTrial[] {
  const amounts = [...new Set([product.minimumAmount, product.maximumAmount])]
  return product.paymentFrequencies.flatMap((frequency) => {
    const payroll =
      frequency === PayrollFrequency.weekly ? PayrollFrequency.weekly : PayrollFrequency.biWeekly
    const basis: PlanBasis = {
      product,
      calendar,
      effectiveDate,
      paySchedule: { frequency: payroll, anchor: addDays(effectiveDate, product.firstDateMinimumDays + 1) },
      rules: { onHoliday: PaydayOnHoliday.nextBusinessDay, availability: PaydayAvailability.sameDay },
      affordable: null,
    }
    const [first] = firstDatesOffered(basis, frequency)
    const numbers = first === undefined ? [] : numbersOffered(basis, frequency, first)
    const edges = [...new Set([numbers[0], numbers.at(-1)])]
    return amounts.flatMap((amount) =>
      edges.map((count): ProductTrial => {
        if (first === undefined || count === undefined)
          return {
            amount,
            frequency,
            count,
            plan: undefined,
            fault: 'has no date or number of payments to offer',
          }
        return {
          amount,
          frequency,
          count,
          ...sell(basis, { amount, frequency, count, firstDate: first.dueDate }),
        }
      }),
    )
  })
}

function sell(
  basis: PlanBasis,
  choice: Parameters<typeof computePlan>[1],
): Pick<ProductTrial, 'plan' | 'fault'> {
  let planned: ReturnType<typeof computePlan>
  try {
    planned = computePlan(basis, choice)
  } catch (error) {
    return {
      plan: undefined,
      fault: `cannot be scheduled: ${error instanceof Error ? error.message : 'unknown'}`,
    }
  }
  if (!planned.ok) return { plan: undefined, fault: `is refused by its own rules (${planned.error})` }
  return { plan: planned.value, fault: amortisation(planned.value) }
}

/** A loan that does not fall to zero, payment by payment, is none that can be paid back. */
function amortisation({ choice, schedule }: Plan): string | undefined {
  const { installments } = schedule
  const repaid = sum(installments.map(({ principal }) => principal))
  if (repaid !== choice.amount || installments.at(-1)?.balanceAfter !== 0n)
    return 'does not repay its principal'
  const grows = installments.some(
    ({ balanceAfter }, index) => balanceAfter >= (installments[index - 1]?.balanceAfter ?? choice.amount),
  )
  return grows ? 'has a payment after which no less is owed' : undefined
}
