import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseFailure } from '@dolphin/database/driver/database-failure'
import { openDatabase } from '@dolphin/database/driver/open'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LocalPostgres, startLocalPostgres, stopLocalPostgres } from './testing/local-postgres.ts'

const run = promisify(execFile)

let folder: string
let server: LocalPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-tls-'))
  await chmod(folder, 0o755)
  server = await startLocalPostgres(join(folder, 'data'))
})
afterAll(async () => {
  await stopLocalPostgres(server)
  await rm(folder, { recursive: true, force: true })
})

const certificateFile = () => join(folder, 'data', 'server.crt')

/** A certificate of the server's own making, for the name `localhost` alone. */
async function switchTlsOn(): Promise<void> {
  const key = join(folder, 'data', 'server.key')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificateFile(),
  ]
  await run('openssl', ['req', ...made, ...subject])
  const { uid, gid } = await stat(join(folder, 'data'))
  for (const file of [key, certificateFile()]) await chown(file, uid, gid)
  await chmod(key, 0o600)
  const database = await openDatabase({ url: server.url, poolSize: 1 })
  await database.executeSql('alter system set ssl = on')
  await database.executeSql('select pg_reload_conf()')
  // The server reads its configuration again on its own time.
  await vi.waitFor(
    async () => expect((await database.executeSql('show ssl')).rows).toEqual([{ ssl: 'on' }]),
    {
      timeout: 10_000,
    },
  )
  await database.close()
}

/** The address with parameters; the certificate names `localhost` and not 127.0.0.1. */
function urlWith(parameters: Readonly<Record<string, string>>, host = 'localhost'): string {
  const url = new URL(server.url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

async function encryptionOf(url: string): Promise<unknown> {
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    const { rows } = await database.executeSql('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows
  } finally {
    await database.close()
  }
}

test('a server that offers no TLS is refused before a password leaves, where TLS is asked for', async () => {
  await expect(encryptionOf(urlWith({ sslmode: 'verify-full' }))).rejects.toThrow(DatabaseFailure)
  expect(await encryptionOf(urlWith({}))).toEqual([{ ssl: false }])
})

describe('with a server that offers TLS', () => {
  beforeAll(switchTlsOn)

  test('a certificate of an unknown authority is refused in every mode that production takes', async () => {
    for (const sslmode of ['require', 'verify-ca', 'verify-full'])
      await expect(encryptionOf(urlWith({ sslmode }))).rejects.toMatchObject({
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      })
  })

  test('with its authority by name the connection is encrypted, and a certificate of another name refused', async () => {
    const trusted = { sslmode: 'verify-full', sslrootcert: certificateFile() }
    expect(await encryptionOf(urlWith(trusted))).toEqual([{ ssl: true }])
    await expect(encryptionOf(urlWith(trusted, '127.0.0.1'))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })
})
