import { ObjectConflict, type ObjectStore, ObjectStoreFailure } from './object-store.ts'

const KEY = 'start/a-name-that-is-taken'
/** The one object that stays unsealed: it holds nothing, and each start looks at it past the seal. */
export const isOfStart = (name: string): boolean => name === KEY

const FIRST = new TextEncoder().encode('stays as it is\n')
const SECOND = new TextEncoder().encode('was replaced\n')

/**
 * Tries that a store takes what is given to it and never puts other bytes in its place, so that a store which would
 * replace what was signed shows at a server's start. Throws ObjectStoreFailure, also where the store cannot be reached.
 */
export async function proveThatNamesStay(store: ObjectStore): Promise<void> {
  await store.put(KEY, FIRST)
  try {
    await store.put(KEY, SECOND)
  } catch (error) {
    if (error instanceof ObjectConflict) return
    throw error
  }
  throw new ObjectStoreFailure('put', 'ReplacesWhatIsThere', undefined)
}
