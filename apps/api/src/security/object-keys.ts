import type { FieldCipher, FieldPlace } from '@dolphin/database/driver/field-cipher'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { ObjectFolder, ObjectStore } from '@dolphin/integrations/objects/object-store'
import { DATA_KEY_BYTES } from '@dolphin/integrations/objects/sealed-bytes'
import { type ObjectKeys, sealedStore } from '@dolphin/integrations/objects/sealed-store'
import { createKeyRing, type KeyRing, openFieldCipher } from './keys.ts'

/** Lies among the keys of objects and records, and goes wherever they go: which database they belong to. */
export const KEY_FOLDER_IDENTITY = 'identity/of-keys'

/** Where the key of an object lives: it opens for this object alone. */
const placeOf = (name: string): FieldPlace => ({ table: 'objects', id: name, column: 'key' })

/** Wraps the keys of objects as fields are sealed, under the same master keys. */
export const objectKeysOf = (cipher: FieldCipher, random: RandomSource): ObjectKeys => ({
  keyIds: cipher.keyIds,
  random,
  wrap: (name, dataKey) => cipher.seal(placeOf(name), Buffer.from(dataKey).toString('base64')),
  unwrap: (name, wrapped) => Buffer.from(cipher.open(placeOf(name), wrapped), 'base64'),
})

/** The objects of a folder as a server with these keys reads them; without any, nothing that is sealed opens. */
export function openSealed(
  folder: ObjectFolder,
  keyFolder: ObjectFolder,
  ring: KeyRing | undefined,
  random: RandomSource,
): ObjectStore {
  const known = ring ?? createKeyRing(random.bytes(DATA_KEY_BYTES))
  return sealedStore(folder, keyFolder, objectKeysOf(openFieldCipher(known, random), random))
}
