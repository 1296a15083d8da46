import { ALL_CALLS } from '@dolphin/contract/registry'
import { validatorCompiler } from 'fastify-type-provider-zod'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { anyOf, type Draw, inPercent, within } from '../testing/odd-input/draw.ts'
import { type Json, placesIn, withValue } from '../testing/odd-input/json.ts'
import { ODD_TEXTS, WRONG_TYPES } from '../testing/odd-input/odd-values.ts'
import { schemaOf, valueFor } from '../testing/odd-input/schema-values.ts'
import { requestValidator } from './request-validator.ts'

const SEED = 1026
const RUNS = 15

const route = (schema: z.ZodType) => ({ schema, method: 'POST', url: '/' })

/** Mostly as the schema asks for, else changed in up to three places. */
function askedWith(draw: Draw, schema: ReturnType<typeof schemaOf>): Json {
  let asked = valueFor(draw, schema, schema) ?? null
  if (inPercent(draw, 50)) return asked
  for (let count = within(draw, 1, 3); count > 0; count -= 1) {
    const wrong = anyOf(draw, [undefined, ...WRONG_TYPES, ...ODD_TEXTS])
    asked = withValue(asked, anyOf(draw, placesIn(asked)) ?? ['notOfTheContract'], wrong)
  }
  return asked
}

test('of every call the server takes what the declared schema takes, as the same value, and refuses the rest in the same words', () => {
  const met = { taken: 0, refused: 0 }
  for (const { request } of ALL_CALLS) {
    for (const schema of [request.params, request.query, request.body]) {
      if (schema === undefined) continue
      const [declared, served] = [validatorCompiler(route(schema)), requestValidator(route(schema))]
      const shape = schemaOf(schema)
      const check = (draw: Draw) => {
        const asked = askedWith(draw, shape)
        const expected = declared(structuredClone(asked)) as { readonly error?: unknown }
        expect(served(structuredClone(asked))).toStrictEqual(expected)
        met[expected.error === undefined ? 'taken' : 'refused'] += 1
      }
      fc.assert(fc.property(fc.gen(), check), { seed: SEED, numRuns: RUNS })
    }
  }
  // Both ways were gone, many times.
  expect(met.taken).toBeGreaterThan(500)
  expect(met.refused).toBeGreaterThan(500)
})

test('a key that reaches into every object is treated as the declared schema treats it (design/security.md T18)', () => {
  const schemas = [
    z.strictObject({ name: z.string() }),
    z.strictObject({ changed: z.record(z.string(), z.string()) }),
    z.strictObject({ rows: z.array(z.looseObject({ a: z.number() })) }),
  ]
  const bodies = [
    '{"name":"a","__proto__":{"isAdmin":true}}',
    '{"name":"a","constructor":{"prototype":{"isAdmin":true}}}',
    '{"changed":{"a":"b","__proto__":"c"}}',
    '{"changed":{"constructor":"c"}}',
    '{"rows":[{"a":1,"__proto__":{"isAdmin":true}}]}',
  ]
  for (const schema of schemas) {
    const [declared, served] = [validatorCompiler(route(schema)), requestValidator(route(schema))]
    for (const body of bodies)
      expect(served(JSON.parse(body)), body).toStrictEqual(declared(JSON.parse(body)))
  }
  expect(Object.prototype).not.toHaveProperty('isAdmin')
})
