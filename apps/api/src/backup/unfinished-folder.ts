import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BackupFailure } from './backup-failure.ts'

/** Refuses a target that already holds something. */
async function refuseFilled(target: string): Promise<void> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new BackupFailure(`${target} is not empty. Name a new or empty folder.`)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What runs that were killed left behind; they never got the target's name. */
async function clearAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.unfinished-`
  for (const name of await readdir(dirname(target))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isSafeInteger(pid) && !isAlive(pid))
      await rm(join(dirname(target), name), { recursive: true, force: true })
  }
}

/**
 * Lets a folder be filled beside its target and gives it the target's name once all is done. Whatever goes wrong, and
 * wherever the process is killed, the target is there whole or not at all.
 */
export async function fillFolder<T>(target: string, fill: (folder: string) => Promise<T>): Promise<T> {
  await refuseFilled(target)
  await mkdir(dirname(target), { recursive: true })
  await clearAbandoned(target)
  const folder = `${target}.unfinished-${process.pid}`
  await mkdir(folder, { mode: 0o700 })
  try {
    const result = await fill(folder)
    await takeName(folder, target)
    return result
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function takeName(folder: string, target: string): Promise<void> {
  try {
    await rename(folder, target)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY')
      throw new BackupFailure(`${target} is a place where a disk is mounted. Name a folder below it.`)
    throw error
  }
}
