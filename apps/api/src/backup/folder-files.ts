import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

/** A file of a folder, by its path with slashes. */
export interface DescribedFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Copies that may wait for the disk together. */
const AT_ONCE = 16

const belowFolder = (folder: string, full: string): string =>
  full
    .slice(folder.length + 1)
    .split(sep)
    .join('/')

/** Every file below a folder, in order. A link is not followed: there is none of ours. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => belowFolder(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Every folder below a folder in which nothing lies. */
export async function emptyFoldersBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const filled = new Set(entries.map((entry) => entry.parentPath))
  return entries
    .filter((entry) => entry.isDirectory() && !filled.has(join(entry.parentPath, entry.name)))
    .map((entry) => belowFolder(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Size and SHA-256 of a file, read as a stream. */
export async function describeFile(folder: string, path: string): Promise<DescribedFile> {
  const hash = createHash('sha256')
  const full = join(folder, path)
  for await (const chunk of createReadStream(full)) hash.update(chunk as Buffer)
  return { path, size: (await stat(full)).size, sha256: hash.digest('hex') }
}

/** Makes folders below a folder, readable by their owner alone. */
export async function makeFolders(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
}

/** Copies files from folder to folder and waits until they are on the disk; calls `half` at the halfway point. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<void> {
  await makeFolders(to, [...new Set(paths.map((path) => dirname(path)))])
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = paths.slice(start, start + AT_ONCE)
    await Promise.all(some.map((path) => copyFile(join(from, path), join(to, path))))
  }
  // Only now: the first wait takes most of the others' bytes along.
  for (const path of paths) await flush(join(to, path))
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
