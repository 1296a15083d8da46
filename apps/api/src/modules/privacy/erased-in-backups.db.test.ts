import { signingSignCall } from '@dolphin/contract/agreements'
import { CALLS } from '@dolphin/contract/registry'
import { type FieldCipher, ValueErased } from '@dolphin/database/driver/field-cipher'
import { placeOf, SEALED_COLUMNS } from '@dolphin/database/driver/sealed-columns'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { ObjectSealed } from '@dolphin/integrations/objects/sealed-store'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealRecordsJob } from '../../jobs/seal-records.ts'
import { openFieldCipher, openRecordKeys } from '../../security/keys.ts'
import { openSealed } from '../../security/object-keys.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { batchOn } from '../../testing/funded-loans.ts'
import { readyToSign, signInput } from '../../testing/signing-sessions.ts'
import { eraseRecord } from './erase-record.ts'
import { removeObjectsJob } from './remove-objects.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Of no real persons, and written by no one else in this database. */
const GONE = {
  personal: {
    firstName: 'Zebulonia',
    lastName: 'Quillfeathery',
    ssn: '521-47-3391',
    street: '4711 Canarybird Lane',
  },
  needles: ['zebulonia', 'quillfeathery', '521473391', 'canarybird'],
} as const
const STAYS = {
  personal: {
    firstName: 'Bartholomea',
    lastName: 'Marshwiggle',
    ssn: '521-47-3392',
    street: '815 Kingfisher Court',
  },
  needles: ['bartholomea', 'marshwiggle', '521473392', 'kingfisher'],
} as const
type Person = typeof GONE | typeof STAYS

/** Signs a loan, whose money leaves; writes to the lender about it and about no loan. */
async function live({ personal }: Person) {
  const { client, loanNo, applicationNo, opened } = await readyToSign(api, { personal })
  const { params, body } = signInput(opened)
  const mark = { kind: 'typed', text: `${personal.firstName} ${personal.lastName}` } as const
  await client.ask(signingSignCall, { params, body: { ...body, mark } })
  for (const about of [{ loanNo }, {}])
    await client.ask(CALLS.sendMessage, { body: { text: `${personal.firstName} writes`, ...about } })
  await api.runJobs()
  return { client, loanNo, applicationNo }
}

/** What a backup holds: every row of every table as it is stored, and every object. */
interface Backup {
  readonly rows: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>
  readonly objects: ReadonlyMap<string, Uint8Array>
}

async function backUp(): Promise<Backup> {
  const { db } = api.database
  const rows = new Map<string, Readonly<Record<string, unknown>>[]>()
  for (const { name } of await readTables(db))
    rows.set(name, (await db.execute(sql`select * from ${sql.identifier(name)}`)).rows)
  const { objectFolder } = api.deps
  const objects = new Map<string, Uint8Array>()
  for await (const name of objectFolder.names())
    objects.set(name, (await objectFolder.get(name)) ?? new Uint8Array())
  return { rows, objects }
}

/** A server that starts now: it has no key in memory that is not in the store. */
function startAnew(): FieldCipher {
  const { keys, random, keyFolder } = api.deps
  const cipher = openFieldCipher(keys, random, openRecordKeys(keys, keyFolder))
  api.database.useRecordKeys(cipher)
  return cipher
}

/** Tables of a backup in which a person is readable: plain, or in a value that the keys of today open. */
async function tablesThatTell(backup: Backup, { needles }: Person): Promise<string[]> {
  const cipher = startAnew()
  const found = new Set<string>()
  for (const [name, rows] of backup.rows) {
    const sealed = SEALED_COLUMNS.filter(({ table }) => table === name)
    // As if they were read from a restored database.
    if (sealed.length > 0) await api.database.db.execute(sql`select ${JSON.stringify(rows)}::json as rows`)
    for (const row of rows) {
      const opened = sealed.map((column) => openedOf(cipher, column, row))
      const text = `${JSON.stringify(row)} ${opened.join(' ')}`.toLowerCase()
      if (needles.some((needle) => text.includes(needle))) found.add(name)
    }
  }
  return [...found].toSorted()
}

function openedOf(
  cipher: FieldCipher,
  column: (typeof SEALED_COLUMNS)[number],
  row: Readonly<Record<string, unknown>>,
): string {
  const value = row[column.column]
  try {
    return typeof value === 'string' ? cipher.open(placeOf(column, row), value) : ''
  } catch (error) {
    if (error instanceof ValueErased) return ''
    throw error
  }
}

const objectsOf = ({ rows }: Backup, loanNo: string) =>
  ['documents', 'paper_notices'].flatMap((table) =>
    (rows.get(table) ?? []).flatMap((row) =>
      row['loan_no'] === loanNo && typeof row['object_key'] === 'string' ? [row['object_key']] : [],
    ),
  )

const TELLING = ['application_sections', 'customers', 'loan_accounts', 'mails', 'outbox', 'secure_messages']

test('a backup from before tells nothing of an erased person, in no row and no object, and all of one who stays (docs/decisions/record-keys.md)', async () => {
  const [gone, stays] = [await live(GONE), await live(STAYS)]
  await batchOn(api, '2026-03-03')
  await api.runJobs()
  const backup = await backUp()
  const before = { gone: await tablesThatTell(backup, GONE), stays: await tablesThatTell(backup, STAYS) }
  expect(before.gone).toEqual(expect.arrayContaining(TELLING))
  expect(before.stays).toEqual(before.gone)

  const { portfolioId, openId } = gone.client
  const file = {
    recordClass: 'fundedLoan',
    portfolioId,
    key: gone.loanNo,
    openIds: [openId],
    loanNo: gone.loanNo,
    applicationNo: gone.applicationNo,
  } as const
  await api.database.executeSql('update loans set status = 206 where loan_no = $1', [gone.loanNo])
  const proofs = (backup.rows.get('documents') ?? []).filter(
    (row) => row['loan_no'] === gone.loanNo && row['document_type'] === 13,
  )
  for (const record of [
    file,
    ...proofs.map((row) => ({
      ...file,
      recordClass: 'coveredBorrowerCheck' as const,
      key: String(row['document_no']),
    })),
    { ...file, recordClass: 'abandonedAccount' as const, key: openId, loanNo: null },
  ])
    await api.deps.units.write((unit) => eraseRecord(api.deps, unit, record, 'request'))
  await removeObjectsJob(api.deps).run({})

  expect(await tablesThatTell(backup, GONE)).toEqual([])
  expect(await tablesThatTell(backup, STAYS)).toEqual(before.stays)
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
  await sealRecordsJob({ ...api.deps, cipher: startAnew() }).run({})
  const after = await emailNow()
  expect(() => plainly.open(place, after)).toThrow('does not open')
  const cipher = startAnew()
  await emailNow()
  expect(cipher.open(place, after)).toBe('from-before@example.com')
  await sealRecordsJob({ ...api.deps, cipher }).run({})
  expect(await emailNow()).toBe(after)
}, 60_000)
