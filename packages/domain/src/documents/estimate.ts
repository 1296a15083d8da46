import type { AgreementInput } from './agreement-input.ts'
import type { DisclosureBlock } from './document-model.ts'
import { longDate } from './long-date.ts'

type Estimated = Pick<AgreementInput, 'isEstimate' | 'effectiveDate'>

/** Stands behind each figure that is an estimate; nothing where none is. Source: 12 CFR 1026.17(c)(2)(i). */
export const estimateMark = ({ isEstimate }: Pick<Estimated, 'isEstimate'>): string =>
  isEstimate === true ? ' (e)' : ''

/** What the mark means, beside the figures; nothing where none is an estimate. */
export function estimateTerms({ isEstimate, effectiveDate }: Estimated): DisclosureBlock['terms'] {
  if (isEstimate !== true) return []
  const value = `“e” means an estimate. We have yet to approve this loan. The figures count on your having the money on ${longDate(effectiveDate)}.`
  return [{ label: 'Estimates', value }]
}
