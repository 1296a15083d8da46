import { listUnsentAchFiles } from '@dolphin/database/payments/ach-file-repository'
import { countPeppers } from '@dolphin/database/identity/customer-repository'
import { countFactorPeppers } from '@dolphin/database/staff/factor-repository'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Database } from '@dolphin/database/driver/open'
import { RECORD_KEYS_FOLDER } from '@dolphin/database/driver/record-keys'
import { countSealed, type SealedCount } from '@dolphin/database/driver/reseal'
import { isOfStart } from '@dolphin/integrations/objects/names-stay'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { countKeys } from '@dolphin/integrations/objects/sealed-store'
import { type KeyRing, pepperIdOf } from './keys.ts'
import { KEY_FOLDER_IDENTITY } from './object-keys.ts'

/** What still needs a master key. */
export interface KeyUse {
  /** Number of its field key, as it stands in every sealed value. */
  readonly keyId: string
  readonly role: 'newest' | 'older' | 'unknown'
  readonly fields: number
  readonly passwords: number
  /** Documents, uploads and files whose own keys it wraps. */
  readonly objects: number
}

export interface KeyState {
  readonly keys: readonly KeyUse[]
  readonly columns: readonly SealedCount[]
  /** Objects of a release before, which wait for the job that seals them. */
  readonly unsealed: number
  /** ACH files that were cut and did not reach the bank yet: their text is opened once more. */
  readonly filesUnsent: boolean
}

/** Keys of records need no master key: they lie as they are. */
const isNoObject = (name: string): boolean =>
  isOfStart(name) || name === KEY_FOLDER_IDENTITY || name.startsWith(RECORD_KEYS_FOLDER)

/**
 * Counts what is sealed under which key and how many passwords have which pepper. Walks every name of the folders: of the
 * objects, and of their keys.
 */
export async function readKeyState(
  { db }: Pick<Database, 'db'>,
  cipher: FieldCipher,
  ring: KeyRing,
  folders: readonly ObjectFolder[],
): Promise<KeyState> {
  const { byKeyId, unsealed } = await countKeys(folders, isNoObject)
  const columns = await countSealed(db)
  const peppers = [...(await countPeppers(db)), ...(await countFactorPeppers(db))]
  const pepperIds = ring.known('password pepper').map(pepperIdOf)
  const unknown = [...new Set([...columns.map(({ keyId }) => keyId), ...byKeyId.keys()])].filter(
    (keyId) => !cipher.keyIds.includes(keyId),
  )
  const fieldsOf = (keyId: string): number =>
    columns.filter((one) => one.keyId === keyId).reduce((total, { values }) => total + values, 0)
  // A hash that names no pepper is from before there was a second one: of the oldest key.
  const passwordsOf = (at: number): number =>
    peppers
      .filter(({ pepperId }) =>
        pepperId === null ? at === pepperIds.length - 1 : pepperId === pepperIds[at],
      )
      .reduce((total, { passwords }) => total + passwords, 0)
  const objectsOf = (keyId: string): number => byKeyId.get(keyId) ?? 0
  return {
    columns,
    unsealed,
    filesUnsent: (await listUnsentAchFiles(db)).length > 0,
    keys: [
      ...cipher.keyIds.map((keyId, at) => ({
        keyId,
        role: at === 0 ? ('newest' as const) : ('older' as const),
        fields: fieldsOf(keyId),
        passwords: passwordsOf(at),
        objects: objectsOf(keyId),
      })),
      ...unknown.map((keyId) => ({
        keyId,
        role: 'unknown' as const,
        fields: fieldsOf(keyId),
        passwords: 0,
        objects: objectsOf(keyId),
      })),
    ],
  }
}

/** Why a key cannot go yet; empty where it can. */
export function stillNeeded(state: KeyState, keyId: string, withoutPasswords: boolean): string[] {
  const use = state.keys.find((one) => one.keyId === keyId)
  if (use === undefined) return [`no key has the number ${keyId}`]
  if (use.role === 'newest') return ['it is the newest: what is saved now is sealed with it']
  const passwords = withoutPasswords ? 0 : use.passwords
  return [
    use.fields > 0 ? `${use.fields} fields are sealed with it (keys rotate)` : undefined,
    use.objects > 0 ? `the keys of ${use.objects} objects are wrapped with it (keys rotate)` : undefined,
    passwords > 0
      ? `${passwords} passwords have its pepper; they change at the next sign-in (--without-passwords lets their owners choose a new one by mail)`
      : undefined,
    state.filesUnsent
      ? 'an ACH file is generated and not transmitted yet; its text may be sealed with it'
      : undefined,
  ].filter((line) => line !== undefined)
}
