import type { ForReaders } from '../../reader-words.ts'
import { inEachLanguage, type Localized } from '@dolphin/domain/portfolios/localized'
import type { consentTemplate } from '@dolphin/contract/shapes/consent'
import { consentLabel } from '@dolphin/domain/consents/opt-in-wording'
import { lenderValues } from '@dolphin/domain/notices/lender-values'
import { fillPlaceholders } from '@dolphin/domain/notices/placeholder'
import type { ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { z } from 'zod'

/** A consent's words in every language, with the lender's own in place. The English text is the one that binds. */
export function consentWords(template: ConsentTemplate, { lender }: Portfolio) {
  const fill = (text: Localized) =>
    inEachLanguage((locale) => {
      const values: Readonly<Record<string, string>> = lenderValues(lender, locale)
      return fillPlaceholders(text[locale], (name) => values[name] ?? '')
    })
  return {
    label: inEachLanguage((locale) => consentLabel(template, locale)),
    title: fill(template.title),
    summary: fill(template.summary),
    text: fill(template.text),
  }
}

/** A consent as a borrower reads it. */
export const consentTemplateView = (
  template: ConsentTemplate,
  portfolio: Portfolio,
): ForReaders<z.output<typeof consentTemplate>> => ({
  kind: template.kind,
  version: template.version,
  required: template.required,
  ...consentWords(template, portfolio),
})
