import { assert } from '../assert.ts'
import { type Locale, type Words, wordsIn } from '../portfolios/localized.ts'
import type { Lender } from '../portfolios/portfolio.ts'
import { lenderValues } from './lender-values.ts'
import { type NoticeKind, type NoticeValues, placeholdersOf } from './notice-kind.ts'
import type { NoticeTemplate } from './notice-template.ts'
import { fillPlaceholders, PLACEHOLDER } from './placeholder.ts'

/** A notice ready to be sent: the same words as plain text and as HTML fragment. */
export type RenderedNotice = { readonly subject: string; readonly text: string; readonly html: string }

type Values = Readonly<Record<string, string | readonly string[]>>

/**
 * Sets the values into a template. Values are escaped in HTML, so nothing a person typed can become markup.
 * A placeholder without a value is a bug of the caller and fails as an assertion.
 */
export function renderNotice<K extends NoticeKind>(
  template: NoticeTemplate & { readonly kind: K },
  lender: Lender,
  locale: Locale,
  values: NoticeValues<K>,
): RenderedNotice {
  const all = valuesIn(locale, lender, values)
  const kinds = placeholdersOf(template.kind)
  const paragraphs = template.body[locale].split(/\n{2,}/u)
  return {
    subject: fillPlaceholders(template.subject[locale], (name) => textValue(all, name)),
    text: paragraphs
      .map((paragraph) => fillPlaceholders(paragraph, (name) => textValue(all, name)))
      .join('\n\n'),
    html: paragraphs.map((paragraph) => htmlParagraph(paragraph, all, kinds)).join('\n'),
  }
}

/** The same notice as a text message; only kinds whose template has one may be sent to a phone. */
export function renderTextMessage<K extends NoticeKind>(
  template: NoticeTemplate & { readonly kind: K },
  lender: Lender,
  locale: Locale,
  values: NoticeValues<K>,
): string {
  assert(template.sms !== undefined, `the notice ${template.kind} has words for a text message`)
  const all = valuesIn(locale, lender, values)
  return fillPlaceholders(template.sms[locale], (name) => textValue(all, name))
}

type Given = Readonly<Record<string, Words | readonly Words[]>>

/** Every value in the reader's language, the lender's among them. */
function valuesIn<K extends NoticeKind>(locale: Locale, lender: Lender, values: NoticeValues<K>): Values {
  const given = Object.entries(values as Given).map(([name, value]): [string, string | readonly string[]] => [
    name,
    isList(value) ? value.map((line) => wordsIn(line, locale)) : wordsIn(value, locale),
  ])
  return { ...lenderValues(lender, locale), ...Object.fromEntries(given) }
}

const isList = (value: Words | readonly Words[]): value is readonly Words[] => Array.isArray(value)

function textValue(values: Values, name: string): string {
  const value = values[name]
  assert(value !== undefined, `notice placeholder ${name} has a value`)
  return typeof value === 'string' ? value : value.map((line) => `- ${line}`).join('\n')
}

function htmlParagraph(paragraph: string, values: Values, kinds: ReturnType<typeof placeholdersOf>): string {
  const alone = new RegExp(`^${PLACEHOLDER.source}$`, 'u').exec(paragraph)?.[1]
  const list = alone === undefined ? undefined : values[alone]
  if (typeof list === 'object')
    return `<ul>${list.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
  const filled = fillPlaceholders(escapeHtml(paragraph), (name) => {
    const value = escapeHtml(textValue(values, name))
    return kinds[name] === 'link' ? anchor(value) : value
  })
  return `<p>${filled.replaceAll('\n', '<br>')}</p>`
}

function anchor(address: string): string {
  assert(/^https?:\/\//u.test(address), 'a notice links to http addresses only')
  return `<a href="${address}">${address}</a>`
}

/** Text as it may stand in HTML, inside and outside of attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
