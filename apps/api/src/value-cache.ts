import { LRUCache } from 'lru-cache'

interface CachedValue<Value> {
  readonly basis: readonly unknown[]
  readonly value: Value
}

/**
 * Values with all that they were made of. A value is given again only where it would be made of the very same
 * again, so none is ever out of date. Of more than the limit those go that were asked for longest ago.
 * Source: docs/decisions/hot-reads.md, Stored results.
 */
export class ValueCache<Value> {
  readonly #cached: LRUCache<string, CachedValue<Value>>

  /** @param most the limit, from 1 */
  constructor(most: number) {
    this.#cached = new LRUCache({ max: most })
  }

  /** The value under the key that was made of this: equal texts, the same objects. */
  find(key: string, basis: readonly unknown[]): Value | undefined {
    const cached = this.#cached.get(key)
    return cached !== undefined && isSame(cached.basis, basis) ? cached.value : undefined
  }

  /** Keeps a value in the place of what stood under the key. */
  store(key: string, basis: readonly unknown[], value: Value): void {
    this.#cached.set(key, { basis, value })
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index])
