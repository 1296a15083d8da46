import { ALL_CALLS } from '@dolphin/contract/registry'
import { successEnvelopeSchema } from '@dolphin/contract/envelope'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { replySerializer } from './reply-serializer.ts'

const SEED = 1026
const RUNS = 15
const DEEPEST = 6

type Schema = z.core.JSONSchema.JSONSchema

const mostly = (usual: Arbitrary<unknown>, seldom: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: seldom })

/** Values that a schema of our replies accepts, and now and then one that it refuses. */
function valueOf(schema: Schema, root: Schema, depth = 0): Arbitrary<unknown> {
  const inner = (part: unknown) => valueOf(part as Schema, root, depth + 1)
  const { type, $ref, anyOf, items, minItems = 0 } = schema
  if ($ref !== undefined) return depth > DEEPEST ? fc.constant(null) : inner(definition($ref, root))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(inner))
  if (type === 'object') return objectOf(schema, inner)
  if (type === 'array')
    return fc.array(inner(items), { minLength: minItems, maxLength: Math.max(minItems, 2) })
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  return type === 'null' ? fc.constant(null) : fc.jsonValue()
}

function definition(ref: string, root: Schema): Schema | undefined {
  const found = root.$defs?.[ref.replace('#/$defs/', '')]
  return ref === '#' ? root : found
}

/** Mostly whole; now and then a field lacks, or there is one too many. */
function objectOf(
  { properties, required = [], additionalProperties }: Schema,
  inner: (part: unknown) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  if (properties === undefined)
    return fc.dictionary(fc.constantFrom('a', 'code'), inner(additionalProperties))
  const fields = Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, inner(part)]))
  const whole = fc.record(fields, { requiredKeys: required })
  return mostly(
    whole,
    fc.oneof(
      fc.record(fields, { requiredKeys: [] }),
      whole.map((value) => ({ ...value, notOfTheContract: 1 })),
    ),
  )
}

function textOf({ format, pattern, minLength = 0, maxLength = 20 }: Schema): Arbitrary<unknown> {
  if (format === 'date') return mostly(fc.constant('2028-02-29'), fc.constant('2027-02-29'))
  if (format === 'date-time')
    return mostly(fc.constant('2026-03-02T14:05:00-05:00'), fc.constant('2026-03-02'))
  const usual =
    pattern === undefined
      ? fc.string({ minLength, maxLength: Math.min(maxLength, 20) })
      : matching(pattern).map((text) => text.slice(0, maxLength))
  return mostly(usual, fc.oneof(fc.string(), fc.constant('"\\\u2028<é>')))
}

/** fast-check does not read lookaheads; the only pattern with one is that of a path. */
const matching = (pattern: string): Arbitrary<string> =>
  pattern.includes('(?!') ? fc.constant('/home') : fc.stringMatching(new RegExp(pattern))

const numberOf = ({ minimum = 0, exclusiveMinimum = -1, maximum = 60 }: Schema): Arbitrary<unknown> =>
  mostly(
    fc.integer({ min: Math.max(minimum, Number(exclusiveMinimum) + 1), max: Math.min(maximum, 1_000) }),
    fc.oneof(fc.integer(), fc.double()),
  )

/** What the contract says: parsed by the declared schema, then written. */
function asDeclared(schema: z.ZodType, data: unknown): string | undefined {
  const parsed = schema.safeParse(data)
  return parsed.success ? JSON.stringify(parsed.data) : undefined
}

function asServed(serialize: (data: unknown) => string, data: unknown): string | undefined {
  try {
    return serialize(data)
  } catch (error) {
    expect(error).toBeInstanceOf(ResponseSerializationError)
    return undefined
  }
}

test('of every call what leaves is what its declared schema says, and what that refuses does not leave', () => {
  const met = { left: 0, refused: 0 }
  for (const { reply, replyType, name } of ALL_CALLS) {
    if (replyType === 'file') continue
    const schema = successEnvelopeSchema(reply)
    const serialize = replySerializer({ schema, method: 'GET', url: name })
    const shape = z.toJSONSchema(schema, { unrepresentable: 'any' })
    const check = (data: unknown) => {
      const declared = asDeclared(schema, data)
      expect(asServed(serialize, data)).toBe(declared)
      met[declared === undefined ? 'refused' : 'left'] += 1
    }
    fc.assert(fc.property(valueOf(shape, shape), check), { seed: SEED, numRuns: RUNS })
  }
  // Both ways were gone, many times.
  expect(met.left).toBeGreaterThan(500)
  expect(met.refused).toBeGreaterThan(100)
})
