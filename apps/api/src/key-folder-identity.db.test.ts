import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireKeysOfDatabase, sealingSince } from './key-folder-identity.ts'
import { KEY_FOLDER_IDENTITY } from './security/object-keys.ts'

const bound = { portfolioId: 110, now: new Date('2026-03-02T15:00:00Z') }
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dolphin-keys-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a server does not start on the database with an empty folder of keys, or another one (docs/decisions/record-keys.md)', async () => {
  const [own, other] = ['own', 'other'].map((name) => createLocalFolderStore(join(folder, name)))
  if (own === undefined || other === undefined) throw new Error('there are two')
  await Promise.all([1, 2].map(() => requireKeysOfDatabase(own, database, bound)))
  await requireKeysOfDatabase(own, database, bound)
  const identity = Buffer.from((await own.get(KEY_FOLDER_IDENTITY)) ?? [])
    .toString()
    .trim()
  const start = () => requireKeysOfDatabase(other, database, bound)
  await expect(start()).rejects.toThrow(/bring them back from their copy/)
  await expect(start()).rejects.toThrow(identity)
  await other.remove(KEY_FOLDER_IDENTITY)
  await other.put(KEY_FOLDER_IDENTITY, Buffer.from(identity))
  await start()
})

test('keys of records seal from a day after the first node bound them, texts from a day after the first that seals them (docs/decisions/record-keys.md)', async () => {
  const keys = createLocalFolderStore(join(folder, 'own'))
  const later = { ...bound, now: new Date('2026-03-05T15:00:00Z') }
  expect(await requireKeysOfDatabase(keys, database, later)).toEqual({ values: bound.now, texts: bound.now })

  const release = { values: bound.now, texts: later.now }
  const at = (now: string) => {
    const { isSealing, isSealingTexts } = sealingSince(release, { now: () => new Date(now) })
    return [isSealing?.(), isSealingTexts?.()]
  }
  expect(at('2026-03-03T14:59:59.999Z')).toEqual([false, false])
  expect(at('2026-03-03T15:00:00Z')).toEqual([true, false])
  expect(at('2026-03-06T14:59:59.999Z')).toEqual([true, false])
  expect(at('2026-03-06T15:00:00Z')).toEqual([true, true])
})
