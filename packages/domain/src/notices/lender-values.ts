import { formatPhone } from '../format/phone.ts'
import type { Locale } from '../portfolios/localized.ts'
import type { Lender } from '../portfolios/portfolio.ts'
import type { LENDER_PLACEHOLDERS } from './notice-kind.ts'

/** Values of the placeholders that stand in every notice and consent. */
export function lenderValues(
  lender: Lender,
  locale: Locale,
): Record<keyof typeof LENDER_PLACEHOLDERS, string> {
  const { street, city, state, zip } = lender.address
  return {
    brandName: lender.brandName,
    legalName: lender.legalName,
    lenderAddress: `${street}, ${city}, ${state} ${zip}`,
    lenderPhone: formatPhone(lender.phone),
    lenderEmail: lender.email,
    lenderHours: lender.hours[locale],
    agencyName: lender.federalAgency.name,
    agencyAddress: lender.federalAgency.address,
  }
}
