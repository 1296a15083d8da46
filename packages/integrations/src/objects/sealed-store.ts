import type { RandomSource } from '@dolphin/domain/time/random-source'
import { assertObjectKey, fitsKey } from './object-key.ts'
import { ObjectConflict, ObjectDamaged, type ObjectFolder, type ObjectStore } from './object-store.ts'
import { DATA_KEY_BYTES, openBytes, sealBytes, SealedBytesBroken } from './sealed-bytes.ts'

/** Wraps the keys of objects under a master key. */
export interface ObjectKeys {
  /** Numbers of the master keys that open, the one that wraps first: 8 hexadecimal digits each. */
  readonly keyIds: readonly [newest: string, ...older: string[]]
  wrap(name: string, dataKey: Uint8Array): string
  /** Throws where it does not open. */
  unwrap(name: string, wrapped: string): Uint8Array
  readonly random: RandomSource
}

/** The object is sealed, and none of the master keys that are here wraps its key. */
export class ObjectSealed extends Error {
  constructor(readonly key: string) {
    super(`no key that is here opens the object under the key ${key}`)
    this.name = 'ObjectSealed'
  }
}

const BOX = '.box'
const WRAPPED = /^(.*)\.key-([0-9a-f]{8})$/
const boxOf = (key: string): string => `${key}${BOX}`
const wrappedAs = (key: string, keyId: string): string => `${key}.key-${keyId}`

/** What a name within the store below is. */
type StoredName =
  | { readonly kind: 'box' | 'unsealed' }
  | { readonly kind: 'key'; readonly key: string; readonly keyId: string }

function readStoredName(name: string): StoredName {
  if (name.endsWith(BOX)) return { kind: 'box' }
  const [, key, keyId] = WRAPPED.exec(name) ?? []
  return key === undefined || keyId === undefined ? { kind: 'unsealed' } : { kind: 'key', key, keyId }
}

/**
 * A store whose objects are sealed, each with a key of its own: the object is in `<key>.box`, its key, wrapped, in
 * `<key>.key-<number of the master key>` of another store, so that a change of the master key leaves the objects as they
 * are, and an object whose key is removed opens in no copy of them. Objects that lie unsealed under their own key, and keys
 * that lie beside their objects, are from before and read as they are.
 * `get` throws ObjectSealed where the master key is not here. Source: docs/decisions/sealed-objects.md.
 */
export function sealedStore(below: ObjectStore, keyStore: ObjectStore, keys: ObjectKeys): ObjectStore {
  const dataKeysOf = async (key: string): Promise<readonly Uint8Array[]> => {
    const names = keys.keyIds.map((keyId) => wrappedAs(key, keyId))
    const found = await Promise.all(
      names.map(async (name) => (await keyStore.get(name)) ?? (await below.get(name))),
    )
    return found.flatMap((wrapped) =>
      wrapped === undefined ? [] : [keys.unwrap(key, Buffer.from(wrapped).toString())],
    )
  }
  /** The key of an object; made where there is none. Of two that make one at the same time, both take the first. */
  const dataKeyOf = async (key: string): Promise<Uint8Array> => {
    const [present] = await dataKeysOf(key)
    if (present !== undefined) return present
    const made = keys.random.bytes(DATA_KEY_BYTES)
    try {
      await keyStore.put(wrappedAs(key, keys.keyIds[0]), Buffer.from(keys.wrap(key, made)))
      return made
    } catch (error) {
      const [other] = error instanceof ObjectConflict ? await dataKeysOf(key) : []
      if (other === undefined) throw error
      return other
    }
  }
  const open = async (key: string, box: Uint8Array): Promise<Uint8Array> => {
    const dataKeys = await dataKeysOf(key)
    if (dataKeys.length === 0) throw new ObjectSealed(key)
    for (const dataKey of dataKeys) {
      const bytes = openedWith(dataKey, key, box)
      if (bytes !== undefined && fitsKey(key, bytes)) return bytes
    }
    throw new ObjectDamaged(key)
  }
  const get = async (key: string): Promise<Uint8Array | undefined> => {
    assertObjectKey(key)
    const box = await below.get(boxOf(key))
    if (box !== undefined) return await open(key, box)
    const unsealed = await below.get(key)
    if (unsealed !== undefined) return unsealed
    // It may have been sealed between the two looks.
    const later = await below.get(boxOf(key))
    return later && (await open(key, later))
  }
  return {
    get,
    async put(key, bytes) {
      assertObjectKey(key)
      if (!fitsKey(key, bytes)) throw new ObjectConflict(key)
      const unsealed = await below.get(key)
      if (unsealed !== undefined && Buffer.compare(unsealed, bytes) !== 0) throw new ObjectConflict(key)
      const dataKey = await dataKeyOf(key)
      try {
        await below.put(boxOf(key), sealBytes(dataKey, key, bytes, keys.random))
      } catch (error) {
        if (!(error instanceof ObjectConflict)) throw error
        const present = await get(key)
        if (present === undefined || Buffer.compare(present, bytes) !== 0) throw new ObjectConflict(key)
      }
    },
    async remove(key) {
      assertObjectKey(key)
      // The key first: ended in between, what is left opens no more.
      for (const keyId of keys.keyIds)
        for (const store of [keyStore, below]) await store.remove(wrappedAs(key, keyId))
      for (const name of [boxOf(key), key]) await below.remove(name)
    },
  }
}

function openedWith(dataKey: Uint8Array, key: string, box: Uint8Array): Uint8Array | undefined {
  try {
    return openBytes(dataKey, key, box)
  } catch (error) {
    if (error instanceof SealedBytesBroken) return undefined
    throw error
  }
}

/** How a walk went. */
export interface SealedWalk {
  /** Sealed, or wrapped anew. */
  readonly done: number
  /** Left as they were: damaged, or of a master key that is not here. */
  readonly left: number
}

/**
 * Seals what lies unsealed in a folder, object by object: the sealed one is read back before the other is removed; and sets
 * keys apart that lie beside their objects. Ended at any moment it has lost nothing, and begun again it goes on. `isKept` names what stays as it is.
 */
export async function sealFolder(
  folder: ObjectFolder,
  keyStore: ObjectStore,
  keys: ObjectKeys,
  isKept: (name: string) => boolean,
): Promise<SealedWalk> {
  const store = sealedStore(folder, keyStore, keys)
  let [done, left] = [0, 0]
  for await (const name of folder.names()) {
    if (await setKeyApart(folder, keyStore, name)) continue
    if (readStoredName(name).kind !== 'unsealed' || isKept(name)) continue
    if (await sealOne(folder, store, name)) done += 1
    else left += 1
  }
  return { done, left }
}

/** A key that lies beside its object goes where keys lie; false for what is no key. */
async function setKeyApart(folder: ObjectFolder, keyStore: ObjectStore, name: string): Promise<boolean> {
  if (readStoredName(name).kind !== 'key') return false
  const wrapped = await folder.get(name)
  if (wrapped === undefined) return true
  try {
    await keyStore.put(name, wrapped)
    await folder.remove(name)
  } catch (error) {
    // Another key of the same object: both may be needed.
    if (!(error instanceof ObjectConflict)) throw error
  }
  return true
}

async function sealOne(folder: ObjectFolder, store: ObjectStore, name: string): Promise<boolean> {
  try {
    const bytes = await folder.get(name)
    if (bytes === undefined) return false
    await store.put(name, bytes)
    const sealed = await store.get(name)
    if (sealed === undefined || Buffer.compare(sealed, bytes) !== 0) throw new ObjectDamaged(name)
  } catch (error) {
    // A person has to look at it: `npm run backup -- check` names it.
    if (error instanceof ObjectDamaged || error instanceof ObjectConflict) return false
    throw error
  }
  await folder.remove(name)
  return true
}

/** Wraps every key under the newest master key; objects stay as they are. Begun again it goes on. */
export async function rewrapFolder(folder: ObjectFolder, keys: ObjectKeys): Promise<SealedWalk> {
  let [done, left] = [0, 0]
  const [newest, ...older] = keys.keyIds
  for await (const name of folder.names()) {
    const stored = readStoredName(name)
    if (stored.kind !== 'key' || stored.keyId === newest) continue
    const wrapped = older.includes(stored.keyId) ? await folder.get(name) : undefined
    if (wrapped !== undefined && (await rewrapOne(folder, keys, stored.key, wrapped))) {
      await folder.remove(name)
      done += 1
    } else left += 1
  }
  return { done, left }
}

/** False where another key of this object is wrapped under the newest master key already. */
async function rewrapOne(
  folder: ObjectFolder,
  keys: ObjectKeys,
  key: string,
  wrapped: Uint8Array,
): Promise<boolean> {
  const dataKey = keys.unwrap(key, Buffer.from(wrapped).toString())
  const name = wrappedAs(key, keys.keyIds[0])
  try {
    await folder.put(name, Buffer.from(keys.wrap(key, dataKey)))
    return true
  } catch (error) {
    if (!(error instanceof ObjectConflict)) throw error
    const present = await folder.get(name)
    return (
      present !== undefined &&
      Buffer.compare(keys.unwrap(key, Buffer.from(present).toString()), dataKey) === 0
    )
  }
}

/** How many keys of objects are wrapped under each master key, by its number; and how many objects lie unsealed. */
export async function countKeys(
  folders: readonly ObjectFolder[],
  isKept: (name: string) => boolean,
): Promise<{ readonly byKeyId: ReadonlyMap<string, number>; readonly unsealed: number }> {
  const byKeyId = new Map<string, number>()
  let unsealed = 0
  for (const folder of folders)
    for await (const name of folder.names()) {
      const stored = readStoredName(name)
      if (stored.kind === 'key') byKeyId.set(stored.keyId, (byKeyId.get(stored.keyId) ?? 0) + 1)
      else if (stored.kind === 'unsealed' && !isKept(name)) unsealed += 1
    }
  return { byKeyId, unsealed }
}
