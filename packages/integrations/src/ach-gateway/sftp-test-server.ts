import { constants as files } from 'node:fs'
import { type FileHandle, link, open, readdir, stat, unlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { type Connection, type SFTPWrapper, Server, utils } from 'ssh2'
import { fingerprintOf } from './sftp-session.ts'

const { STATUS_CODE, OPEN_MODE } = utils.sftp

/** What the server does with an operation: answer, drop the connection before or after doing it, or say nothing. */
export type Behavior = 'answer' | 'dropBefore' | 'dropAfter' | 'silent'
export type SftpOperation = 'open' | 'write' | 'rename' | 'readdir' | 'stat' | 'read'

/** A server has a key of each, and shows one of them in a connection. */
export type HostKeyKind = 'ed25519' | 'ecdsa' | 'rsa'

export interface SftpTestServer {
  readonly port: number
  readonly fingerprint: string
  /** Of every host key, by its kind. */
  readonly fingerprints: Readonly<Record<HostKeyKind, string>>
  /** A private key that the server takes beside the password. */
  readonly clientKey: string
  /** Connections that stand now. */
  connections(): number
  /** Asked before each operation. */
  behave: (operation: SftpOperation) => Behavior
  close(): Promise<void>
}

export const TEST_USER = 'lender'
export const TEST_PASSWORD = 'sample-password'

/**
 * A real SFTP server over a folder, on loopback (SSH by ssh2; version 3 of the protocol: open, read, write, close,
 * stat, readdir, rename that never replaces, remove). It can be told to fail at any operation.
 */
export async function startSftpTestServer(folder: string): Promise<SftpTestServer> {
  const keys = {
    ed25519: ed25519Key(),
    ecdsa: utils.generateKeyPairSync('ecdsa', { bits: 256 }),
    rsa: utils.generateKeyPairSync('rsa', { bits: 2_048 }),
  }
  const clientKey = ed25519Key()
  const standing = new Set<Connection>()
  const server = new Server({ hostKeys: Object.values(keys).map((key) => key.private) }, (connection) => {
    standing.add(connection)
    connection.on('close', () => standing.delete(connection))
    connection.on('error', () => standing.delete(connection))
    authenticate(connection, clientKey.public)
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), folder, (what) => act(connection, what)))
    })
  })
  const act = (connection: Connection, what: SftpOperation) => {
    const behavior = test.behave(what)
    if (behavior === 'dropBefore') connection.end()
    return { behavior, drop: () => connection.end() }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fingerprints = {
    ed25519: shownKey(keys.ed25519.public),
    ecdsa: shownKey(keys.ecdsa.public),
    rsa: shownKey(keys.rsa.public),
  }
  const test: SftpTestServer = {
    port: (server.address() as AddressInfo).port,
    fingerprint: fingerprints.ed25519,
    fingerprints,
    clientKey: clientKey.private,
    connections: () => standing.size,
    behave: () => 'answer',
    async close() {
      for (const connection of standing) connection.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return test
}

/**
 * A key pair that can be read again: the library writes one in about 256 without its leading zero byte, and then
 * refuses to read it.
 */
export function ed25519Key(): { readonly private: string; readonly public: string } {
  const pair = utils.generateKeyPairSync('ed25519')
  return utils.parseKey(pair.private) instanceof Error ? ed25519Key() : pair
}

function shownKey(publicKey: string): string {
  const parsed = utils.parseKey(publicKey)
  if (parsed instanceof Error) throw parsed
  return fingerprintOf(parsed.getPublicSSH())
}

function authenticate(connection: Connection, publicKey: string): void {
  const parsed = utils.parseKey(publicKey)
  if (parsed instanceof Error) throw parsed
  connection.on('authentication', (context) => {
    if (context.username !== TEST_USER) return context.reject()
    if (context.method === 'password' && context.password === TEST_PASSWORD) return context.accept()
    if (context.method !== 'publickey' || !parsed.getPublicSSH().equals(context.key.data)) {
      return context.reject(['password', 'publickey'])
    }
    if (context.signature === undefined || context.blob === undefined) return context.accept()
    // The library answers an Error, not false, for a signature that it cannot read.
    const verified: unknown = parsed.verify(context.blob, context.signature, context.hashAlgo)
    return verified === true ? context.accept() : context.reject()
  })
}

type Act = (what: SftpOperation) => { behavior: Behavior; drop: () => void }
type Open = { readonly file: FileHandle } | { names: string[] | undefined; readonly path: string }

/** One SFTP channel: its open handles, and operations that fail when they are told to. */
function channelOf(sftp: SFTPWrapper, folder: string, act: Act) {
  const handles = new Map<number, Open>()
  let next = 0
  return {
    sftp,
    handles,
    local: (path: string): string => join(folder, normalize(`/${path}`)),
    done: (id: number) => () => sftp.status(id, STATUS_CODE.OK),
    of: (handle: Buffer): Open | undefined => handles.get(handle.readUInt32BE(0)),
    keep: (open: Open): Buffer => {
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(next)
      handles.set(next, open)
      next += 1
      return handle
    },
    run: (id: number, what: SftpOperation, work: () => Promise<() => void>): void => {
      const { behavior, drop } = act(what)
      if (behavior === 'dropBefore') return
      work().then(
        (answer) => {
          if (behavior === 'dropAfter') drop()
          else if (behavior === 'answer') answer()
        },
        (error: unknown) => {
          if (behavior === 'answer') sftp.status(id, codeOf(error))
        },
      )
    },
  }
}

type Channel = ReturnType<typeof channelOf>

function serve(sftp: SFTPWrapper, folder: string, act: Act): void {
  const channel = channelOf(sftp, folder, act)
  serveFiles(channel)
  serveAttributes(channel)
  serveFolders(channel)
  serveNames(channel)
  sftp.on('close', () => {
    for (const one of channel.handles.values()) if ('file' in one) void one.file.close()
    channel.handles.clear()
  })
}

function serveFiles({ sftp, run, keep, of, done, local, handles }: Channel): void {
  sftp.on('OPEN', (id, path, flags, attributes) =>
    run(id, 'open', async () => {
      const isWrite = (flags & OPEN_MODE.WRITE) !== 0
      const mode = isWrite ? files.O_WRONLY | files.O_CREAT | files.O_TRUNC : files.O_RDONLY
      const handle = keep({ file: await open(local(path), mode, attributes.mode) })
      return () => sftp.handle(id, handle)
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    run(id, 'write', async () => {
      const found = of(handle)
      if (found !== undefined && 'file' in found) await found.file.write(data, 0, data.length, offset)
      return done(id)
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    run(id, 'read', async () => {
      const found = of(handle)
      const bytes = Buffer.alloc(length)
      const isFile = found !== undefined && 'file' in found
      const count = isFile ? (await found.file.read(bytes, 0, length, offset)).bytesRead : 0
      return () => (count === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, bytes.subarray(0, count)))
    }),
  )
  sftp.on('CLOSE', (id, handle) => {
    const found = of(handle)
    handles.delete(handle.readUInt32BE(0))
    const closed = found !== undefined && 'file' in found ? found.file.close() : Promise.resolve()
    void closed.then(done(id))
  })
}

function serveAttributes({ sftp, run, of, done, local }: Channel): void {
  const answer = (id: number, path: string) =>
    run(id, 'stat', async () => {
      const found = await stat(local(path))
      return () => sftp.attrs(id, attributesOf(found))
    })
  sftp.on('STAT', answer)
  sftp.on('LSTAT', answer)
  sftp.on('FSTAT', (id, handle) =>
    run(id, 'stat', async () => {
      const found = of(handle)
      if (found === undefined || !('file' in found)) throw new Error('no such handle')
      const attributes = attributesOf(await found.file.stat())
      return () => sftp.attrs(id, attributes)
    }),
  )
  sftp.on('FSETSTAT', (id) => done(id)())
  sftp.on('SETSTAT', (id) => done(id)())
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: normalize(`/${path}`), longname: path, attrs: NO_ATTRIBUTES }]),
  )
}

function serveFolders({ sftp, run, keep, of, local }: Channel): void {
  sftp.on('OPENDIR', (id, path) =>
    run(id, 'readdir', async () => {
      const handle = keep({ names: await readdir(local(path)), path: local(path) })
      return () => sftp.handle(id, handle)
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    run(id, 'readdir', async () => {
      const found = of(handle)
      if (found === undefined || !('names' in found) || found.names === undefined) {
        return () => sftp.status(id, STATUS_CODE.EOF)
      }
      const { names, path } = found
      found.names = undefined
      const listed = await Promise.all(names.map((name) => listedAs(path, name)))
      return () => sftp.name(id, listed)
    }),
  )
}

async function listedAs(folder: string, name: string) {
  const about = await stat(join(folder, name))
  const kind = about.isDirectory() ? 'd' : '-'
  const longname = `${kind}rw-r--r-- 1 lender lender ${about.size} Jan 1 00:00 ${name}`
  return { filename: name, longname, attrs: attributesOf(about) }
}

function serveNames({ sftp, run, done, local }: Channel): void {
  sftp.on('RENAME', (id, from, to) =>
    run(id, 'rename', async () => {
      await link(local(from), local(to))
      await unlink(local(from))
      return done(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    run(id, 'rename', async () => {
      await unlink(local(path))
      return done(id)
    }),
  )
}

const NO_ATTRIBUTES = { mode: 0o644, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }

const attributesOf = ({ mode, size, mtimeMs }: { mode: number; size: number; mtimeMs: number }) => ({
  ...NO_ATTRIBUTES,
  mode,
  size,
  mtime: Math.floor(mtimeMs / 1_000),
})

function codeOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE
  return code === 'EACCES' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE
}
