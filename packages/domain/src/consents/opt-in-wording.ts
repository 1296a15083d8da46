import { ConsentKind, type ConsentTemplate } from '../portfolios/consent-template.ts'
import type { Locale } from '../portfolios/localized.ts'

/** product.md §3 gives the English words; the Spanish ones are ours. */
const MILITARY_PREFIX: Readonly<Record<Locale, string>> = {
  en: 'self-identification for purposes of the',
  es: 'autoidentificación a los efectos de la',
}

const SENTENCE: Readonly<Record<Locale, (list: string) => string>> = {
  en: (list) => `By continuing, I agree to the ${list}.`,
  es: (list) => `Al continuar, acepto: ${list}.`,
}

/**
 * The sentence a person agrees to, built from the labels of the ticked consents, as `consentLabel` words them and in
 * the page's order. Empty when nothing is ticked. Source: product.md §3.
 */
export function optInWording(labels: readonly string[], locale: Locale): string {
  if (labels.length === 0) return ''
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return SENTENCE[locale](list.format(labels))
}

/** The label inside the sentence; the military one says what it is for. */
export function consentLabel(
  { kind, label }: Pick<ConsentTemplate, 'kind' | 'label'>,
  locale: Locale,
): string {
  const isMilitary = kind === ConsentKind.militarySelfIdentification
  return isMilitary ? `${MILITARY_PREFIX[locale]} ${label[locale]}` : label[locale]
}
