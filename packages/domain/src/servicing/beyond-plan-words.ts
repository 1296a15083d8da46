import { formatCurrency } from '../money/currency-format.ts'
import type { Localized } from '../portfolios/localized.ts'
import type { BeyondPlan } from './beyond-plan.ts'

/**
 * What the borrower reads of what is owed beyond the plan, the same on home and on the loan's page; null where that is
 * nothing. Source: domain.md §14.
 */
export function beyondWords({ atEnd, paidOn }: BeyondPlan): Localized | null {
  if (atEnd === 0n) return null
  const [later, now] = [formatCurrency(atEnd), formatCurrency(paidOn)]
  return {
    en: `You owe ${later} beyond your scheduled payments, such as a fee or interest of late days. We do not take it unless you ask. As an extra payment now, it is ${now}.`,
    es: `Además de sus pagos programados debe ${later}, por ejemplo por un cargo o intereses de días de atraso. No lo cobramos si usted no lo pide. Como pago adicional ahora, son ${now}.`,
  }
}
