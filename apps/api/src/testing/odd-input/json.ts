/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** The way to a value inside another one. */
export type JsonPath = readonly (string | number)[]

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every place inside a value, whatever is below it before what is beside it; the value itself is none. */
export function placesIn(value: Json, path: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key]
    return [place, ...placesIn(inner, place)]
  })
}

export function valueAt(value: Json, path: JsonPath): Json | undefined {
  let at: Json | undefined = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string | number, Json>)[key]
  }
  return at
}

/** A copy with another value at a place; undefined takes the place away. */
export function withValue(value: Json, path: JsonPath, replacement: Json | undefined): Json {
  const copy = structuredClone(value)
  const holder = valueAt(copy, path.slice(0, -1))
  const key = path.at(-1)
  if (typeof holder !== 'object' || holder === null || key === undefined) return copy
  if (replacement !== undefined) Object.assign(holder, { [key]: replacement })
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return copy
}

/** The key that a place is known by: that of the list for what is in it. */
export const keyOf = (path: JsonPath): string => path.findLast((key) => typeof key === 'string') ?? ''
