import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const HOST_KEY = `SHA256:${'A'.repeat(43)}`
const READY = {
  BANK_GATEWAY: 'sftp',
  BANK_SFTP_HOST: 'sftp.bank.example.com',
  BANK_SFTP_USER: 'lender',
  BANK_SFTP_PASSWORD: 'sample',
  BANK_SFTP_HOST_KEY: HOST_KEY,
}

test('bank files go to the folder unless something else is set', () => {
  expect(readConfig({ DOLPHIN_MODE: 'test' }, '/srv').bankGateway).toEqual({ kind: 'folder' })
})

test('an SFTP server is set by host, user, host key and a way to sign in', () => {
  expect(
    readConfig({ DOLPHIN_MODE: 'test', ...READY, BANK_SFTP_INBOX: '/from-bank/' }, '/srv').bankGateway,
  ).toEqual({
    kind: 'sftp',
    settings: {
      host: 'sftp.bank.example.com',
      port: 22,
      user: 'lender',
      password: 'sample',
      privateKey: undefined,
      passphrase: undefined,
      hostKeyFingerprints: [HOST_KEY],
      outbox: 'outbox',
      inbox: '/from-bank',
      archive: 'archive',
      fileMode: 0o600,
      timeoutMs: 30_000,
    },
  })
})

test('a key file is read at the start, relative to the working folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-key-'))
  try {
    writeFileSync(join(folder, 'bank.key'), 'sample key')
    const env = { ...READY, BANK_SFTP_PASSWORD: '', BANK_SFTP_KEY_FILE: 'bank.key' }
    expect(readConfig({ DOLPHIN_MODE: 'test', ...env }, folder).bankGateway).toMatchObject({
      settings: { privateKey: 'sample key' },
    })
    expect(() =>
      readConfig({ DOLPHIN_MODE: 'test', ...env, BANK_SFTP_KEY_FILE: 'none.key' }, folder),
    ).toThrow(/BANK_SFTP_KEY_FILE: cannot be read/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('everything that is missing is named at once, and no secret', () => {
  const start = () => readConfig({ DOLPHIN_MODE: 'test', BANK_GATEWAY: 'sftp' }, '/srv')
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(/BANK_SFTP_HOST:[^]*BANK_SFTP_USER:[^]*BANK_SFTP_HOST_KEY:[^]*BANK_SFTP_KEY_FILE or/)
  const half = () => readConfig({ DOLPHIN_MODE: 'test', ...READY, BANK_SFTP_HOST_KEY: '' }, '/srv')
  expect(half).toThrow(/BANK_SFTP_HOST_KEY: needed/)
  expect(half).not.toThrow(/sample/)
})

test('a server may have several host keys', () => {
  const other = `SHA256:${'B'.repeat(43)}`
  expect(
    readConfig({ DOLPHIN_MODE: 'test', ...READY, BANK_SFTP_HOST_KEY: `${HOST_KEY}, ${other}` }, '/srv')
      .bankGateway,
  ).toMatchObject({ settings: { hostKeyFingerprints: [HOST_KEY, other] } })
})

test.each([
  ['BANK_SFTP_HOST_KEY', 'aa:bb:cc'],
  ['BANK_SFTP_HOST_KEY', `${HOST_KEY},`],
  ['BANK_SFTP_PORT', '0'],
  ['BANK_SFTP_OUTBOX', 'two words'],
  ['BANK_SFTP_TIMEOUT_SECONDS', '0'],
  ['BANK_GATEWAY', 'mail'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ DOLPHIN_MODE: 'test', ...READY, [name]: value }, '/srv')).toThrow(
    new RegExp(name),
  )
})

test('a host without the gateway that would use it is a mistake, not ignored', () => {
  expect(() => readConfig({ DOLPHIN_MODE: 'test', ...READY, BANK_GATEWAY: '' }, '/srv')).toThrow(
    /BANK_GATEWAY/,
  )
  expect(() => readConfig({ DOLPHIN_MODE: 'test', ...READY, BANK_GATEWAY: 'folder' }, '/srv')).toThrow(
    /set BANK_GATEWAY=sftp/,
  )
})
