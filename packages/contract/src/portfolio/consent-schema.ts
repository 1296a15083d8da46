import { LENDER_PLACEHOLDERS } from '@dolphin/domain/notices/notice-kind'
import { placeholderNames } from '@dolphin/domain/notices/placeholder'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import { z } from 'zod'
import { localized, version } from './data-fields.ts'

/** Never a condition of the loan: 12 CFR 1005.10(e)(1), 47 CFR 64.1200(f)(9), domain.md §8. */
const DECLINABLE: readonly ConsentKind[] = [
  ConsentKind.achAuthorization,
  ConsentKind.militarySelfIdentification,
  ConsentKind.marketingCallsAndTexts,
  ConsentKind.marketingMail,
]

/** consents/<kind>.json. */
export const ConsentTemplateSchema = z
  .strictObject({
    kind: z.enum(ConsentKind),
    version,
    required: z.boolean(),
    label: localized(160),
    title: localized(120),
    summary: localized(600),
    text: localized(6000),
  })
  .refine(({ kind, required }) => !(required && DECLINABLE.includes(kind)), {
    path: ['required'],
    error: 'this consent may not be a condition of credit',
  })
  .superRefine(({ text, summary }, context) => {
    for (const name of placeholderNames(`${text.en}\n${text.es}\n${summary.en}\n${summary.es}`)) {
      if (!Object.hasOwn(LENDER_PLACEHOLDERS, name)) {
        context.addIssue({
          code: 'custom',
          path: ['text'],
          message: `{${name}} is no placeholder of consents`,
        })
      }
    }
  }) satisfies z.ZodType<ConsentTemplate>
