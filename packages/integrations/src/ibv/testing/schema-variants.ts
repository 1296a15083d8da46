import type { Shape } from './openapi-shape.ts'

/** One way in which an answer may differ and still be as its vendor publishes it. */
export type SchemaVariant = {
  /** Such as "accounts[].mask is null". */
  readonly title: string
  apply(body: unknown): unknown
}

type Step = string
/** Stands for every item of a list. */
const EACH: Step = '[]'

/** Every variant of an answer: each optional member missing, each nullable one null, one at a time. */
export function schemaVariants(shape: Shape, path: readonly Step[] = []): readonly SchemaVariant[] {
  const { properties = {}, required = [], items } = shape
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const place = [...path, name]
    return [
      ...(required.includes(name) ? [] : [variant(place, 'is missing', undefined)]),
      ...(member.nullable ? [variant(place, 'is null', null)] : []),
      ...schemaVariants(member, place),
    ]
  })
  return items === undefined ? own : [...own, ...schemaVariants(items, [...path, EACH])]
}

const variant = (path: readonly Step[], words: string, value: null | undefined): SchemaVariant => ({
  title: `${path.join('.').replaceAll('.[]', '[]')} ${words}`,
  apply: (body) => replaced(body, path, value),
})

/** A copy with another value at a path; undefined takes the member away. */
function replaced(body: unknown, [step, ...rest]: readonly Step[], value: null | undefined): unknown {
  if (step === undefined) return value
  if (step === EACH) return Array.isArray(body) ? body.map((item) => replaced(item, rest, value)) : body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = Object.entries(body).filter(([name]) => name !== step)
  const member = replaced(Reflect.get(body, step), rest, value)
  return Object.fromEntries(member === undefined ? members : [...members, [step, member]])
}
