import { HOUR_MS } from '@dolphin/domain/time/durations'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256Hex } from '../objects/object-key.ts'
import {
  archiveName,
  BankFileConflict,
  BankFileTooLarge,
  type BankGateway,
  BankUnreachable,
  type InboundBytes,
  type InboundName,
  isInboundName,
  isQuiet,
  MOST_INBOUND_BYTES,
  NO_QUIET,
  requireInboundName,
  requirePlainName,
} from './bank-gateway.ts'
import { type SftpServer, type SftpSettings, withSftp } from './sftp-session.ts'
import { STORED_NAMES } from '@dolphin/domain/stored-names'

/** Waits before the second and the third try. A round of the timetable comes again anyway. */
const PAUSES_MS = [500, 2_000]

/**
 * The bank's SFTP server. A file goes up under a hidden name and is renamed when it is whole, so that the bank never
 * takes half of one; what was refused lies in the archive under a name that says so. Each call is a connection of its own, tried three times; a wrong host key or sign-in is not.
 */
export function createBankSftp(
  settings: SftpSettings,
  pausesMs: readonly number[] = PAUSES_MS,
  quiet = NO_QUIET,
): BankGateway {
  const { inbox, archive } = settings
  const tried = <T>(operation: string, work: (server: SftpServer) => Promise<T>): Promise<T> =>
    repeat(pausesMs, () => withSftp(settings, operation, work))
  const moveInboundFile = async (operation: string, file: InboundName, name: string): Promise<void> => {
    requireInboundName(file.fileName)
    await tried(operation, async (server) => {
      const present = await fetchWhole(server, inbox, file.fileName)
      if (present?.sha256 !== file.sha256) return
      const target = `${archive}/${name}`
      // The same bytes were put away before: this is the same file, sent again.
      if ((await server.stat(target)) !== undefined) await server.remove(`${inbox}/${file.fileName}`)
      else await server.rename(`${inbox}/${file.fileName}`, target)
    })
  }
  return {
    async submit(fileName, text) {
      requirePlainName(fileName)
      const bytes = new TextEncoder().encode(text)
      const upload = {
        fileName,
        bytes,
        temporary: `${settings.outbox}/.${randomUUID()}${PART}`,
        isNamed: false,
      }
      const isNew = await tried('submit', (server) => submitOnce(server, settings.outbox, upload))
      return { sha256: sha256Hex(bytes), alreadySubmitted: !isNew }
    },
    listInbound: () =>
      tried('list', async (server) => {
        const found = await server.list(inbox)
        return found
          .filter(
            ({ name, isFile, modifiedAt }) => isFile && isInboundName(name) && isQuiet(quiet, modifiedAt),
          )
          .map(({ name, size }) => ({ fileName: name, byteCount: size }))
          .toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1))
      }),
    // The outbox is the bank's own: what it has taken is its to remove.
    listAcknowledged: () => Promise.resolve([]),
    removeAcknowledged: () => Promise.resolve(),
    async fetch(fileName) {
      requireInboundName(fileName)
      return tried('fetch', (server) => fetchWhole(server, inbox, fileName))
    },
    archive: (file) => moveInboundFile('archive', file, archiveName(file)),
    quarantine: (file) =>
      moveInboundFile('quarantine', file, `${STORED_NAMES.bankFolder.quarantine}-${archiveName(file)}`),
  }
}

/** The end of the hidden name that a file has until it is whole. */
const PART = '.part'
const OUR_PART = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/
/** Longer than every try of an upload together, so that none that still runs is taken away. */
const PART_IS_LEFT_AFTER_MS = HOUR_MS

/**
 * Takes away the halves of uploads that broke off, such as those of a killed server. Their age is measured by the
 * bank's own clock: against the file that was just written.
 */
async function removeBrokenOff(server: SftpServer, outbox: string, writtenAt: number): Promise<void> {
  for (const { name, isFile, modifiedAt } of await server.list(outbox)) {
    if (isFile && OUR_PART.test(name) && writtenAt - modifiedAt > PART_IS_LEFT_AFTER_MS)
      await server.remove(`${outbox}/${name}`)
  }
}

interface Upload {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly temporary: string
  /** The server was told to give it its name; whether it did is not known until it answers. */
  isNamed: boolean
}

/** Answers whether this call handed the file over; false when it lay there already. */
async function submitOnce(server: SftpServer, outbox: string, upload: Upload): Promise<boolean> {
  const path = `${outbox}/${upload.fileName}`
  if ((await server.stat(path)) !== undefined) {
    await refuseOthers(server, path, upload)
    await server.remove(upload.temporary)
    return upload.isNamed
  }
  // Only our rename takes the hidden name away. Both names gone: the bank has fetched the file already.
  if (upload.isNamed && (await server.stat(upload.temporary)) === undefined) return true
  await server.write(upload.temporary, upload.bytes)
  const written = await server.stat(upload.temporary)
  if (written?.size !== upload.bytes.length) {
    throw new BankUnreachable('submit', 'connection', 'the file did not arrive whole')
  }
  await removeBrokenOff(server, outbox, written.modifiedAt)
  upload.isNamed = true
  try {
    await server.rename(upload.temporary, path)
    return true
  } catch (error) {
    if (!(error instanceof BankUnreachable && error.reason === 'refused')) throw error
    upload.isNamed = false
    // Another run was faster: its bytes decide.
    if ((await server.stat(path)) === undefined) throw error
    await server.remove(upload.temporary)
    await refuseOthers(server, path, upload)
    return false
  }
}

async function refuseOthers(server: SftpServer, path: string, { fileName, bytes }: Upload): Promise<void> {
  if (!Buffer.from(bytes).equals(await server.read(path))) throw new BankFileConflict(fileName)
}

async function fetchWhole(
  server: SftpServer,
  folder: string,
  fileName: string,
): Promise<InboundBytes | undefined> {
  const path = `${folder}/${fileName}`
  const before = await server.stat(path)
  if (before === undefined) return undefined
  if (before.size > MOST_INBOUND_BYTES) throw new BankFileTooLarge(fileName)
  const bytes = await server.read(path)
  const after = await server.stat(path)
  const isUnchanged = after?.size === before.size && after.modifiedAt === before.modifiedAt
  return isUnchanged ? { bytes, sha256: sha256Hex(bytes) } : undefined
}

/** Tries again what may pass: a lost connection or a silent server. */
async function repeat<T>(pausesMs: readonly number[], work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      const mayPass =
        error instanceof BankUnreachable && (error.reason === 'connection' || error.reason === 'timeOut')
      if (!mayPass) throw error
      await pause(pauseMs)
    }
  }
  return work()
}
