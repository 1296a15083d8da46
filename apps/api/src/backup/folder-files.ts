import { createHash } from 'node:crypto'
import { createReadStream, type Dirent, existsSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file of a folder, by its path with slashes. */
export interface DescribedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

const pathsOf = (folder: string, entries: readonly Dirent[]): string[] =>
  entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')).toSorted()

/** Everything below a folder that is no folder, in order. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return pathsOf(
    folder,
    entries.filter((entry) => !entry.isDirectory()),
  )
}

/** Every folder below a folder in which nothing lies: the engine has some and does not start without them. */
export async function emptyFoldersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const filled = new Set(entries.map((entry) => entry.parentPath))
  return pathsOf(
    folder,
    entries.filter((entry) => entry.isDirectory() && !filled.has(join(entry.parentPath, entry.name))),
  )
}

/** Size and SHA-256 of a file, read as a stream. */
export async function describeFile(folder: string, path: string): Promise<DescribedFile> {
  const hash = createHash('sha256')
  const full = join(folder, path)
  for await (const chunk of createReadStream(full)) hash.update(chunk as Buffer)
  return { path, size: (await stat(full)).size, sha256: hash.digest('hex') }
}

/** Waits until every file below a folder is on the disk. */
export async function flushFiles(folder: string): Promise<void> {
  for (const path of await filesBelow(folder)) {
    const file = await open(join(folder, path), 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }
}
