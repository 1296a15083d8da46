import { LRUCache } from 'lru-cache'

/** Reads at most once in a while; readers in between share what was read, and so do those that come at once. */
export function cachedFor<T extends object>(ms: number, read: () => Promise<T>): () => Promise<T> {
  const cache = new LRUCache<'read', T>({ max: 1, ttl: ms, fetchMethod: read })
  return () => cache.forceFetch('read')
}
