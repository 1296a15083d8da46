import { ALL_CALLS } from '@dolphin/contract/calls/registry'
import { successEnvelopeSchema } from '@dolphin/contract/envelope'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { replySerializer } from './reply-serializer.ts'

const SEED = 1026
const RUNS = 15
const DEEPEST = 6

type Definition = z.core.$ZodTypes['_zod']['def']

/** What a schema's checks say of it. */
interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: RegExp
}

function boundsOf({ checks = [] }: Definition): Bounds {
  const bounds: { minimum?: number; maximum?: number; pattern?: RegExp } = {}
  for (const { _zod: check } of checks) {
    const def = check.def as z.core.$ZodChecks['_zod']['def']
    if (def.check === 'max_length') bounds.maximum = def.maximum
    if (def.check === 'min_length') bounds.minimum = def.minimum
    if (def.check === 'length_equals') bounds.minimum = def.length
    if (def.check === 'greater_than') bounds.minimum = Number(def.value)
    if (def.check === 'less_than') bounds.maximum = Number(def.value)
    if (def.check === 'string_format' && def.pattern !== undefined) bounds.pattern = def.pattern
  }
  return bounds
}

/** Values that a schema of our replies may accept; now and then one that it refuses. */
function valueOf(schema: z.core.$ZodType, depth = 0): Arbitrary<unknown> {
  const def = schema._zod.def as Definition
  const bounds = boundsOf(def)
  const inner = (part: z.core.$ZodType) => valueOf(part, depth + 1)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, inner)
    case 'array':
      return fc.array(inner(def.element), { minLength: bounds.minimum ?? 0, maxLength: bounds.minimum ?? 2 })
    case 'record':
      return fc.dictionary(inner(def.keyType) as Arbitrary<string>, inner(def.valueType), { maxKeys: 2 })
    case 'union':
      return fc.oneof(...def.options.map(inner))
    case 'nullable':
      return fc.option(inner(def.innerType))
    case 'optional':
      return inner(def.innerType)
    case 'lazy':
      return depth > DEEPEST ? fc.constant(null) : inner(def.getter())
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'string':
      return textOf(bounds, 'format' in def ? def.format : undefined)
    case 'number':
      return mostly(
        fc.integer({ min: bounds.minimum ?? 0, max: Math.min(bounds.maximum ?? 60, 60) }),
        fc.oneof(fc.integer(), fc.double()),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

/** Mostly whole; now and then a field lacks, or there is one too many. */
function objectOf(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  inner: (part: z.core.$ZodType) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, inner(part)]))
  const optional = Object.keys(shape).filter((key) => shape[key]?._zod.optin !== undefined)
  const requiredKeys = Object.keys(shape).filter((key) => !optional.includes(key))
  const whole = fc.record(fields, { requiredKeys })
  return fc.oneof(
    { weight: 60, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: whole.map((value) => ({ ...value, notOfTheContract: 1 })) },
  )
}

const mostly = (usual: Arbitrary<unknown>, seldom: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: seldom })

/** fast-check does not read lookaheads; the only pattern with one is that of a path. */
const matching = (pattern: RegExp): Arbitrary<string> =>
  pattern.source.includes('(?!') ? fc.constant('/home') : fc.stringMatching(pattern)

function textOf({ pattern, minimum = 0, maximum = 20 }: Bounds, format: unknown): Arbitrary<unknown> {
  if (format === 'date') return mostly(fc.constantFrom('2026-03-02', '2028-02-29'), fc.constant('2027-02-29'))
  if (format === 'datetime')
    return mostly(fc.constant('2026-03-02T14:05:00-05:00'), fc.constant('2026-03-02'))
  const any = fc.oneof(fc.string(), fc.constant('"\\\u2028<é>'))
  const usual =
    pattern === undefined
      ? fc.string({ minLength: minimum, maxLength: Math.min(maximum, 20) })
      : matching(pattern).map((text) => text.slice(0, maximum))
  return mostly(usual, any)
}

/** What the contract says: parsed by the declared schema, then written. */
function asDeclared(schema: z.ZodType, data: unknown): string | undefined {
  const parsed = schema.safeParse(data)
  return parsed.success ? JSON.stringify(parsed.data) : undefined
}

function asServed(schema: z.ZodType, serialize: (data: unknown) => string, data: unknown) {
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
    const check = (data: unknown) => {
      const declared = asDeclared(schema, data)
      expect(asServed(schema, serialize, data)).toBe(declared)
      met[declared === undefined ? 'refused' : 'left'] += 1
    }
    fc.assert(fc.property(valueOf(schema), check), { seed: SEED, numRuns: RUNS })
  }
  // Both ways were gone, many times.
  expect(met.left).toBeGreaterThan(500)
  expect(met.refused).toBeGreaterThan(100)
})
