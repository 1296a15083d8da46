import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type WriteWatch, writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'
import {
  archiveName,
  BankFileConflict,
  BankFileTooLarge,
  type BankGateway,
  type InboundBytes,
  type InboundFile,
  type InboundName,
  isInboundName,
  isQuiet,
  MOST_INBOUND_BYTES,
  NO_QUIET,
  type Quiet,
  requireInboundName,
  requirePlainName,
} from './bank-gateway.ts'
import { STORED_NAMES } from '@dolphin/domain/stored-names'

export interface BankFolderOptions extends WriteWatch {
  readonly quiet?: Quiet
}

/**
 * A folder that a transfer outside this product fills and empties: `outbox` takes what goes to the bank, `inbox` has
 * what it sends, `archive` keeps what was read, `set-aside` what was refused. Names beginning with a point are files under way.
 */
export function createBankFolder(
  folder: string,
  { quiet = NO_QUIET, ...watch }: BankFolderOptions = {},
): BankGateway {
  const inbox = join(folder, 'inbox')
  const fetch = async (fileName: string): Promise<InboundBytes | undefined> => {
    requireInboundName(fileName)
    return readWhole(join(inbox, fileName), fileName)
  }
  const moveInboundFile = async (place: string, file: InboundName): Promise<void> => {
    const present = await fetch(file.fileName)
    if (present?.sha256 !== file.sha256) return
    await mkdir(join(folder, place), { recursive: true })
    // The target is named by its bytes, so replacing it changes nothing.
    await unlessGone(rename(join(inbox, file.fileName), join(folder, place, archiveName(file))))
  }
  return {
    async submit(fileName, text) {
      requirePlainName(fileName)
      const bytes = new TextEncoder().encode(text)
      const outcome = await writeOnce(join(folder, 'outbox', fileName), bytes, watch)
      if (outcome === 'different') throw new BankFileConflict(fileName)
      return { sha256: sha256Hex(bytes), alreadySubmitted: outcome === 'same' }
    },
    async listInbound() {
      await mkdir(inbox, { recursive: true })
      const found = await readdir(inbox, { withFileTypes: true })
      const names = found.filter((entry) => entry.isFile() && isInboundName(entry.name))
      const files = await Promise.all(names.map(({ name }) => inboundIn(inbox, name, quiet)))
      return files.flat().toSorted(byName)
    },
    fetch,
    archive: (file) => moveInboundFile('archive', file),
    quarantine: (file) => moveInboundFile(STORED_NAMES.bankFolder.quarantine, file),
  }
}

const byName = (left: InboundFile, right: InboundFile): number => (left.fileName < right.fileName ? -1 : 1)

async function inboundIn(folder: string, fileName: string, quiet: Quiet): Promise<readonly InboundFile[]> {
  const found = await unlessGone(stat(join(folder, fileName)))
  return found !== undefined && isQuiet(quiet, found.mtimeMs) ? [{ fileName, byteCount: found.size }] : []
}

async function readWhole(path: string, fileName: string): Promise<InboundBytes | undefined> {
  const found = await unlessGone(stat(path))
  if (found === undefined) return undefined
  if (found.size > MOST_INBOUND_BYTES) throw new BankFileTooLarge(fileName)
  const bytes = await unlessGone(readFile(path))
  const after = await unlessGone(stat(path))
  const isUnchanged = after?.size === found.size && after.mtimeMs === found.mtimeMs
  return bytes && isUnchanged ? { bytes, sha256: sha256Hex(bytes) } : undefined
}

/** Another run may have put the file away a moment ago. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
