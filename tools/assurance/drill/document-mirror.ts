import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPaths } from '@dolphin/api/config/config'

const EVERY_MS = 100

/** What lies beside the database, copied elsewhere while it grows: an object never changes, so new ones suffice. */
export interface DocumentMirror {
  /** The last look, as far as it came; what was not copied by now is lost. */
  stop(): Promise<void>
  /** Brings what was copied into a new data folder. */
  restoreInto(dataDir: string): Promise<void>
}

const FOLDERS = ['objects', 'bank', 'keys']

export function startDocumentMirror(dataDir: string, mirror: string): DocumentMirror {
  // What is being written has another name; the identity of the bank's folder begins with a dot too.
  const filter = (path: string) => !path.endsWith('.part')
  const copyNew = async (): Promise<void> => {
    for (const folder of FOLDERS.filter((name) => existsSync(join(dataDir, name))))
      await cp(join(dataDir, folder), join(mirror, folder), { recursive: true, force: false, filter })
  }
  let round = Promise.resolve()
  let stopped = false
  const timer = setInterval(() => {
    if (stopped) return
    // A file may go while it is looked at: the next look finds what is there.
    round = round.then(() => copyNew().catch(() => undefined))
  }, EVERY_MS).unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
    async restoreInto(target) {
      await cp(mirror, target, { recursive: true })
      await cp(dataPaths(dataDir).clockOffset, dataPaths(target).clockOffset).catch(() => undefined)
    },
  }
}
