import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { KEY_FOLDER_IDENTITY } from '../security/object-keys.ts'
import { BackupFailure } from './backup-failure.ts'
import { filesBelow } from './folder-files.ts'

/** How many keys are in the copy, and how many left it. */
export interface MirroredKeys {
  readonly kept: number
  readonly removed: number
}

/**
 * Makes a folder hold the same keys of records as another: what was destroyed leaves it, and so does what a killed run left half
 * written. Refused where the two have another identity or nothing in common: neither another lender's keys nor those whose own
 * folder was lost are removed. Ended at any moment it has lost none, and begun again it goes on.
 *
 * @throws BackupFailure
 */
export async function mirrorRecordKeys(from: string, to: string): Promise<MirroredKeys> {
  const [source, copy] = [createLocalFolderStore(from), createLocalFolderStore(to)]
  const keys = new Set<string>()
  for await (const name of source.names()) keys.add(name)
  const there = await filesBelow(to)
  const gone = there.filter((path) => !keys.has(path))
  const [own, other] = [await source.get(KEY_FOLDER_IDENTITY), await copy.get(KEY_FOLDER_IDENTITY)]
  const isOfAnother = own !== undefined && other !== undefined && !Buffer.from(own).equals(other)
  if (isOfAnother || (there.length > 0 && gone.length === there.length))
    throw new BackupFailure(
      `${to} holds none of the keys in ${from}: name the copy of this lender (--record-keys).`,
    )
  const present = new Set(there)
  for (const name of keys) {
    const bytes = present.has(name) ? undefined : await source.get(name)
    if (bytes !== undefined) await copy.put(name, bytes)
  }
  for (const path of gone) await rm(join(to, path))
  return { kept: keys.size, removed: gone.length }
}
