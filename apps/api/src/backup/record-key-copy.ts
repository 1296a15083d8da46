import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_FOLDER_IDENTITY } from '../security/object-keys.ts'
import { BackupFailure } from './backup-failure.ts'
import { copyFiles, filesBelow } from './folder-files.ts'

/** How many keys are in the copy, and how many left it. */
export interface MirroredKeys {
  readonly kept: number
  readonly removed: number
}

/**
 * Makes a folder hold the same keys of records as another: what was destroyed leaves it. Refused where the two have another
 * identity or nothing in common: neither another lender's keys nor those whose own folder was lost are removed. Ended at any
 * moment it has lost none, and begun again it goes on.
 *
 * @throws BackupFailure
 */
export async function mirrorRecordKeys(from: string, to: string): Promise<MirroredKeys> {
  const isKey = (path: string): boolean => !path.split('/').some((part) => part.startsWith('.'))
  const keys = (await filesBelow(from)).filter(isKey)
  const here = new Set(keys)
  const there = await filesBelow(to)
  const gone = there.filter((path) => !here.has(path))
  if ((there.length > 0 && gone.length === there.length) || (await isOfAnother(from, to)))
    throw new BackupFailure(
      `${to} holds none of the keys in ${from}: name the copy of this lender (--record-keys).`,
    )
  const present = new Set(there)
  await copyFiles(
    from,
    to,
    keys.filter((path) => !present.has(path)),
  )
  for (const path of gone) await rm(join(to, path))
  return { kept: keys.length, removed: gone.length }
}

async function isOfAnother(from: string, to: string): Promise<boolean> {
  const [own, other] = [from, to].map((folder) => join(folder, KEY_FOLDER_IDENTITY))
  if (own === undefined || other === undefined || !existsSync(own) || !existsSync(other)) return false
  return (await readFile(own, 'utf8')) !== (await readFile(other, 'utf8'))
}
