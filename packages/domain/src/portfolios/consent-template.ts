import type { Localized } from './localized.ts'

/** Every consent a portfolio may ask for; the order is the order on the page. */
export const ConsentKind = {
  electronicRecords: 'electronicRecords',
  creditTermsAndPrivacy: 'creditTermsAndPrivacy',
  achAuthorization: 'achAuthorization',
  militarySelfIdentification: 'militarySelfIdentification',
  marketingCallsAndTexts: 'marketingCallsAndTexts',
  marketingMail: 'marketingMail',
} as const
export type ConsentKind = (typeof ConsentKind)[keyof typeof ConsentKind]

/** The wording of one consent at one version. Data under `data/portfolios/<id>/consents/`. */
export type ConsentTemplate = {
  readonly kind: ConsentKind
  readonly version: number
  /** Without a required consent there is no account or no loan; the others are declinable at no cost. */
  readonly required: boolean
  /** The noun phrase that stands beside the box and inside the opt-in sentence. */
  readonly label: Localized
  readonly title: Localized
  /** What the text comes to, in plain words; it stands beside the text and does not replace it. */
  readonly summary: Localized
  /** Paragraphs parted by a blank line; may carry the lender's placeholders. */
  readonly text: Localized
}
