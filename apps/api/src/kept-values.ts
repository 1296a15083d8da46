interface Kept<Value> {
  readonly basis: readonly unknown[]
  readonly value: Value
}

/**
 * Values with all that they were made of. A value is given again only where it would be made of the very same
 * again, so none is ever out of date. The one that was asked for longest ago goes first.
 * Source: docs/decisions/hot-reads.md.
 */
export class KeptValues<Value> {
  readonly #kept = new Map<string, Kept<Value>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The value under the key that was made of this: equal texts, the same objects. */
  find(key: string, basis: readonly unknown[]): Value | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || !isSame(kept.basis, basis)) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept.value
  }

  /** Keeps a value in the place of what stood under the key. */
  keep(key: string, basis: readonly unknown[], value: Value): void {
    this.#kept.delete(key)
    this.#kept.set(key, { basis, value })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index])
