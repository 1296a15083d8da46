import * as fc from 'fast-check'
import { z } from 'zod'
import { anyOf, type Draw, inPercent, within } from './draw.ts'
import { isObject, type Json, type JsonObject, type JsonPath } from './json.ts'
import { ODD_DAYS, ODD_INSTANTS, ODD_NUMBERS, ODD_TEXTS } from './odd-values.ts'

const DEEPEST = 6
const MOST_ITEMS = 4
const LONGEST_TEXT = 20_000
const MOST_NUMBER = 2 ** 31

/** What a schema takes, as JSON schema; values that JSON cannot say are left open. */
export function schemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' }) as JsonObject
}

/** The part of a schema that speaks of a place, or undefined where it says nothing of it. */
export function schemaAt(root: JsonObject, path: JsonPath): JsonObject | undefined {
  let found: JsonObject[] = [root]
  for (const key of path) found = found.flatMap((one) => below(root, one, key))
  return found[0]
}

function below(root: JsonObject, schema: JsonObject, key: string | number): JsonObject[] {
  const own = resolved(root, schema)
  const branches = branchesOf(own).flatMap((branch) => below(root, branch, key))
  const { properties, items, additionalProperties } = own
  const next =
    typeof key === 'number'
      ? items
      : ((isObject(properties) ? properties[key] : undefined) ?? additionalProperties)
  return isObject(next) ? [next, ...branches] : branches
}

function resolved(root: JsonObject, schema: JsonObject): JsonObject {
  const { $ref: reference } = schema
  if (typeof reference !== 'string') return schema
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  let at: Json | undefined = root
  for (const name of names) at = isObject(at) ? at[name] : undefined
  return isObject(at) ? at : {}
}

const branchesOf = ({ anyOf: some, oneOf: one, allOf: all }: JsonObject): JsonObject[] =>
  [some, one, all].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isObject)

/** A value as a schema asks for, at its limits more often than not; undefined where the schema says nothing. */
export function valueFor(
  draw: Draw,
  root: JsonObject,
  schema: JsonObject | undefined,
  depth = 0,
): Json | undefined {
  if (schema === undefined || depth > DEEPEST) return undefined
  const own = resolved(root, schema)
  if (own['const'] !== undefined) return own['const']
  if (Array.isArray(own['enum'])) return anyOf(draw, own['enum'])
  const branch = anyOf(draw, branchesOf(own))
  if (branch !== undefined) return valueFor(draw, root, branch, depth + 1)
  const { type } = own
  switch (typeof type === 'string' ? type : '') {
    case 'string':
      return textFor(draw, own)
    case 'integer':
    case 'number':
      return numberFor(draw, own)
    case 'boolean':
      return draw(fc.boolean)
    case 'null':
      return null
    case 'array':
      return listFor(draw, root, own, depth)
    case 'object':
      return objectFor(draw, root, own, depth)
    default:
      return undefined
  }
}

const numberOf = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

function textFor(draw: Draw, { format, pattern, minLength, maxLength }: JsonObject): string {
  if (format === 'date') return anyOf(draw, ODD_DAYS) ?? ''
  if (format === 'date-time') return anyOf(draw, ODD_INSTANTS) ?? ''
  if (format === 'email') return draw(fc.emailAddress)
  if (format === 'uuid') return draw(fc.uuid)
  if (typeof pattern === 'string') return matching(draw, pattern)
  const most = Math.min(numberOf(maxLength, 200), LONGEST_TEXT)
  const least = Math.min(numberOf(minLength, 0), most)
  if (inPercent(draw, 15)) return 'é'.repeat(most)
  if (inPercent(draw, 50)) return (anyOf(draw, ODD_TEXTS) ?? '').slice(0, most)
  return draw(fc.string, { unit: 'binary', minLength: least, maxLength: Math.min(most, 80) })
}

/** Patterns that look around themselves are beyond the generator: those values come from what was recorded. */
function matching(draw: Draw, pattern: string): string {
  try {
    return draw(fc.stringMatching, new RegExp(pattern))
  } catch {
    return anyOf(draw, ODD_TEXTS) ?? ''
  }
}

function numberFor(draw: Draw, { type, minimum, maximum, exclusiveMinimum }: JsonObject): number {
  const least = Math.max(numberOf(minimum, numberOf(exclusiveMinimum, -MOST_NUMBER)), -MOST_NUMBER)
  const most = Math.max(Math.min(numberOf(maximum, MOST_NUMBER), MOST_NUMBER), least)
  const odd = ODD_NUMBERS.filter((one) => one >= least && one <= most)
  const known = [least, most, ...odd].filter((one) => type === 'number' || Number.isInteger(one))
  return inPercent(draw, 60)
    ? (anyOf(draw, known) ?? least)
    : within(draw, Math.ceil(least), Math.floor(most))
}

function listFor(
  draw: Draw,
  root: JsonObject,
  { items, minItems, maxItems }: JsonObject,
  depth: number,
): Json {
  const least = numberOf(minItems, 0)
  const length = within(draw, least, Math.max(least, Math.min(numberOf(maxItems, MOST_ITEMS), MOST_ITEMS)))
  if (!isObject(items)) return []
  const made = Array.from({ length }, () => valueFor(draw, root, items, depth + 1))
  return made.filter((value) => value !== undefined)
}

function objectFor(draw: Draw, root: JsonObject, schema: JsonObject, depth: number): Json {
  const { properties, required, additionalProperties, propertyNames } = schema
  const wanted = new Set(Array.isArray(required) ? required : [])
  const made: JsonObject = {}
  for (const [key, one] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(one) || (!wanted.has(key) && inPercent(draw, 50))) continue
    const value = valueFor(draw, root, one, depth + 1)
    if (value !== undefined) made[key] = value
  }
  if (isObject(additionalProperties)) {
    for (let count = within(draw, 0, 3); count > 0; count -= 1) {
      const name = isObject(propertyNames) ? valueFor(draw, root, propertyNames, depth + 1) : undefined
      const value = valueFor(draw, root, additionalProperties, depth + 1)
      if (value !== undefined) made[typeof name === 'string' ? name : `key${count}`] = value
    }
  }
  return made
}
