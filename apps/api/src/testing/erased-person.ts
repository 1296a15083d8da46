import { LoanStatus } from '@dolphin/domain/loans/codes'
import { signingSignCall } from '@dolphin/contract/agreements'
import { CALLS } from '@dolphin/contract/registry'
import { type FieldCipher, ValueErased } from '@dolphin/database/driver/field-cipher'
import { placeOf, SEALED_COLUMNS } from '@dolphin/database/driver/sealed-columns'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { sql } from 'drizzle-orm'
import { eraseRecord } from '../modules/privacy/erase-record.ts'
import { removeObjectsJob } from '../modules/privacy/remove-objects.ts'
import { openFieldCipher, openRecordKeys } from '../security/keys.ts'
import type { TestApi } from './api-fixture.ts'
import { createCustomer } from './customers.ts'
import { batchOn } from './funded-loans.ts'
import { readyToSign, signInput } from './signing-sessions.ts'
import { tellOf, type ToldRecords } from './telling-rows.ts'

/** Of no real persons, and written by no one else in this database. */
export const GONE = {
  personal: {
    firstName: 'Zebulonia',
    lastName: 'Quillfeathery',
    ssn: '521-47-3391',
    street: '4711 Canarybird Lane',
  },
  origin: { ip: '203.0.113.71', userAgent: 'Pelicanbrowser/7' },
  routingNumber: '981273645',
  accountTail: '9371',
  needles: [
    'zebulonia',
    'quillfeathery',
    '521473391',
    'canarybird',
    '203.0.113.71',
    'pelicanbrowser',
    '981273645',
    '"9371"',
  ],
} as const
export const STAYS = {
  personal: {
    firstName: 'Bartholomea',
    lastName: 'Marshwiggle',
    ssn: '521-47-3392',
    street: '815 Kingfisher Court',
  },
  origin: { ip: '203.0.113.72', userAgent: 'Heronbrowser/7' },
  routingNumber: '981273646',
  accountTail: '9372',
  needles: [
    'bartholomea',
    'marshwiggle',
    '521473392',
    'kingfisher',
    '203.0.113.72',
    'heronbrowser',
    '981273646',
    '"9372"',
  ],
} as const
export type Person = typeof GONE | typeof STAYS

/** Signs a loan, whose money leaves; writes to the lender about it and about no loan. */
async function live(api: TestApi, { personal, origin, accountTail }: Person) {
  const email = `customer${accountTail}@example.com`
  const client = await createCustomer(api, { email, origin })
  const { loanNo, applicationNo, opened } = await readyToSign(api, { personal, client })
  const { params, body } = signInput(opened)
  const mark = { kind: 'typed', text: `${personal.firstName} ${personal.lastName}` } as const
  await client.ask(signingSignCall, { params, body: { ...body, mark } })
  for (const about of [{ loanNo }, {}])
    await client.ask(CALLS.sendMessage, { body: { text: `${personal.firstName} writes`, ...about } })
  await api.runJobs()
  return { client, loanNo, applicationNo }
}

export type Life = Awaited<ReturnType<typeof live>> & ToldRecords

/** Two who borrow; their loans are funded on that day. */
export async function liveBoth(api: TestApi): Promise<{ readonly gone: Life; readonly stays: Life }> {
  const [gone, stays] = [await live(api, GONE), await live(api, STAYS)]
  await batchOn(api, '2026-03-03')
  await api.runJobs()
  const told = async (life: Awaited<ReturnType<typeof live>>, { personal, ...person }: Person) => ({
    ...life,
    ...(await tellOf(api, { ...life, ...person, name: personal.firstName })),
  })
  return { gone: await told(gone, GONE), stays: await told(stays, STAYS) }
}

/** Erases whatever there is of a person, with the keys and the bytes of objects. */
export async function eraseAll(
  api: TestApi,
  { client, loanNo, applicationNo, requestNo, approvalNo }: Life,
): Promise<void> {
  const { portfolioId, openId } = client
  const file = {
    recordClass: 'fundedLoan',
    portfolioId,
    key: loanNo,
    openIds: [openId],
    loanNo,
    applicationNo,
  } as const
  await api.database.executeSql(`update loans set status = ${LoanStatus.terminated} where loan_no = $1`, [
    loanNo,
  ])
  const proofs = await api.database.executeSql(
    'select document_no from documents where loan_no = $1 and document_type = 13',
    [loanNo],
  )
  for (const record of [
    file,
    ...proofs.rows.map((row) => ({
      ...file,
      recordClass: 'coveredBorrowerCheck' as const,
      key: String(row['document_no']),
    })),
    { ...file, recordClass: 'abandonedAccount' as const, key: openId, loanNo: null },
    { ...file, recordClass: 'dataRequest' as const, key: requestNo, loanNo: null },
    { ...file, recordClass: 'approval' as const, key: approvalNo, loanNo: null },
  ])
    await api.deps.units.write((unit) => eraseRecord(api.deps, unit, record, 'request'))
  await removeObjectsJob(api.deps).run({})
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Every row of every table as it is stored: as hexadecimal digits, in which the driver finds nothing to open. */
export async function storedRows(api: TestApi): Promise<ReadonlyMap<string, Rows>> {
  const { db } = api.database
  const rows = new Map<string, Rows>()
  for (const { name } of await readTables(db)) rows.set(name, await rawRows(db, name))
  return rows
}

async function rawRows(db: TestApi['database']['db'], table: string): Promise<Rows> {
  const { rows } = await db.execute<{ raw: string }>(
    sql`select encode(convert_to(to_jsonb(stored)::text, 'UTF8'), 'hex') as raw from ${sql.identifier(table)} as stored`,
  )
  return rows.map(({ raw }) => JSON.parse(Buffer.from(raw, 'hex').toString()) as Rows[number])
}

/** A server that starts now: it has no key in memory that is not in the store. */
export function startAnew(api: TestApi): FieldCipher {
  const { keys, random, keyFolder } = api.deps
  const cipher = openFieldCipher(keys, random, openRecordKeys(keys, keyFolder))
  api.database.useRecordKeys(cipher)
  return cipher
}

/** Tables of these in which a person is readable: plain, or in a value that the keys of today open. */
export async function tablesThatTell(
  api: TestApi,
  stored: ReadonlyMap<string, Rows>,
  { needles }: Person,
): Promise<string[]> {
  const cipher = startAnew(api)
  const found = new Set<string>()
  for (const [name, rows] of stored) {
    const sealed = SEALED_COLUMNS.filter(({ table, text }) => table === name && text === undefined)
    // As if they were read from a restored database; it opens texts.
    const read = await api.database.db.execute<{ rows: Rows }>(
      sql`select ${JSON.stringify(rows)}::json as rows`,
    )
    for (const row of read.rows[0]?.rows ?? []) {
      const opened = sealed.map((column) => openedOf(cipher, column, row))
      const text = `${JSON.stringify(row)} ${opened.join(' ')}`.toLowerCase()
      if (needles.some((needle) => text.includes(needle))) found.add(name)
    }
  }
  api.database.useRecordKeys(api.deps.cipher)
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
