import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBankSftp } from './bank-sftp.ts'
import type { SftpSettings } from './sftp-session.ts'

/** sshd drops its rights into this folder where root starts it. */
const SEPARATION_FOLDER = '/run/sshd'
const TEXT = '101 sample\n'

let folder: string
let server: ChildProcess
let settings: SftpSettings

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

function makeKey(name: string): string {
  const file = join(folder, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return file
}

/** The bank's server masks nothing, so that a file's mode is what we asked for. */
function configFor(port: number, hostKey: string): string {
  const file = join(folder, 'sshd_config')
  const lines = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${join(folder, 'client.pub')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'Subsystem sftp internal-sftp -u 0000',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-openssh-'))
  for (const name of ['outbox', 'inbox', 'archive']) mkdirSync(join(folder, name))
  const [hostKey, clientKey] = [makeKey('host'), makeKey('client')]
  const port = await freePort()
  if (process.getuid?.() === 0 && !existsSync(SEPARATION_FOLDER))
    mkdirSync(SEPARATION_FOLDER, { mode: 0o755 })
  server = spawn(process.env['SSHD'] ?? '/usr/sbin/sshd', ['-D', '-e', '-f', configFor(port, hostKey)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const fingerprint = execFileSync('ssh-keygen', ['-lf', `${hostKey}.pub`], { encoding: 'utf8' }).split(
    ' ',
  )[1]
  settings = {
    host: '127.0.0.1',
    port,
    user: userInfo().username,
    password: undefined,
    privateKey: readFileSync(clientKey, 'utf8'),
    passphrase: undefined,
    hostKeyFingerprints: [fingerprint ?? ''],
    outbox: join(folder, 'outbox'),
    inbox: join(folder, 'inbox'),
    archive: join(folder, 'archive'),
    fileMode: 0o600,
    timeoutMs: 10_000,
  }
  await new Promise<void>((listens, failed) => {
    let log = ''
    server.once('exit', () => failed(new Error(`sshd did not start:\n${log}`)))
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('Server listening')) listens()
    })
  })
})
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const outbox = () => readdirSync(join(folder, 'outbox'))
const modeOf = (name: string) => statSync(join(folder, 'outbox', name)).mode & 0o777

test('a file at an OpenSSH server has the mode of the setting, and others cannot write it', async () => {
  await createBankSftp(settings).submit('own.ach', TEXT)
  await createBankSftp({ ...settings, fileMode: 0o640 }).submit('group.ach', TEXT)
  expect([modeOf('own.ach'), modeOf('group.ach')]).toEqual([0o600, 0o640])
})

test('the same file again is no second one, and no half remains', async () => {
  const bank = createBankSftp(settings)
  expect(await bank.submit('twice.ach', TEXT)).toMatchObject({ alreadySubmitted: false })
  expect(await bank.submit('twice.ach', TEXT)).toMatchObject({ alreadySubmitted: true })
  expect(readFileSync(join(folder, 'outbox/twice.ach'), 'utf8')).toBe(TEXT)
  expect(outbox().filter((name) => name.startsWith('.'))).toEqual([])
})

test('a return file is left while it is written, then read and archived', async () => {
  const path = join(folder, 'inbox/RETURNS.ACH')
  writeFileSync(path, TEXT)
  const writtenAt = statSync(path).mtimeMs
  const after = (seconds: number) => ({ forMs: 30_000, now: () => new Date(writtenAt + 1_000 * seconds) })
  expect(await createBankSftp(settings, [], after(5)).listInbound()).toEqual([])
  const bank = createBankSftp(settings, [], after(31))
  expect(await bank.listInbound()).toEqual([{ fileName: 'RETURNS.ACH', byteCount: TEXT.length }])
  const { sha256 = '' } = (await bank.fetch('RETURNS.ACH')) ?? {}
  // The bank goes on writing after it was read: it stays.
  writeFileSync(path, `${TEXT}more\n`)
  await bank.archive({ fileName: 'RETURNS.ACH', sha256 })
  expect(readdirSync(join(folder, 'inbox'))).toEqual(['RETURNS.ACH'])
  const { sha256: whole = '' } = (await bank.fetch('RETURNS.ACH')) ?? {}
  await bank.archive({ fileName: 'RETURNS.ACH', sha256: whole })
  expect(readdirSync(join(folder, 'archive'))).toHaveLength(1)
})
