import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRunning } from '@dolphin/database/driver/embedded/directory-lock'
import { BackupFailure } from './backup-failure.ts'
import { flushFiles } from './folder-files.ts'

/** What runs that were killed left behind; they never got the target's name. */
async function clearAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.unfinished-`
  for (const name of await readdir(dirname(target))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isSafeInteger(pid) && !isRunning(pid))
      await rm(join(dirname(target), name), { recursive: true, force: true })
  }
}

/**
 * Lets a folder be filled beside its target and gives it the target's name once all is done and on the disk. Whatever goes
 * wrong, and wherever the process is killed, the target is there whole or not at all.
 */
export async function fillFolder<T>(target: string, fill: (folder: string) => Promise<T>): Promise<T> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new BackupFailure(`${target} is not empty. Name a new or empty folder.`)
  await mkdir(dirname(target), { recursive: true })
  await clearAbandoned(target)
  const folder = `${target}.unfinished-${process.pid}`
  await mkdir(folder, { mode: 0o700 })
  try {
    const result = await fill(folder)
    await flushFiles(folder)
    await rename(folder, target)
    return result
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY')
      throw new BackupFailure(`${target} is a place where a disk is mounted. Name a folder below it.`)
    throw error
  }
}
