import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'
import {
  type Acknowledgment,
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

export interface BankFolderOptions {
  readonly quiet?: Quiet
}

/**
 * A folder that a transfer outside this product fills and empties: `outbox` takes what goes to the bank, `inbox` has
 * what it sends, `archive` keeps what was read, `set-aside` what was refused. Names beginning with a point are files under way.
 * A transfer that leaves a file in `outbox` once the bank has it writes `<name>.ack` beside it, empty or with the SHA-256 of
 * what the bank has; that stays for good, with the hash. Source: docs/guides/ach-files.md, "Gateway to the bank".
 */
export function createBankFolder(folder: string, { quiet = NO_QUIET }: BankFolderOptions = {}): BankGateway {
  const inbox = join(folder, 'inbox')
  const outbox = join(folder, 'outbox')
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
      const known = await readAcknowledgment(outbox, fileName)
      if (known !== undefined && (await unlessGone(stat(join(outbox, fileName)))) === undefined) {
        if (known.sha256 !== sha256Hex(bytes)) throw new BankFileConflict(fileName)
        return { sha256: known.sha256, alreadySubmitted: true }
      }
      const outcome = await writeOnce(join(outbox, fileName), bytes)
      if (outcome === 'different') throw new BankFileConflict(fileName)
      return { sha256: sha256Hex(bytes), alreadySubmitted: outcome === 'same' }
    },
    async listAcknowledged() {
      const names = new Set((await unlessGone(readdir(outbox))) ?? [])
      const waiting = [...names].filter((name) => names.has(`${name}${ACKNOWLEDGED}`))
      const read = await Promise.all(waiting.map((name) => readAcknowledgment(outbox, name)))
      return read.filter((one) => one !== undefined)
    },
    async removeAcknowledged({ fileName, sha256 }) {
      requirePlainName(fileName)
      const named = join(outbox, `.${randomUUID()}.part`)
      await writeFile(named, `${sha256}\n`, { mode: 0o600, flush: true })
      await rename(named, join(outbox, `${fileName}${ACKNOWLEDGED}`))
      await flushFolder(outbox)
      await unlessGone(unlink(join(outbox, fileName)))
      await flushFolder(outbox)
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

const ACKNOWLEDGED = '.ack'
const SHA256 = /^[0-9a-f]{64}\b/

/** The line of `sha256sum` is understood as well: the name behind the hash is not looked at. */
async function readAcknowledgment(folder: string, fileName: string): Promise<Acknowledgment | undefined> {
  const text = await unlessGone(readFile(join(folder, `${fileName}${ACKNOWLEDGED}`), 'utf8'))
  if (text === undefined) return undefined
  return { fileName, sha256: SHA256.exec(text.trim().toLowerCase())?.[0] }
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
