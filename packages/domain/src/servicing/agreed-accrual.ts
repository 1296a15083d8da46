import { PAYROLL_PERIODS } from '../calendar/payroll-frequency.ts'
import { periodicRate } from '../schedule/accrual.ts'
import { ScheduleMethod, type ScheduleTerms } from '../schedule/build-schedule.ts'
import type { Installment } from '../schedule/installment.ts'
import type { InterestAccrual } from './interest-accrual.ts'

/**
 * How interest grows on a loan with these installments: by days for the shipped products; for the two periodic methods
 * over the periods between its due dates, the first from the effective date. Source: domain.md §7.
 */
export function agreedAccrual(
  terms: Pick<ScheduleTerms, 'method' | 'annualRate' | 'frequency' | 'effectiveDate'>,
  installments: readonly Pick<Installment, 'dueDate' | 'interest'>[],
): InterestAccrual {
  const { method, annualRate, frequency, effectiveDate } = terms
  if (method === ScheduleMethod.simpleDaily) return { method, annualRate }
  const periods = installments.map(({ dueDate, interest }, index) => ({
    start: installments[index - 1]?.dueDate ?? effectiveDate,
    end: dueDate,
    charge: interest,
  }))
  if (method === ScheduleMethod.precomputed) return { method, periods }
  return { method, unitRate: periodicRate(annualRate, PAYROLL_PERIODS[frequency].perYear), periods }
}
