import { NOTICE_KINDS, type NoticeKind, placeholdersOf } from '@dolphin/domain/notices/notice-kind'
import type { NoticeTemplate } from '@dolphin/domain/notices/notice-template'
import { placeholderNames } from '@dolphin/domain/notices/placeholder'
import { LOCALES } from '@dolphin/domain/portfolios/localized'
import { z } from 'zod'
import { localized, version } from './data-fields.ts'

/** Without these an adverse action notice is none. Source: 12 CFR 1002.9(a)(2), (b). */
const ADVERSE_ACTION_MUST_NAME = ['legalName', 'lenderAddress', 'agencyName', 'agencyAddress', 'reasons']

/** What a notice of these kinds must name; a counteroffer says what is offered too (comment 9(a)(1)-6). */
const MUST_NAME: Readonly<Partial<Record<NoticeKind, readonly string[]>>> = {
  adverseAction: ADVERSE_ACTION_MUST_NAME,
  counteroffer: [...ADVERSE_ACTION_MUST_NAME, 'asked', 'offered', 'validUntil'],
}

/** notices/<kind>.json: both languages use only placeholders that the sender of that kind supplies. */
export const NoticeTemplateSchema = z
  .strictObject({
    kind: z.enum(NOTICE_KINDS as readonly [NoticeKind, ...NoticeKind[]]),
    version,
    subject: localized(150),
    body: localized(6000),
    /** Three segments at most. */
    sms: localized(459).optional(),
  })
  .superRefine((template, context) => {
    const problem = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const known = placeholdersOf(template.kind)
    for (const locale of LOCALES) {
      for (const part of ['subject', 'body', 'sms'] as const) {
        const names = placeholderNames(template[part]?.[locale] ?? '')
        const unknown = names.filter((name) => !Object.hasOwn(known, name))
        for (const name of unknown) problem([part, locale], `{${name}} is not supplied for ${template.kind}`)
        const lists = names.filter((name) => known[name] === 'list')
        const paragraphs = part === 'body' ? template.body[locale].split(/\n{2,}/u) : []
        for (const name of lists.filter((one) => !paragraphs.includes(`{${one}}`))) {
          problem([part, locale], `{${name}} is a list and needs a paragraph of its own`)
        }
      }
      if (template.sms !== undefined && !/\{brandName\}.*\bSTOP\b/u.test(template.sms[locale])) {
        problem(['sms', locale], 'a text message names the brand and says how to opt out (47 CFR 64.1200)')
      }
      const named = placeholderNames(template.body[locale])
      for (const name of (MUST_NAME[template.kind] ?? []).filter((one) => !named.includes(one))) {
        problem(['body', locale], `an adverse action notice must give {${name}}`)
      }
    }
  }) satisfies z.ZodType<NoticeTemplate>
