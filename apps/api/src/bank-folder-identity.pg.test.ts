import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireSharedBankFolder } from './bank-folder-identity.ts'
import { dataPaths } from './config/config.ts'

const bound = { portfolioId: 110, now: new Date('2026-03-02T15:00:00Z') }
const folders: string[] = []
const dataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-node-'))
  folders.push(folder)
  return folder
}
const nodeAt = (dataDir: string) => ({
  dataDir,
  bankGateway: { kind: 'folder' } as const,
  databaseUrl: 'postgres://shared',
})

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const identityFile = (dataDir: string) => join(dataPaths(dataDir).bank, '.identity')

test('two nodes with separate bank folders: the second does not start, and says what to do', async () => {
  const [first, second] = [dataFolder(), dataFolder()]
  await requireSharedBankFolder(nodeAt(first), database, bound)
  await requireSharedBankFolder(nodeAt(first), database, bound)
  const identity = readFileSync(identityFile(first), 'utf8').trim()
  const start = () => requireSharedBankFolder(nodeAt(second), database, bound)
  await expect(start()).rejects.toThrow(/share one bank folder: mount the same folder as bank below DATA_DIR/)
  await expect(start()).rejects.toThrow(identity)
  expect(await listAudit(database.db, 110, 'bank folder')).toMatchObject([{ facts: { identity } }])
  writeFileSync(identityFile(second), identity)
  await start()
})

test('a node whose files go by SFTP, or whose database is its own, has nothing to compare', async () => {
  const node = nodeAt(dataFolder())
  await requireSharedBankFolder({ ...node, databaseUrl: undefined }, database, bound)
  const settings = {} as never
  await requireSharedBankFolder({ ...node, bankGateway: { kind: 'sftp', settings } }, database, bound)
})
