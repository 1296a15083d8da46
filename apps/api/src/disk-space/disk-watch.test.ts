import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { pino } from 'pino'
import { sampleKey } from '@dolphin/testkit/sample-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config/config.ts'
import type { ReadSpace } from '../ports/disk-watch.ts'
import { openDiskWatch, readSpaceOfDisk } from './disk-watch.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-disk-'))
})
afterAll(() => rm(folder, { recursive: true }))

const log = pino({ level: 'silent' })
const production = {
  DOLPHIN_MODE: 'production',
  TRUST_PROXY: 'false',
  MASTER_KEY: sampleKey('master'),
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'no-reply@lender.test',
  DATABASE_URL: 'postgres://db.example.com/dolphin?sslmode=verify-full',
  ALLOW_SANDBOX_MILITARY: 'true',
}
const configOf = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({ DOLPHIN_MODE: 'test', ...env }, folder)

function watchOf(read: ReadSpace, env: Readonly<Record<string, string>> = {}) {
  const clock = new FakeClock()
  return { clock, watch: openDiskWatch({ config: configOf(env), clock, log, readSpace: read }) }
}

test('design/security.md F6: a disk is full from 90 % on for a lender, later for a developer, else as the setting says', () => {
  expect(configOf(production).disk.fullAt).toBe(0.9)
  expect(configOf().disk.fullAt).toBe(0.98)
  expect(configOf({ ...production, DISK_FULL_PERCENT: '85' }).disk.fullAt).toBe(0.85)
  for (const wrong of ['49', '101', 'much'])
    expect(() => configOf({ DISK_FULL_PERCENT: wrong })).toThrow(/DISK_FULL_PERCENT: must be .* 50 to 100/)
})

test('the folders that are written to are watched: the embedded database’s while it is used, and those of the settings', async () => {
  const half: ReadSpace = () => Promise.resolve(0.5)
  const names = async (env: Readonly<Record<string, string>>) =>
    (await watchOf(half, env).watch.read()).map((space) => space.folder)
  expect(await names({})).toEqual(['data', 'database', 'objects', 'bank'])
  expect(await names({ ...production, DISK_WATCH_PATHS: folder })).toEqual([
    'data',
    'objects',
    'bank',
    folder,
  ])
  expect(() => watchOf(half, { DISK_WATCH_PATHS: '/no/such/volume' })).toThrow(ConfigError)
})

test('one full disk is enough; one that does not respond is left out and refuses no request', async () => {
  const broken: ReadSpace = (path) =>
    path.endsWith('bank') ? Promise.reject(new Error('stale file handle')) : Promise.resolve(0.99)
  const { watch } = watchOf(broken)
  expect(await watch.isFull()).toBe(true)
  expect((await watch.read()).map((space) => space.folder)).toEqual(['data', 'database', 'objects'])
  expect(await watchOf(() => Promise.reject(new Error('gone'))).watch.isFull()).toBe(false)
})

test('a disk is asked once in five seconds, however many want to save', async () => {
  let asked = 0
  const { clock, watch } = watchOf(() => Promise.resolve((asked += 1) > 4 ? 0.99 : 0.1))
  await Promise.all(Array.from({ length: 50 }, () => watch.isFull()))
  expect(asked).toBe(4)
  clock.advance(4_999)
  expect(await watch.isFull()).toBe(false)
  clock.advance(1)
  expect(await watch.isFull()).toBe(true)
  expect(asked).toBe(8)
})

test('the system says of a real folder what share of its disk is taken', async () => {
  const share = await readSpaceOfDisk(folder)
  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThanOrEqual(1)
  await expect(readSpaceOfDisk(join(folder, 'not-there'))).rejects.toThrow(/ENOENT/)
})
