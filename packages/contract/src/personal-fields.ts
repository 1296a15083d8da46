import { PERSONAL_MASKS, type PersonalClass } from '@dolphin/domain/staff/personal-fields'
import { z } from 'zod'

const FIELDS = z.registry<{ readonly personal: PersonalClass }>()

/**
 * A field of a reply that only some rights show whole. Where it may be left out, its schema is nullable and null means: not
 * for the reader's role.
 */
export function personal<Schema extends z.ZodType>(name: PersonalClass, schema: Schema): Schema {
  const own = schema.clone()
  FIELDS.add(own, { personal: name })
  return own
}

type Schema = z.core.$ZodType

/** The class of a schema itself, not of what is in it. */
export const personalClassOf = (schema: Schema): PersonalClass | undefined =>
  FIELDS.get(schema as z.ZodType)?.personal

/** What a schema is made of, with the name under which it stands; empty where it is made of nothing else. */
export function partsOf(schema: Schema): readonly (readonly [name: string, part: Schema])[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodArray) return [['[]', schema.element]]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return [['', schema.unwrap()]]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ['', option] as const)
  return schema instanceof z.ZodRecord ? [['{}', schema.valueType]] : []
}

const known = new WeakMap<Schema, ReadonlySet<PersonalClass>>()

/** The classes of a schema and of all that is in it. */
export function personalClassesIn(schema: Schema): ReadonlySet<PersonalClass> {
  const before = known.get(schema)
  if (before !== undefined) return before
  const own = personalClassOf(schema)
  const inner = partsOf(schema).flatMap(([, part]) => [...personalClassesIn(part)])
  const found = new Set(own === undefined ? inner : [own, ...inner])
  known.set(schema, found)
  return found
}

/** A reply that cannot be shown without a field that the reader's rights do not show. */
export class Withheld extends Error {
  override readonly name = 'Withheld'
}

/**
 * A reply with what is hidden masked, or left out as null. Throws Withheld where a hidden field has neither a mask nor a null.
 */
export function shownReply(schema: Schema, value: unknown, hidden: ReadonlySet<PersonalClass>): unknown {
  const isConcerned = [...personalClassesIn(schema)].some((name) => hidden.has(name))
  if (!isConcerned || value === null || value === undefined) return value
  const own = personalClassOf(schema)
  if (own !== undefined && hidden.has(own)) return maskedField(own, value)
  const inner = (part: Schema, one: unknown) => shownReply(part, one, hidden)
  if (schema instanceof z.ZodNullable)
    return canBeNull(schema.unwrap(), value, hidden) ? null : inner(schema.unwrap(), value)
  if (schema instanceof z.ZodOptional) return inner(schema.unwrap(), value)
  if (schema instanceof z.ZodArray)
    return (value as readonly unknown[]).map((one) => inner(schema.element, one))
  if (schema instanceof z.ZodRecord) return mapped(value, ([key, one]) => [key, inner(schema.valueType, one)])
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, Schema>> = schema.shape
    return mapped(value, ([key, one]) => [key, shape[key] === undefined ? one : inner(shape[key], one)])
  }
  if (!(schema instanceof z.ZodUnion)) throw new Withheld('a reply holds a mark where none is read')
  const option = schema.options.find((one) => z.safeParse(one, value).success)
  if (option === undefined) throw new Withheld('a reply is of none of its kinds')
  return inner(option, value)
}

const mapped = (value: unknown, each: (entry: [string, unknown]) => [string, unknown]): unknown =>
  Object.fromEntries(Object.entries(value as Readonly<Record<string, unknown>>).map(each))

function maskedField(name: PersonalClass, value: unknown): string {
  const mask = PERSONAL_MASKS[name]
  if (mask === undefined || typeof value !== 'string') throw new Withheld(`${name} is not for this role`)
  return value === '' ? value : mask(value)
}

/** A hidden field that has no mask is left out where null may stand for it. */
function canBeNull(inner: Schema, value: unknown, hidden: ReadonlySet<PersonalClass>): boolean {
  const own = personalClassOf(inner)
  if (own === undefined || !hidden.has(own)) return false
  return PERSONAL_MASKS[own] === undefined || typeof value !== 'string'
}
