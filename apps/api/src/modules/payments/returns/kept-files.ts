import type { FieldPlace } from '@dolphin/database/driver/field-cipher'
import { ObjectConflict } from '@dolphin/integrations/objects/object-store'
import type { MoneyDeps } from '../../../deps.ts'

type NeededDeps = Pick<MoneyDeps, 'objects' | 'cipher'>

const keyOf = (sha256: string): string => `bank-inbox/${sha256}.sealed`

/** Where the bytes are bound to when they are sealed: account numbers do not lie about readable. */
const placeOf = (sha256: string): FieldPlace => ({ table: 'ach_inbox_files', id: sha256, column: 'content' })

/** Keeps a file of the bank as it came, sealed, so that an entry of it can be tried again. The same file is kept once. */
export async function keepFile(
  { objects, cipher }: NeededDeps,
  sha256: string,
  bytes: Uint8Array,
): Promise<void> {
  const key = keyOf(sha256)
  if ((await objects.get(key)) !== undefined) return
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  try {
    await objects.put(key, Buffer.from(cipher.seal(placeOf(sha256), text)))
  } catch (error) {
    // Another run has kept it a moment ago; sealed, the same bytes are others each time.
    if (!(error instanceof ObjectConflict)) throw error
  }
}

/** The bytes of a file that was kept; undefined for one that came before files were. */
export async function openKeptFile(
  { objects, cipher }: NeededDeps,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const sealed = await objects.get(keyOf(sha256))
  if (sealed === undefined) return undefined
  return Buffer.from(cipher.open(placeOf(sha256), new TextDecoder().decode(sealed)), 'base64')
}
