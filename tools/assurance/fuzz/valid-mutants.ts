import type { Call } from '@dolphin/contract/call'
import type { z } from 'zod'
import { anyOf, type Draw, inPercent, within } from '@dolphin/api/testing/odd-input/draw'
import {
  isObject,
  type Json,
  type JsonObject,
  type JsonPath,
  keyOf,
  placesIn,
  valueAt,
  withValue,
} from '@dolphin/api/testing/odd-input/json'
import {
  ODD_DAYS,
  ODD_INSTANTS,
  ODD_MONEY,
  ODD_NUMBERS,
  ODD_TEXTS,
} from '@dolphin/api/testing/odd-input/odd-values'
import type { RequestFields, RequestBook } from './recorded-requests.ts'
import { schemaAt, schemaOf, valueFor } from '@dolphin/api/testing/odd-input/schema-values'

const TRIES = 12
const PARTS = ['params', 'query', 'body'] as const

/** Whether the server's own schemas take a request. */
export function passesValidation({ request }: Call, fields: RequestFields): boolean {
  return PARTS.every((part) => request[part] === undefined || request[part].safeParse(fields[part]).success)
}

const schemas = new WeakMap<z.ZodType, JsonObject>()

/** What a call takes in a part, as JSON schema; made once. */
function partSchema({ request }: Call, part: string | number | undefined): JsonObject {
  const schema = PARTS.includes(part as 'body') ? request[part as 'body'] : undefined
  if (schema === undefined) return {}
  const known = schemas.get(schema) ?? schemaOf(schema)
  schemas.set(schema, known)
  return known
}

/**
 * A request changed in some places so that it still passes validation: things of others, values at their limits, dates
 * that calendars trip over, texts of all alphabets, keys left out and added.
 */
export function validMutant(
  draw: Draw,
  call: Call,
  recorded: RequestFields,
  book: RequestBook,
): RequestFields {
  let current = recorded
  const wishes = inPercent(draw, 60) ? 1 : within(draw, 2, 3)
  let changes = 0
  for (let tries = 0; tries < TRIES && changes < wishes; tries += 1) {
    const changed = changedOnce(draw, call, current, book)
    if (changed === undefined || !passesValidation(call, changed)) continue
    current = changed
    changes += 1
  }
  return current
}

function changedOnce(
  draw: Draw,
  call: Call,
  fields: RequestFields,
  book: RequestBook,
): RequestFields | undefined {
  if (inPercent(draw, 12)) return withOptionalKey(draw, call, fields, book)
  const path = placeToChange(draw, fields)
  if (path === undefined) return withOptionalKey(draw, call, fields, book)
  if (inPercent(draw, 12)) return withValue(fields, path, undefined) as RequestFields
  const value = anotherValue(draw, call, { fields, path }, book)
  return value === undefined ? undefined : (withValue(fields, path, onTheWire(path, value)) as RequestFields)
}

/** Mostly not what says whom and what a request is about: with another thing nothing else of it would be looked at. */
function placeToChange(draw: Draw, fields: RequestFields): JsonPath | undefined {
  const all = innerPlaces(fields)
  const others = all.filter((path) => !NAMES_A_THING.test(keyOf(path)))
  return anyOf(draw, others.length === 0 || inPercent(draw, 20) ? all : others)
}

const NAMES_A_THING = /(?:No|Id|Key|Code|Codes)$|^(?:resource|code|version|account|rn|domain|key|step)$/

/** Places inside params, query and body; these themselves stay. */
const innerPlaces = (fields: RequestFields): JsonPath[] => placesIn(fields).filter((path) => path.length > 1)

/** An address holds texts alone. */
function onTheWire([part]: JsonPath, value: Json): Json {
  return part === 'body' || typeof value === 'object' ? value : String(value)
}

/** A place in the fields of a request. */
interface PlaceToChange {
  readonly fields: RequestFields
  readonly path: JsonPath
}

function anotherValue(
  draw: Draw,
  call: Call,
  { fields, path }: PlaceToChange,
  book: RequestBook,
): Json | undefined {
  const [part, ...inside] = path
  const root = partSchema(call, part)
  const ways = [
    () => anyOf(draw, book.seen(keyOf(path))),
    () => valueFor(draw, root, schemaAt(root, inside)),
    () => likeBefore(draw, valueAt(fields, path)),
  ]
  return anyOf(draw, ways)?.()
}

/** Of the same kind as what was there: a day, an amount, a number, a text. */
function likeBefore(draw: Draw, before: Json | undefined): Json | undefined {
  if (typeof before === 'number') return anyOf(draw, ODD_NUMBERS)
  if (typeof before === 'boolean') return !before
  if (typeof before !== 'string') return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(before)) return anyOf(draw, ODD_DAYS)
  if (/^\d{4}-\d{2}-\d{2}T/.test(before)) return anyOf(draw, ODD_INSTANTS)
  if (/^-?\d+\.\d{2}$/.test(before)) return anyOf(draw, ODD_MONEY)
  if (/^\d+$/.test(before))
    return String(within(draw, 0, 10 ** before.length - 1)).padStart(before.length, '0')
  return anyOf(draw, ODD_TEXTS)
}

/** With a key that the schema knows and the request had not, or another value for one that it had. */
function withOptionalKey(
  draw: Draw,
  call: Call,
  fields: RequestFields,
  book: RequestBook,
): RequestFields | undefined {
  const part = anyOf(draw, Object.keys(fields))
  if (part === undefined) return undefined
  const root = partSchema(call, part)
  const { properties } = root
  const key = anyOf(draw, Object.keys(isObject(properties) ? properties : {}))
  if (key === undefined) return undefined
  const drawn = inPercent(draw, 50) ? valueFor(draw, root, schemaAt(root, [key])) : undefined
  const value = drawn ?? anyOf(draw, book.seen(key))
  return value === undefined
    ? undefined
    : (withValue(fields, [part, key], onTheWire([part], value)) as RequestFields)
}
