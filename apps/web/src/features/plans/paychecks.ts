import { centsOf } from '../../app/wire-text.ts'
import type { Affordability } from './cash-months.ts'

/** One paycheck, and the payments of the loan that fall due before the next one. Whole cents. */
interface Paycheck {
  readonly date: string
  readonly pay: number
  readonly payment: number
}

/** The paychecks of an outlook in order; what is paid on one day is one paycheck. */
export function paychecks({ events }: Pick<Affordability, 'events'>): readonly Paycheck[] {
  const amountOf = (rows: Affordability['events']) =>
    rows.reduce((sum, { amount }) => sum + Math.abs(centsOf(amount)), 0)
  const of = (kind: Affordability['events'][number]['kind']) => events.filter((event) => event.kind === kind)
  const [pay, payments] = [of('payday'), of('installment')]
  const days = [...new Set(pay.map(({ date }) => date))].toSorted()
  return days.map((date, index) => {
    const next = days[index + 1]
    return {
      date,
      pay: amountOf(pay.filter((event) => event.date === date)),
      payment: amountOf(
        payments.filter((event) => event.date >= date && (next === undefined || event.date < next)),
      ),
    }
  })
}
