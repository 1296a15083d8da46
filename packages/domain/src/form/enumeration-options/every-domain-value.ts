import { DOMAIN_VALUES, type DomainOption } from '../domain-values.ts'
import { IDENTITY_OPTIONS } from './identity-options.ts'
import { LOAN_OPTIONS } from './loan-options.ts'
import { PAYMENT_OPTIONS } from './payment-options.ts'

/**
 * Every list that get-domain-value serves: what forms name, and each enumeration of product.md §3 and §4. Apart from
 * domain-values.ts because the pages load only what forms name.
 */
const EVERY_DOMAIN_VALUE: Readonly<Record<string, readonly DomainOption[]>> = {
  ...DOMAIN_VALUES,
  ...LOAN_OPTIONS,
  ...PAYMENT_OPTIONS,
  ...IDENTITY_OPTIONS,
}

/** The options behind a code, or undefined where there is no such list. */
export const everyOption = (code: string): readonly DomainOption[] | undefined =>
  Object.hasOwn(EVERY_DOMAIN_VALUE, code) ? EVERY_DOMAIN_VALUE[code] : undefined
