import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files are their owner's alone. */
const MODE = 0o600

/**
 * Writes a file that other processes see whole or not at all, and never over another one.
 *
 * The bytes go to a temporary name in the same folder, are flushed to the disk, and get their final name by
 * a hard link, which fails where the name is taken (a rename would replace silently). A crash at any point
 * leaves at most a temporary file starting with a dot.
 * Returns 'written', 'same' (these bytes stood there already) or 'different'.
 */
export async function writeOnce(path: string, bytes: Uint8Array): Promise<'written' | 'same' | 'different'> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.${randomUUID()}.part`)
  await writeFlushed(temporary, bytes)
  try {
    await link(temporary, path)
  } catch (error) {
    if (!isTaken(error)) throw error
    const present = await readFile(path)
    return present.equals(bytes) ? 'same' : 'different'
  } finally {
    await unlink(temporary)
  }
  await flushFolder(folder)
  return 'written'
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', MODE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is an entry of its folder, which has to reach the disk like the bytes themselves. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
