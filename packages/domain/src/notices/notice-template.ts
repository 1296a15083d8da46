import type { Localized } from '../portfolios/localized.ts'
import type { NoticeKind } from './notice-kind.ts'

/** Wording of one notice at one version. Data under `data/portfolios/<id>/notices/`. */
export type NoticeTemplate = {
  readonly kind: NoticeKind
  readonly version: number
  /** One line, with {placeholders} but no list among them. */
  readonly subject: Localized
  /** Paragraphs parted by a blank line; a list placeholder stands alone in its paragraph. */
  readonly body: Localized
  /** One line for a phone, where this kind can go there; names the brand and how to opt out. */
  readonly sms?: Localized | undefined
}
