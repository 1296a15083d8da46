/** A part of a provider's JSON. Providers add fields and values, so what is missing or of another kind is undefined. */
export interface JsonPart {
  at(name: string): JsonPart
  list(): readonly JsonPart[]
  readonly text: string | undefined
  readonly number: number | undefined
}

const partOf = (value: unknown): JsonPart => ({
  at: (name) => partOf(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
  list: () => (Array.isArray(value) ? value.map(partOf) : []),
  text: typeof value === 'string' ? value : undefined,
  number: typeof value === 'number' ? value : undefined,
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Reads JSON; undefined where it is none. */
export function readJson(text: Uint8Array | string): JsonPart | undefined {
  try {
    return partOf(JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text)))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
