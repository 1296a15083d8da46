import { type Cents, cents } from '../money/cents.ts'
import type { Schedule } from '../schedule/installment.ts'
import { amountFinanced, type CreditTerms } from './amount-financed.ts'

/**
 * What the credit costs in dollars: total of payments less amount financed; the "Finance Charge" box.
 * Prepaid charge and interest together. Source: Regulation Z, 12 CFR 1026.4 and 1026.18(d).
 */
export const financeCharge = (terms: CreditTerms, schedule: Schedule): Cents =>
  cents(schedule.totalOfPayments - amountFinanced(terms))
