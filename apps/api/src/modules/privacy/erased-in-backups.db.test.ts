import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { ObjectSealed } from '@dolphin/integrations/objects/sealed-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealRecordsJob } from '../../jobs/seal-records.ts'
import { openFieldCipher } from '../../security/keys.ts'
import { openSealed } from '../../security/object-keys.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import {
  eraseAll,
  GONE,
  liveBoth,
  startAnew,
  STAYS,
  storedRows,
  tablesThatTell,
} from '../../testing/erased-person.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** What a backup holds: every row of every table as it is stored, and every object. */
interface Backup {
  readonly rows: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>
  readonly objects: ReadonlyMap<string, Uint8Array>
}

async function backUp(): Promise<Backup> {
  const { objectFolder } = api.deps
  const objects = new Map<string, Uint8Array>()
  for await (const name of objectFolder.names())
    objects.set(name, (await objectFolder.get(name)) ?? new Uint8Array())
  return { rows: await storedRows(api), objects }
}

const objectsOf = ({ rows }: Backup, loanNo: string) =>
  ['documents', 'paper_notices'].flatMap((table) =>
    (rows.get(table) ?? []).flatMap((row) =>
      row['loan_no'] === loanNo && typeof row['object_key'] === 'string' ? [row['object_key']] : [],
    ),
  )

const TELLING = [
  'application_sections',
  'approvals',
  STORED_NAMES.table.signingSessions,
  'consents_given',
  'customers',
  'data_requests',
  'document_requests',
  'ibv_links',
  'legal_holds',
  'loan_accounts',
  'mails',
  'manual_postings',
  'outbox',
  'sandbox_bank_sessions',
  'secure_messages',
]

test('a backup from before tells nothing of an erased person, in no row and no object, and all of one who stays (docs/decisions/record-keys.md)', async () => {
  const { gone, stays } = await liveBoth(api)
  const backup = await backUp()
  const tellsOf = (person: typeof GONE | typeof STAYS) => tablesThatTell(api, backup.rows, person)
  const before = { gone: await tellsOf(GONE), stays: await tellsOf(STAYS) }
  expect(before.gone).toEqual(expect.arrayContaining(TELLING))
  expect(before.stays).toEqual(before.gone)

  await eraseAll(api, gone)

  expect(await tellsOf(GONE)).toEqual([])
  expect(await tellsOf(STAYS)).toEqual(before.stays)
  const { objectFolder, keyFolder, keys, random, objects } = api.deps
  for (const [name, bytes] of backup.objects) await objectFolder.put(name, bytes)
  const restored = openSealed(objectFolder, keyFolder, keys, random)
  const [closed, open] = [objectsOf(backup, gone.loanNo), objectsOf(backup, stays.loanNo)]
  expect(Math.min(closed.length, open.length)).toBeGreaterThan(2)
  for (const key of closed) await expect(restored.get(key)).rejects.toBeInstanceOf(ObjectSealed)
  for (const key of open) expect((await restored.get(key))?.length).toBeGreaterThan(0)
  expect(await objects.get(open[0] ?? '')).toBeDefined()
}, 120_000)

test('what a release before sealed under the master key alone is sealed under the keys of its records, once', async () => {
  const client = await createCustomer(api, { email: 'before@example.com' })
  const plainly = openFieldCipher(api.deps.keys, api.deps.random)
  const place = { table: 'customers', id: `118/${client.openId}`, column: 'email' }
  const before = plainly.seal(place, 'from-before@example.com')
  await api.database.executeSql('update customers set email = $1 where open_id = $2', [before, client.openId])
  const emailNow = async () =>
    String(
      (await api.database.executeSql('select email from customers where open_id = $1', [client.openId]))
        .rows[0]?.email,
    )
  await sealRecordsJob({ ...api.deps, cipher: startAnew(api) }).run({})
  const after = await emailNow()
  expect(() => plainly.open(place, after)).toThrow('does not open')
  const cipher = startAnew(api)
  await emailNow()
  expect(cipher.open(place, after)).toBe('from-before@example.com')
  await sealRecordsJob({ ...api.deps, cipher }).run({})
  expect(await emailNow()).toBe(after)
}, 60_000)
