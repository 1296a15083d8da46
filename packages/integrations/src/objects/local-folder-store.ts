import { readdir, readFile, realpath, unlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { flushFolder, writeOnce } from './atomic-write.ts'
import { assertObjectKey, fitsKey } from './object-key.ts'
import { ObjectConflict, ObjectDamaged, type ObjectFolder } from './object-store.ts'

/**
 * Objects as files below one folder; the default where no object storage is configured.
 *
 * The folder must be on a file system with hard links. A key that leads out of the folder by a symbolic
 * link is refused as well as one that leads out by its text.
 */
export function createLocalFolderStore(folder: string): ObjectFolder {
  const root = resolve(folder)
  return {
    async put(key, bytes) {
      assertObjectKey(key)
      if (!fitsKey(key, bytes)) throw new ObjectConflict(key)
      if ((await writeOnce(join(root, key), bytes)) === 'different') throw new ObjectConflict(key)
    },
    async get(key) {
      assertObjectKey(key)
      const bytes = await unlessAbsent(readReal(root, join(root, key)))
      if (bytes !== undefined && !fitsKey(key, bytes)) throw new ObjectDamaged(key)
      return bytes
    },
    names: (below = '') => namesBelow(root, join(root, below)),
    async remove(key) {
      assertObjectKey(key)
      const path = join(root, key)
      if ((await unlessAbsent(unlink(path).then(() => true))) === true) await flushFolder(dirname(path))
    },
  }
}

/** Unfinished files begin with a dot and are no objects. */
async function* namesBelow(root: string, folder: string): AsyncGenerator<string> {
  for (const entry of (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* namesBelow(root, path)
    else if (entry.isFile() && !entry.name.startsWith('.')) yield relative(root, path).replaceAll(sep, '/')
  }
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function readReal(root: string, path: string): Promise<Uint8Array> {
  const real = relative(await realpath(root), await realpath(path))
  if (real.startsWith('..') || isAbsolute(real)) throw new RangeError('an object lies outside its store')
  return await readFile(path)
}
