import type { Associate, Condition } from '@dolphin/domain/form/associates'
import { z } from 'zod'
import { elementKey, text } from './wire.ts'

/** A condition over earlier answers, nested as deep as a definition needs. */
const formCondition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ elementKey, oneOf: z.array(text(120)).min(1).max(100) }),
      z.strictObject({ elementKey, answered: z.boolean() }),
      z.strictObject({ all: z.array(formCondition).min(1).max(20) }),
      z.strictObject({ any: z.array(formCondition).min(1).max(20) }),
      z.strictObject({ not: formCondition }),
    ]),
  )
  .meta({ id: 'FormCondition' })

/** How an element depends on others: data, never code from the server. Source: domain.md §4. */
export const formAssociate: z.ZodType<Associate> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('show'), when: formCondition }),
  z.strictObject({ kind: z.literal('hide'), when: formCondition }),
  z.strictObject({ kind: z.literal('require'), when: formCondition }),
  z.strictObject({ kind: z.literal('filter'), when: formCondition, options: z.array(text(120)).max(200) }),
  z.strictObject({ kind: z.literal('copy'), when: formCondition, from: elementKey }),
])
