import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@dolphin/database/driver/open'
import { findCustomerByEmail } from '@dolphin/database/identity/customer-repository'
import { createLocalFolderStore } from '@dolphin/integrations/objects/local-folder-store'
import { expect, test } from 'vitest'
import { dataPaths, readConfig } from '@dolphin/api/config/config'
import { openFieldCipher, openKeyRing, openRecordKeys } from '@dolphin/api/security/keys'
import { systemRandom } from '@dolphin/api/wall-clock'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { fillDemonstration } from './demonstration.ts'
import { personOf } from './people.ts'

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))
/** A banking day of any year. */
const NOW = new Date('2027-06-16T15:00:00-04:00')

test('a demonstration is filled until now, under the keys of the server that shows it, with cases of each kind', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dolphin-demonstration-'))
  try {
    const days: number[] = []
    const filled = await fillDemonstration({
      dataDir,
      projectFolder,
      borrowers: 2,
      days: 24,
      now: NOW,
      onDay: (day) => void days.push(day),
    })
    expect(days).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    expect(filled.loans).toBeGreaterThan(8)
    // Two borrowers of some weeks are too few for every status; what waits for employees needs none of them.
    expect(filled.empty.filter((place) => /^(review|queue) /.test(place))).toEqual([])
    expect(filled.empty).toContain('status collecting')
    await look(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)

/** As its server opens it. */
async function look(dataDir: string): Promise<void> {
  const config = readConfig({ DOLPHIN_MODE: 'development', DATA_DIR: dataDir }, projectFolder)
  const database = await openDatabase({ directory: dataPaths(dataDir).database })
  try {
    const count = async (text: string) => Number((await database.executeSql(text)).rows[0]?.['n'])
    expect(await count("select count(*)::int as n from approvals where state = 'waiting'")).toBe(1)
    expect(await count('select count(*)::int as n from secure_messages')).toBe(4)
    expect(await count("select count(*)::int as n from ibv_requests where provider = 'statement'")).toBe(2)
    expect(await count("select count(*)::int as n from work_items where kind = 'dataRequest'")).toBe(2)
    const keys = openKeyRing(config)
    const records = openRecordKeys(keys, createLocalFolderStore(dataPaths(dataDir).recordKeys))
    const cipher = openFieldCipher(keys, systemRandom, records)
    database.useRecordKeys(cipher)
    const { email, name } = personOf(1, dateIn(NOW, NEW_YORK))
    const customer = await findCustomerByEmail(database.db, cipher, 118, email)
    expect(customer?.profile).toMatchObject({ firstName: name.firstName, lastName: name.lastName })
  } finally {
    await database.close()
  }
}
