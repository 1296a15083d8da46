import { consentLabel } from '@dolphin/domain/consents/opt-in-wording'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import { lenderValues } from '@dolphin/domain/notices/lender-values'
import { fillPlaceholders } from '@dolphin/domain/notices/placeholder'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { CallValue } from '../api-client/call.ts'
import { pageLanguage } from '../messages/define-messages.ts'

/** The lender's own data, so that the screens show the forms and texts that borrowers see. */
const FORMS = import.meta.glob<FormDefinition>('../../../../data/portfolios/*/forms/*.json', {
  eager: true,
  import: 'default',
})
const CONSENTS = import.meta.glob<ConsentTemplate>('../../../../data/portfolios/*/consents/*.json', {
  eager: true,
  import: 'default',
})
const PORTFOLIOS = import.meta.glob<Portfolio>('../../../../data/portfolios/*/portfolio.json', {
  eager: true,
  import: 'default',
})

const folder = (portfolioId: number) => `../../../../data/portfolios/${portfolioId}`

/** A form of a portfolio by its code. */
export function portfolioForm(portfolioId: number, code: string): FormDefinition {
  const form = FORMS[`${folder(portfolioId)}/forms/${code}.json`]
  if (form === undefined) throw new Error(`portfolio ${portfolioId} has no form ${code}`)
  return form
}

/** The consents of a portfolio as the server shows them, in the order of the page. */
export function portfolioConsents(portfolioId: number): CallValue<'getConsentTemplate'>['templates'] {
  const { lender } = portfolioData(portfolioId)
  const locale = pageLanguage()
  const values: Readonly<Record<string, string>> = lenderValues(lender, locale)
  const fill = (text: string) => fillPlaceholders(text, (name) => values[name] ?? '')
  return Object.values(ConsentKind).flatMap((kind) => {
    const template = CONSENTS[`${folder(portfolioId)}/consents/${kind}.json`]
    if (template === undefined) return []
    return [
      {
        kind,
        version: template.version,
        required: template.required,
        label: consentLabel(template, locale),
        title: fill(template.title[locale]),
        summary: fill(template.summary[locale]),
        text: fill(template.text[locale]),
      },
    ]
  })
}

function portfolioData(portfolioId: number): Portfolio {
  const data = PORTFOLIOS[`${folder(portfolioId)}/portfolio.json`]
  if (data === undefined) throw new Error(`there is no portfolio ${portfolioId}`)
  return data
}
