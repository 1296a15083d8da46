import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@dolphin/database/driver/open'
import { migrateDatabase } from '@dolphin/database/migrate'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataPaths } from '../config/config.ts'
import { transmitFiles } from '../modules/payments/transmit-files.ts'
import { masterKeyFile } from '../security/keys.ts'
import { makeTestPlace, startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { runBackup } from '../testing/backup-terminal.ts'
import { eraseAll, GONE, liveBoth, STAYS, storedRows, tablesThatTell } from '../testing/erased-person.ts'

/** The master key of the servers of tests. */
const MASTER_KEY = '01'.repeat(32)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-erased-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a server over a data folder, as embedded servers keep it, and stops it. */
async function serve<Result>(dataDir: string, work: (api: TestApi) => Promise<Result>): Promise<Result> {
  const directory = dataPaths(dataDir).database
  const open = async () => {
    const database = await openDatabase({ directory })
    await migrateDatabase(database)
    return database
  }
  const home = { engine: 'embedded', location: { directory }, open, remove: () => Promise.resolve() } as const
  const place = await makeTestPlace(home)
  const api = await startTestApi({ place: { ...place, dataDir } })
  try {
    return await work(api)
  } finally {
    await api.close()
    await place.remove()
  }
}

/** The bank takes what lies in its folder: until then a file must be readable to it. */
async function acknowledgeFiles({ deps }: TestApi): Promise<void> {
  const { bank } = dataPaths(deps.config.dataDir)
  const outbox = join(bank, 'outbox')
  const files = await readdir(outbox)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) await writeFile(join(outbox, `${file}.ack`), '')
  await transmitFiles({ ...deps, bank: createBankFolder(bank) })
}

async function backup(dataDir: string, ...argv: string[]): Promise<void> {
  const { code, said } = await runBackup({ dataDir, workDir: folder }, argv)
  expect(code, said).toBe(0)
}

/** Files below a folder in which a person stands in plain bytes. */
async function filesThatTell(below: string, needles: readonly string[]): Promise<string[]> {
  const entries = await readdir(below, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) {
    const text = (await readFile(file, 'latin1')).toLowerCase()
    if (needles.some((needle) => text.includes(needle))) found.push(file)
  }
  return found
}

test('who is erased is in no backup made before: restored, it tells nothing of them, and all of who stays (docs/decisions/record-keys.md)', async () => {
  const [dataDir, before, restored] = ['data', 'before', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const lives = await serve(dataDir, async (api) => {
    const both = await liveBoth(api)
    await acknowledgeFiles(api)
    return both
  })
  await writeFile(masterKeyFile(dataDir), MASTER_KEY)
  await backup(dataDir, 'create', '--to', before)
  const told = await serve(dataDir, async (api) => {
    const rows = await storedRows(api)
    const tables = await tablesThatTell(api, rows, GONE)
    await eraseAll(api, lives.gone)
    return tables
  })
  expect(told.length).toBeGreaterThan(14)
  await backup(dataDir, 'create', '--to', join(folder, 'after'))

  await backup(dataDir, 'restore', before, '--into', restored)
  await writeFile(masterKeyFile(restored), MASTER_KEY)

  await serve(restored, async (api) => {
    const rows = await storedRows(api)
    expect(rows.get('loans')?.map((row) => row['loan_no'])).toContain(lives.gone.loanNo)
    expect(await tablesThatTell(api, rows, GONE)).toEqual([])
    expect(await tablesThatTell(api, rows, STAYS)).toEqual(told)
  })
  for (const place of [before, restored]) expect(await filesThatTell(place, GONE.needles)).toEqual([])
}, 300_000)
