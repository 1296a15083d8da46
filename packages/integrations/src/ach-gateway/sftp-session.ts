import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { ServerHostKeyAlgorithm } from 'ssh2'
import type Client from 'ssh2-sftp-client'
import { type BankFailureReason, BankUnreachable } from './bank-gateway.ts'

/** How to reach the bank's server. Key or password or both; the host key is known beforehand. */
export interface SftpSettings {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  /** Private key, as the text of its file. */
  readonly privateKey: string | undefined
  readonly passphrase: string | undefined
  /** SHA256:… as `ssh-keygen -lf` prints them; the server has any one of these keys. */
  readonly hostKeyFingerprints: readonly string[]
  /** Folders on the server. */
  readonly outbox: string
  readonly inbox: string
  readonly archive: string
  /** Permissions of what we write there; the server's own mask may take some away. */
  readonly fileMode: number
  /** For one connection or one file operation. */
  readonly timeoutMs: number
}

/** The fingerprint of a host key as OpenSSH prints it. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/**
 * Connects, does the work and closes, whatever happens: the socket is ours, so that it can be cut off even when the
 * server does not answer any more. Throws `BankUnreachable`; what the work itself throws goes through.
 */
export async function withSftp<T>(
  settings: SftpSettings,
  operation: string,
  work: (server: SftpServer) => Promise<T>,
): Promise<T> {
  // Loaded by who has a bank to reach, for it takes a tenth of a second of every start.
  const { default: SftpClient } = await import('ssh2-sftp-client')
  const refused = new Set<string>()
  for (;;) {
    const socket = await openSocket(settings, operation)
    // Errors of the connection reach the call under way; without listeners they would be printed instead.
    const client = new SftpClient('bank', { error: ignore, end: ignore, close: ignore })
    try {
      const known = await signIn(settings, operation, { client, socket, refused })
      if (known) return await work(serverOf(client, operation, settings))
    } finally {
      await within(1_000, operation, client.end()).catch(ignore)
      socket.destroy()
    }
  }
}

/** Kinds of host key, with the ways in which each signs, best first. Source: RFC 4253 §6.6, RFC 5656, RFC 8332, RFC 8709. */
const WAYS_OF_KEY = new Map<string, readonly ServerHostKeyAlgorithm[]>([
  ['ssh-ed25519', ['ssh-ed25519']],
  ['ecdsa-sha2-nistp256', ['ecdsa-sha2-nistp256']],
  ['ecdsa-sha2-nistp384', ['ecdsa-sha2-nistp384']],
  ['ecdsa-sha2-nistp521', ['ecdsa-sha2-nistp521']],
  ['ssh-rsa', ['rsa-sha2-512', 'rsa-sha2-256']],
])

/** The kind of a host key: the first text in it. Source: RFC 4253 §6.6. */
const kindOf = (key: Buffer): string => key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')

interface SignIn {
  readonly client: Client
  readonly socket: Socket
  /** Kinds of key that the server has shown and that are not set. */
  readonly refused: Set<string>
}

/** The bits of a file's mode that say who may read and write it. */
const PERMISSIONS = 0o777

const ignore = (): undefined => undefined

function openSocket({ host, port, timeoutMs }: SftpSettings, operation: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const fail = (reason: BankFailureReason, detail: string) => {
      socket.destroy()
      reject(new BankUnreachable(operation, reason, detail))
    }
    const timer = setTimeout(() => fail('timeOut', 'no connection'), timeoutMs)
    socket.once('error', ({ message }) => {
      clearTimeout(timer)
      fail('connection', message)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      socket.on('error', ignore)
      resolve(socket)
    })
  })
}

/**
 * Signs in where the server's key is set. A server has a key of each kind and shows the one that is asked for first: false
 * where it has shown another, which is not asked for again.
 */
async function signIn(
  settings: SftpSettings,
  operation: string,
  { client, socket: sock, refused }: SignIn,
): Promise<boolean> {
  let isOtherHost = false
  const { user: username, password, privateKey, passphrase, timeoutMs } = settings
  const hostVerifier = (key: Buffer): boolean => {
    isOtherHost = !settings.hostKeyFingerprints.includes(fingerprintOf(key))
    if (isOtherHost) refused.add(kindOf(key))
    return !isOtherHost
  }
  const secrets = { ...(password && { password }), ...(privateKey && { privateKey }) }
  const serverHostKey = [...WAYS_OF_KEY].flatMap(([kind, ways]) => (refused.has(kind) ? [] : ways))
  const algorithms = { serverHostKey }
  const options = { sock, username, ...secrets, ...(passphrase && { passphrase }), hostVerifier, algorithms }
  const asked = refused.size
  try {
    await within(timeoutMs, operation, client.connect({ ...options, readyTimeout: timeoutMs }))
    return true
  } catch (error) {
    const isLast = refused.size === asked || refused.size >= WAYS_OF_KEY.size
    if (isOtherHost && !isLast) return false
    if (isOtherHost || (asked > 0 && isWithoutKey(error))) {
      throw new BankUnreachable(operation, 'hostKey', 'the server is not the one whose key is set')
    }
    throw failureOf(operation, error)
  }
}

/** The server has no host key of a kind that is left to ask for. */
const isWithoutKey = (error: unknown): boolean =>
  error instanceof Error && /no matching host key/i.test(error.message)

/** The library's errors by what a caller does about them. */
function failureOf(operation: string, error: unknown): BankUnreachable {
  if (error instanceof BankUnreachable) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/authentication|cannot parse privatekey/i.test(message)) {
    return new BankUnreachable(operation, 'signIn', 'the server does not take the user, key or password')
  }
  if (/timed? ?out/i.test(message)) return new BankUnreachable(operation, 'timeOut', message)
  const isRefusal = /permission denied|failure|no such file|operation unsupported/i.test(message)
  return new BankUnreachable(operation, isRefusal ? 'refused' : 'connection', message)
}

async function within<T>(timeoutMs: number, operation: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BankUnreachable(operation, 'timeOut', `${timeoutMs} ms`)), timeoutMs)
  })
  // The loser of the race still settles later, when its rejection may have no handler left.
  work.catch(ignore)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface SftpFile {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970 by the server's clock, in whole seconds. */
  readonly modifiedAt: number
}

/** What the gateway asks of a server, each within the time limit. */
export interface SftpServer {
  /** Undefined when there is no such file. */
  stat(path: string): Promise<(SftpFile & { readonly mode: number }) | undefined>
  list(folder: string): Promise<readonly (SftpFile & { readonly name: string; readonly isFile: boolean })[]>
  read(path: string): Promise<Uint8Array>
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Fails where the target is taken, unlike the POSIX rename. */
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

function serverOf(client: Client, operation: string, { timeoutMs, fileMode }: SftpSettings): SftpServer {
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await within(timeoutMs, operation, work)
    } catch (error) {
      throw failureOf(operation, error)
    }
  }
  return {
    async stat(path) {
      const kind = await asked(client.exists(path))
      if (kind === false) return undefined
      const { size, modifyTime, mode } = await asked(client.stat(path))
      return { size, modifiedAt: modifyTime, mode: mode & PERMISSIONS }
    },
    async list(folder) {
      const found = await asked(client.list(folder))
      return found.map(({ name, size, type, modifyTime }) => ({
        name,
        size,
        modifiedAt: modifyTime,
        isFile: type === '-',
      }))
    },
    async read(path) {
      const bytes = await asked(client.get(path))
      if (!Buffer.isBuffer(bytes)) throw new BankUnreachable(operation, 'refused', 'no bytes came')
      return bytes
    },
    write: async (path, bytes) =>
      void (await asked(client.put(Buffer.from(bytes), path, { writeStreamOptions: { mode: fileMode } }))),
    rename: async (from, to) => void (await asked(client.rename(from, to))),
    remove: async (path) => void (await asked(client.delete(path, true))),
  }
}
