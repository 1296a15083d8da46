import { formatLocalDate, parseLocalDate } from '../calendar/local-date.ts'
import { isPaymentFrequency } from '../calendar/payroll-frequency.ts'
import { cents } from '../money/cents.ts'
import type { PlanChoice } from './plan.ts'

const NAME = /^(\d{1,10})\.(\d{5})\.(\d{1,3})\.(\d{4}-\d{2}-\d{2})$/

/** A plan's option id: "50000.17000.13.2026-03-20", cents, frequency, number and first date. */
export function planName({ amount, frequency, count, firstDate }: PlanChoice): string {
  return `${amount}.${frequency}.${count}.${formatLocalDate(firstDate)}`
}

/** The choice that an option id names; undefined for any other text. Whether it is on offer is not said. */
export function parsePlanName(name: string): PlanChoice | undefined {
  const [, amount, code, count, date] = NAME.exec(name) ?? []
  const firstDate = parseLocalDate(date ?? '')
  const frequency = Number(code)
  if (amount === undefined || firstDate === undefined || !isPaymentFrequency(frequency)) return undefined
  return { amount: cents(BigInt(amount)), frequency, count: Number(count), firstDate }
}
