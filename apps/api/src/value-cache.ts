interface CachedValue<Value> {
  readonly basis: readonly unknown[]
  readonly value: Value
}

/**
 * Values with all that they were made of. A value is given again only where it would be made of the very same
 * again, so none is ever out of date. Of more than the limit those go that were asked for longest ago; whatever was
 * among the last half of the limit stays.
 *
 * Two halves take turns, so that to find a value again writes nothing: a map in the order of asking is made anew each
 * time it was written so often as it is large, and its old table keeps the next one, and all keys in it, until the engine
 * collects what lasts. Source: docs/decisions/hot-reads.md, Stored results.
 */
export class ValueCache<Value> {
  #recent = new Map<string, CachedValue<Value>>()
  #older: ReadonlyMap<string, CachedValue<Value>> = new Map()
  readonly #half: number

  /** @param most the limit, from 2 */
  constructor(most: number) {
    this.#half = Math.floor(most / 2)
  }

  /** The value under the key that was made of this: equal texts, the same objects. */
  find(key: string, basis: readonly unknown[]): Value | undefined {
    const recent = this.#recent.get(key)
    const cache = recent ?? this.#older.get(key)
    if (cache === undefined || !isSame(cache.basis, basis)) return undefined
    if (recent === undefined) this.#add(key, cache)
    return cache.value
  }

  /** Keeps a value in the place of what stood under the key. */
  store(key: string, basis: readonly unknown[], value: Value): void {
    this.#add(key, { basis, value })
  }

  #add(key: string, cache: CachedValue<Value>): void {
    if (this.#recent.size >= this.#half && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, cache)
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index])
