import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { centsOfDecimal } from './decimal-amount.ts'

const LONGEST_TEXT = 4_000

/** An answer has not the shape that the vendor documents. Names the place in it, never what stood there. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'

  constructor(path: string) {
    super(`not as documented: ${path}`)
  }
}

/** What `read` makes of one entry of a list; undefined where the entry has not the documented shape. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedAnswer) return undefined
    throw error
  }
}

/**
 * One value of a vendor's answer and the path to it. Each reader answers a checked type or throws
 * MalformedAnswer, so that nothing unchecked gets behind an adapter. `optional…` takes null and absence alike.
 */
export class JsonValue {
  readonly #value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.#value = value
    this.#path = path
  }

  /** A member of an object; absent members are read as null. */
  at(name: string): JsonValue {
    const value = this.#value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.#malformed()
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : null
    return new JsonValue(member, `${this.#path}.${name}`)
  }

  get isPresent(): boolean {
    return this.#value !== null && this.#value !== undefined
  }

  optional(): JsonValue | undefined {
    return this.isPresent ? this : undefined
  }

  list(): readonly JsonValue[] {
    if (!Array.isArray(this.#value)) throw this.#malformed()
    return this.#value.map((item, at) => new JsonValue(item, `${this.#path}[${at}]`))
  }

  optionalList(): readonly JsonValue[] {
    return this.isPresent ? this.list() : []
  }

  text(longest = LONGEST_TEXT): string {
    if (typeof this.#value !== 'string' || this.#value.length > longest) throw this.#malformed()
    return this.#value
  }

  optionalText(): string | undefined {
    return this.isPresent ? this.text() : undefined
  }

  /** One of these texts. */
  oneOf<Name extends string>(names: readonly Name[]): Name {
    const name = names.find((one) => one === this.#value)
    if (name === undefined) throw this.#malformed()
    return name
  }

  flag(): boolean {
    if (typeof this.#value !== 'boolean') throw this.#malformed()
    return this.#value
  }

  optionalFlag(): boolean | undefined {
    return this.isPresent ? this.flag() : undefined
  }

  wholeNumber(): number {
    if (typeof this.#value !== 'number' || !Number.isSafeInteger(this.#value)) throw this.#malformed()
    return this.#value
  }

  amount(): Cents {
    const amount = this.readableAmount()
    if (amount === undefined) throw this.#malformed()
    return amount
  }

  /** What can be read as an amount; undefined for anything else, such as a true fraction of a cent. */
  readableAmount(): Cents | undefined {
    return typeof this.#value === 'number' ? centsOfDecimal(this.#value) : undefined
  }

  date(): LocalDate {
    const date = parseLocalDate(this.text())
    if (date === undefined) throw this.#malformed()
    return date
  }

  instant(): Date {
    const at = new Date(this.text())
    if (Number.isNaN(at.getTime())) throw this.#malformed()
    return at
  }

  #malformed(): MalformedAnswer {
    return new MalformedAnswer(this.#path)
  }
}
