import { constants, existsSync } from 'node:fs'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow } from '@dolphin/api/backup/folder-files'
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
  const copyNew = async (): Promise<void> => {
    for (const folder of FOLDERS) {
      for (const path of await filesBelow(join(dataDir, folder))) {
        const target = join(mirror, folder, path)
        if (existsSync(target) || path.split('/').some((part) => part.startsWith('.'))) continue
        await mkdir(dirname(target), { recursive: true })
        await copyFile(join(dataDir, folder, path), target, constants.COPYFILE_EXCL)
      }
    }
  }
  let round = Promise.resolve()
  let stopped = false
  const timer = setInterval(() => {
    if (stopped) return
    // A file may go while it is looked at: the next look finds what is there.
    round = round.then(() => copyNew().catch(() => undefined))
  }, EVERY_MS)
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
