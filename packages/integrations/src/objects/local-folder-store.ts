import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { writeOnce } from './atomic-write.ts'
import { assertObjectKey, fitsKey } from './object-key.ts'
import { ObjectConflict, ObjectDamaged, type ObjectStore } from './object-store.ts'

/**
 * Objects as files below one folder; the default where no object storage is configured.
 *
 * The folder must be on a file system with hard links. A key that leads out of the folder by a symbolic
 * link is refused as well as one that leads out by its text.
 */
export function createLocalFolderStore(folder: string): ObjectStore {
  const root = resolve(folder)
  return {
    async put(key, bytes) {
      assertObjectKey(key)
      if (!fitsKey(key, bytes)) throw new ObjectConflict(key)
      if ((await writeOnce(join(root, key), bytes)) === 'different') throw new ObjectConflict(key)
    },
    async get(key) {
      assertObjectKey(key)
      const bytes = await readInside(root, join(root, key))
      if (bytes !== undefined && !fitsKey(key, bytes)) throw new ObjectDamaged(key)
      return bytes
    },
  }
}

async function readInside(root: string, path: string): Promise<Uint8Array | undefined> {
  try {
    const real = relative(await realpath(root), await realpath(path))
    if (real.startsWith('..') || isAbsolute(real)) throw new RangeError('an object lies outside its store')
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
