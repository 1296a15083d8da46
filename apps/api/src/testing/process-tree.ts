import { existsSync, readdirSync, readFileSync } from 'node:fs'

const statusOf = (pid: number): string => {
  const path = `/proc/${pid}/stat`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const isZombie = (pid: number): boolean => /\) Z /.test(statusOf(pid))

/** The processes that a process has started, as Linux tells of them. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(/\) \S (\d+) /.exec(statusOf(pid))?.[1]) === parent)

/** Sends a signal, or with 0 only asks; whether the process was there. */
export function signal(pid: number, which: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, which) && !isZombie(pid)
  } catch {
    return false
  }
}

/** As a power cut: nothing is closed, nothing is said. The wait keeps this thread from another step. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
