/** What an OpenAPI document says about one value: names, types and presence; no wording of the vendor's. */
export type Shape = {
  readonly type?: string
  readonly nullable?: true
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}
export type OperationShape = { readonly request: Shape | null; readonly response: Shape | null }
/** By "METHOD /path" as the document writes it. */
export type VendorShapes = Readonly<Record<string, OperationShape>>

type Json = Readonly<Record<string, unknown>>
const MOST_VALUES = 12

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value)

/**
 * Reads a vendor's published OpenAPI document: the shapes of requests and successful answers of these operations.
 * `keeps` says which optional members stay; required ones always do. Choices (oneOf) are left unchecked.
 */
export function shapesOf(
  document: unknown,
  operations: readonly string[],
  keeps: (name: string) => boolean,
): VendorShapes {
  return Object.fromEntries(
    operations.map((operation) => {
      const [method = '', path = ''] = operation.split(' ')
      const found = member(document, 'paths', path, method.toLowerCase())
      if (!isObject(found)) throw new Error(`the document has no ${operation}`)
      const responses = Object.entries(member(found, 'responses') ?? {})
      const success = responses.find(([status]) => status.startsWith('2'))?.[1]
      const read = (place: unknown) => {
        const schema = Object.values(member(place, 'content') ?? {}).map((one) => member(one, 'schema'))[0]
        return schema === undefined ? null : shapeOf(document, schema, keeps, [])
      }
      return [operation, { request: read(member(found, 'requestBody')), response: read(success) }]
    }),
  )
}

/** Schemas of components, for what no operation answers: a vendor's webhooks. */
export function componentShapes(
  document: unknown,
  names: readonly string[],
  keeps: (name: string) => boolean,
): VendorShapes {
  const shape = (name: string) => shapeOf(document, { $ref: `#/components/schemas/${name}` }, keeps, [])
  return Object.fromEntries(names.map((name) => [name, { request: null, response: shape(name) }]))
}

function shapeOf(
  document: unknown,
  schema: unknown,
  keeps: (name: string) => boolean,
  within: readonly string[],
): Shape {
  const reference = member(schema, '$ref')
  if (typeof reference === 'string') {
    if (within.includes(reference)) return {}
    const target = member(document, ...reference.slice(2).split('/'))
    return shapeOf(document, target, keeps, [...within, reference])
  }
  if (!isObject(schema) || schema['oneOf'] !== undefined || schema['anyOf'] !== undefined) return {}
  const parts = Array.isArray(schema['allOf'])
    ? schema['allOf'].map((part: unknown) => shapeOf(document, part, keeps, within))
    : []
  return merged([...parts, ownShape(document, schema, keeps, within)])
}

function ownShape(
  document: unknown,
  schema: Json,
  keeps: (name: string) => boolean,
  within: readonly string[],
): Shape {
  const { type, nullable } = schema
  const required = strings(schema['required'])
  const properties = Object.entries(member(schema, 'properties') ?? {})
    .filter(([name]) => required.includes(name) || keeps(name))
    .map(([name, one]) => [name, shapeOf(document, one, keeps, within)] as const)
  const values = strings(schema['enum'])
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(nullable === true ? { nullable } : {}),
    ...(values.length > 0 && values.length <= MOST_VALUES ? { enum: values } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(schema['items'] === undefined ? {} : { items: shapeOf(document, schema['items'], keeps, within) }),
  }
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function merged(parts: readonly Shape[]): Shape {
  return parts.reduce((all, part) => {
    const properties = { ...all.properties, ...part.properties }
    const required = [...new Set([...(all.required ?? []), ...(part.required ?? [])])]
    return {
      ...all,
      ...part,
      ...(required.length > 0 ? { required } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    }
  }, {})
}

/** Where a value is not of its shape: wrong types, missing members, and members that the document does not know. */
export function violations(value: unknown, shape: Shape, path: string): readonly string[] {
  if (value === null) return shape.nullable === true || isUnsaid(shape) ? [] : [`${path} is null`]
  if (shape.items !== undefined || shape.type === 'array') {
    if (!Array.isArray(value)) return [`${path} is no array`]
    return value.flatMap((item, at) => violations(item, shape.items ?? {}, `${path}[${at}]`))
  }
  if (shape.properties !== undefined) return objectViolations(value, shape, path)
  if (!isOfType(value, shape.type)) return [`${path} is no ${shape.type}`]
  const isListed = shape.enum === undefined || shape.enum.some((one) => one === value)
  return isListed ? [] : [`${path} is none of ${shape.enum?.join(', ')}`]
}

/** A referenced object may stand for null where the document wraps it; then it says no type of its own. */
const isUnsaid = ({ type, properties, items }: Shape) =>
  type === undefined && properties === undefined && items === undefined

function objectViolations(value: unknown, { properties = {}, required = [] }: Shape, path: string) {
  if (!isObject(value)) return [`${path} is no object`]
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const shape = properties[name]
      return shape === undefined
        ? [`${path}.${name} is not documented`]
        : violations(one, shape, `${path}.${name}`)
    }),
  ]
}

function isOfType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'object':
      return isObject(value)
    case undefined:
    default:
      return true
  }
}
