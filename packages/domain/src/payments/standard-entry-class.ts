import type { DebitAuthorization } from './debit-eligibility/debit-attempt.ts'

/** How a borrower gave an authorization to debit: signed or confirmed on the site, or on paper. */
export type AuthorizationMedium = 'site' | 'paper'

/** Under which rules a debit goes out, and what a WEB entry says of itself. */
export interface DebitClass {
  readonly standardEntryClass: 'PPD' | 'WEB'
  /** Payment type code of a WEB entry: R of a series, S confirmed once; empty in PPD. */
  readonly paymentType: 'R' | 'S' | ''
}

/**
 * The class of a debit, by the authorization that its first presentment was made under: a retry keeps it. Source:
 * domain.md §9; ach.md §1, SEC codes and payment type code.
 */
export function debitClassOf({
  kind,
  medium,
}: Pick<DebitAuthorization, 'kind'> & { readonly medium: AuthorizationMedium }): DebitClass {
  if (medium === 'paper') return { standardEntryClass: 'PPD', paymentType: '' }
  return { standardEntryClass: 'WEB', paymentType: kind === 'singlePayment' ? 'S' : 'R' }
}
