import type { consentTemplate } from '@dolphin/contract/shapes/consent'
import { consentLabel } from '@dolphin/domain/consent/opt-in-wording'
import { lenderValues } from '@dolphin/domain/notice/lender-values'
import { fillPlaceholders } from '@dolphin/domain/notice/placeholder'
import type { ConsentTemplate } from '@dolphin/domain/portfolio/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import type { z } from 'zod'

/** A consent as a borrower reads it: in English, with the lender's own words in place. */
export function consentTemplateView(
  template: ConsentTemplate,
  { lender }: Portfolio,
): z.output<typeof consentTemplate> {
  const values: Readonly<Record<string, string>> = lenderValues(lender, 'en')
  const fill = (text: string) => fillPlaceholders(text, (name) => values[name] ?? '')
  return {
    kind: template.kind,
    version: template.version,
    required: template.required,
    label: consentLabel(template, 'en'),
    title: fill(template.title.en),
    text: fill(template.text.en),
  }
}
