import { ALLOWED_DATES } from '@dolphin/domain/form/allowed-dates'
import type { Associate, Condition } from '@dolphin/domain/form/associates'
import {
  CONTROL_NAMES,
  type ControlProperty,
  type ForegroundProperty,
  type FormDefinition,
  type FormElement,
  type RuleUse,
  SAYS_BACK,
  VALUE_FORMATS,
} from '@dolphin/domain/form/form-definition'
import { MASKS } from '@dolphin/domain/form/masks'
import { RULES } from '@dolphin/domain/form/rules/registry'
import { z } from 'zod'
import { code, elementKey, pagePath, text, versionNo } from './wire.ts'

/** A condition over earlier answers, nested as deep as a definition needs. */
const formCondition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ elementKey, oneOf: z.array(text(120)).min(1).max(100) }),
      z.strictObject({ elementKey, outsideState: elementKey }),
      z.strictObject({ elementKey, answered: z.boolean() }),
      z.strictObject({ all: z.array(formCondition).min(1).max(20) }),
      z.strictObject({ any: z.array(formCondition).min(1).max(20) }),
      z.strictObject({ not: formCondition }),
    ]),
  )
  .meta({ id: 'FormCondition' })

/** How an element depends on others: data, never code from the server. Source: domain.md §4. */
const formAssociate: z.ZodType<Associate> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('show'), when: formCondition }),
  z.strictObject({ kind: z.literal('hide'), when: formCondition }),
  z.strictObject({ kind: z.literal('require'), when: formCondition }),
  z.strictObject({ kind: z.literal('filter'), when: formCondition, options: z.array(text(120)).max(200) }),
  z.strictObject({ kind: z.literal('copy'), when: formCondition, from: elementKey }),
])

const namesOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]]

const ruleName = z.enum(namesOf(RULES))

const named = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'rule' in input ? String(input.rule) : String(input)

const ruleUse: z.ZodType<RuleUse> = z.union(
  [
    ruleName,
    z.strictObject({ rule: ruleName, argument: z.union([text(120), z.number()]) }),
    z.strictObject({ rule: ruleName, argumentFrom: text(120) }),
  ],
  {
    error: ({ input }) =>
      `unknown rule ${named(input)}, or a use of it that has no argument or argumentFrom; the rules are listed in docs/guides/forms.md`,
  },
)

/** Compiles only while the wire and the domain name the same fields, no more and no fewer. */
type SchemasOf<Domain, Except extends keyof Domain = never> = Record<Exclude<keyof Domain, Except>, z.ZodType>

const controlProperty = z.strictObject({
  autocomplete: text(60).exactOptional(),
  inputMode: z.enum(['text', 'numeric', 'decimal', 'tel', 'email']).exactOptional(),
  hint: text(500).exactOptional(),
  hintEs: text(500).exactOptional(),
  accept: text(120).exactOptional(),
  rows: z.int().min(1).max(40).exactOptional(),
  defaultValue: text(200).exactOptional(),
  secret: z.boolean().exactOptional(),
  saysBack: z.enum(SAYS_BACK).exactOptional(),
} satisfies SchemasOf<ControlProperty>)

const foregroundProperty = z.strictObject({
  cols: z.int().min(1).max(12).exactOptional(),
  mandatory: z.boolean().exactOptional(),
  validateRules: z.array(ruleUse).max(20).exactOptional(),
  format: z.enum(VALUE_FORMATS).exactOptional(),
  mask: z.enum(namesOf(MASKS)).exactOptional(),
  allowedDates: z.array(z.enum(ALLOWED_DATES)).max(4).exactOptional(),
  labelPosition: z.enum(['top', 'left']).exactOptional(),
  hideLabel: z.boolean().exactOptional(),
} satisfies SchemasOf<ForegroundProperty>)

const elementFields = {
  elementKey,
  elementLabel: text(500).min(1),
  labelEs: text(500).exactOptional(),
  dataControl: z.enum(CONTROL_NAMES, {
    error: ({ input }) => `unknown control ${String(input)}; name one of ${CONTROL_NAMES.join(', ')}`,
  }),
  dataDomainValues: code.exactOptional(),
  controlProperty: controlProperty.exactOptional(),
  foregroundProperty: foregroundProperty.exactOptional(),
  templateElementId: text(64).exactOptional(),
  associates: z.array(formAssociate).max(20).exactOptional(),
} satisfies SchemasOf<FormElement, 'elements'>

/** An element; only a repeatable group holds elements, and those hold none. Source: product.md §3. */
const formElement: z.ZodType<FormElement> = z.strictObject({
  ...elementFields,
  elements: z.array(z.strictObject(elementFields)).min(1).max(40).exactOptional(),
})

/** A form as it stands in the portfolio's data and as the browser gets it. Source: product.md §3, domain.md §4. */
export const formDefinition: z.ZodType<FormDefinition> = z.strictObject({
  code,
  version: versionNo,
  title: text(200).min(1),
  titleEs: text(200).exactOptional(),
  elements: z.array(formElement).min(1).max(200),
  readUrl: pagePath,
  createUrl: pagePath,
  updateUrl: pagePath,
} satisfies SchemasOf<FormDefinition>)
