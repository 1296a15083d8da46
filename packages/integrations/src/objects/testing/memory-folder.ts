import { assertObjectKey, fitsKey } from '../object-key.ts'
import { ObjectConflict, ObjectDamaged, type ObjectFolder } from '../object-store.ts'

/** A folder in memory that behaves as the real ones; `files` shows what lies in it. */
export function memoryFolder(): ObjectFolder & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    async put(key, bytes) {
      assertObjectKey(key)
      const present = files.get(key)
      const isOther = present !== undefined && Buffer.compare(present, bytes) !== 0
      if (isOther || !fitsKey(key, bytes)) throw new ObjectConflict(key)
      if (present === undefined) files.set(key, bytes)
    },
    async get(key) {
      assertObjectKey(key)
      const bytes = files.get(key)
      if (bytes !== undefined && !fitsKey(key, bytes)) throw new ObjectDamaged(key)
      return bytes
    },
    async *names(below = '') {
      // As they were: what is put or removed meanwhile is not met.
      const names = [...files.keys()].filter((name) => name.startsWith(below))
      yield* names
    },
    async remove(key) {
      files.delete(key)
    },
  }
}
