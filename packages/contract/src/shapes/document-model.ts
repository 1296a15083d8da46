import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { z } from 'zod'
import { text } from '../wire.ts'

const language = z.enum(['en', 'es'])
const words = text(20_000)
const pair = z.strictObject({ label: words, value: words })

const table = z.strictObject({
  kind: z.literal('table'),
  caption: words,
  columns: z.array(z.strictObject({ label: words, align: z.enum(['start', 'end']), share: z.number() })),
  rows: z.array(z.array(words)),
})

/** The mark a signer leaves: the typed name, or the strokes of a pen. */
export const signatureMark = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('typed'), text: z.string().min(2).max(120) }),
  z.strictObject({
    kind: z.literal('drawn'),
    width: z.number().positive().max(4_096),
    height: z.number().positive().max(4_096),
    strokes: z
      .array(
        z
          .array(z.strictObject({ x: z.number(), y: z.number() }))
          .min(1)
          .max(2_000),
      )
      .min(1)
      .max(200),
  }),
])

const block = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    text: words,
    startsPage: z.boolean().exactOptional(),
    language: language.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('paragraph'),
    text: words,
    emphasis: z.enum(['strong', 'small']).exactOptional(),
    language: language.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('facts'), facts: z.array(pair) }),
  z.strictObject({
    kind: z.literal('disclosure'),
    title: words,
    figures: z.array(
      z.strictObject({ label: words, description: words, value: words, standsOut: z.boolean() }),
    ),
    schedule: table,
    terms: z.array(pair),
  }),
  table,
  z.strictObject({
    kind: z.literal('list'),
    ordered: z.boolean(),
    items: z.array(words),
    language: language.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('callout'), title: words, paragraphs: z.array(words) }),
  z.strictObject({ kind: z.literal('code'), label: words, code: words }),
  z.strictObject({
    kind: z.literal('signature'),
    role: words,
    name: words,
    mark: signatureMark.exactOptional(),
    facts: z.array(pair),
  }),
])

/**
 * The document that a page renders as HTML; the same model is the PDF.
 * The annotation fails to compile where the wire says less than the domain's model.
 */
export const documentModel: z.ZodType<DocumentModel> = z.strictObject({
  title: words,
  language,
  brand: z.strictObject({ name: words, primaryColor: text(20) }),
  footer: words,
  blocks: z.array(block),
})
