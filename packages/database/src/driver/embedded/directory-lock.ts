import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Another process has the directory open. Two would corrupt it. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string, pid: number) {
    super(
      `The embedded database in ${directory} is in use by process ${pid}. ` +
        'Stop that process, choose another folder (DATA_DIR), or use PostgreSQL (DATABASE_URL).',
    )
  }
}

interface Holder {
  readonly pid: number
  /** Tells a process from a later one that was given the same number; empty where /proc is missing. */
  readonly startedAt: string
}

const START_TIME_FIELD = 22

function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may hold spaces: count from its end.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD - 3] ?? ''
  } catch {
    return ''
  }
}

/** Whether a process of this number runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const isAlive = ({ pid, startedAt }: Holder): boolean =>
  isRunning(pid) && (startedAt === '' || startTime(pid) === startedAt)

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return { pid, startedAt }
  } catch {
    return undefined
  }
}

function tryLink(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Long enough for a rival that saw the same dead holder to have replaced the file as well. */
const TAKE_OVER_MS = 50

/**
 * Locks a directory for this process; returns the release. A lock whose process is gone (killed, power cut) is
 * taken over. Throws DirectoryInUse while the holder lives, this very process included.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const lock = join(directory, 'lock')
  const mine = `${lock}.${process.pid}`
  const content = JSON.stringify({ pid: process.pid, startedAt: startTime(process.pid) })
  const release = (): void => rmSync(lock, { force: true })
  writeFileSync(mine, content)
  try {
    if (tryLink(mine, lock)) return release
    const holder = readHolder(lock)
    if (holder && isAlive(holder)) throw new DirectoryInUse(directory, holder.pid)
    renameSync(mine, lock)
    await wait(TAKE_OVER_MS)
    const winner = readHolder(lock)
    if (winner?.pid !== process.pid) throw new DirectoryInUse(directory, winner?.pid ?? 0)
    return release
  } finally {
    rmSync(mine, { force: true })
  }
}
