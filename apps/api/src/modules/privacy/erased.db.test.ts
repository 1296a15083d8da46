import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ValueErased } from '@dolphin/database/driver/field-cipher'
import type { KeyHolder } from '@dolphin/database/driver/record-keys'
import { readTables } from '@dolphin/database/driver/table-catalog'
import { placeOf, SEALED_COLUMNS } from '@dolphin/database/driver/sealed-columns'
import { isLedgerIntact, ledgerTotal } from '@dolphin/database/payments/ledger-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { openFieldCipher, openRecordKeys } from '../../security/keys.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fundLoan } from '../../testing/funded-loans.ts'
import { CALLS } from '@dolphin/contract/registry'
import { eraseRecord } from './erase-record.ts'
import { readErasures, replayErasures } from './replay-erasures.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Of no real person, and written by no one else in this database. */
const PERSON = {
  firstName: 'Zebulonia',
  lastName: 'Quillfeathery',
  ssn: '521-47-3391',
  street: '4711 Canarybird Lane',
} as const
const NEEDLES = ['zebulonia', 'quillfeathery', '521473391', 'canarybird', '000111222333']

/** Tables in which one of the needles is readable: plain, or in a sealed value that our own keys open. */
async function readableIn(): Promise<readonly string[]> {
  const { db } = api.database
  const found = new Set<string>()
  for (const { name } of await readTables(db)) {
    const { rows } = await db.execute(sql`select * from ${sql.identifier(name)}`)
    const sealed = SEALED_COLUMNS.filter(({ table, text }) => table === name && text === undefined)
    for (const row of rows) {
      const opened = sealed.flatMap((column) => {
        const value = row[column.column]
        return typeof value === 'string' ? [api.deps.cipher.open(placeOf(column, row), value)] : []
      })
      const text = `${JSON.stringify(row)} ${opened.join(' ')}`.toLowerCase()
      if (NEEDLES.some((needle) => text.includes(needle))) found.add(name)
    }
  }
  return [...found].toSorted()
}

async function destroyKeys(holder: KeyHolder): Promise<void> {
  const { cipher, keyFolder } = api.deps
  for await (const name of keyFolder.names(cipher.records?.folderOf(holder))) await keyFolder.remove(name)
}

/** Carries out of a transaction that is rolled back: as a backup from before it would be. */
class Restored extends Error {}

test('of an erased person no row tells, plain or with our keys; a restored backup is erased again by the log', async () => {
  const loan = await fundLoan(api, { personal: PERSON })
  const { portfolioId, loanNo, applicationNo, client } = loan
  await client.ask(CALLS.sendMessage, { body: { text: 'Zebulonia writes', loanNo } })
  await client.ask(CALLS.sendMessage, { body: { text: 'Zebulonia writes about the account' } })
  await api.runJobs()
  const before = await readableIn()
  for (const table of ['application_sections', 'customers', 'loan_accounts', 'mails', 'secure_messages'])
    expect(before, table).toContain(table)
  await api.database.executeSql(`update loans set status = ${LoanStatus.terminated} where loan_no = $1`, [
    loanNo,
  ])

  const file = {
    recordClass: 'fundedLoan',
    portfolioId,
    key: loanNo,
    openIds: [client.openId],
    loanNo,
    applicationNo,
  } as const
  const account = { ...file, recordClass: 'abandonedAccount', key: client.openId, loanNo: null } as const
  const lines: Awaited<ReturnType<typeof log>> = []
  const log = async (tx: Parameters<typeof readErasures>[0]) => {
    const all = []
    for await (const line of readErasures(tx)) all.push(line)
    return all
  }
  await expect(
    api.database.transaction(async (tx) => {
      const unit = { tx, now: api.clock.now(), afterCommit: () => undefined }
      for (const record of [file, account]) await eraseRecord(api.deps, unit, record, 'request')
      lines.push(...(await log(tx)))
      throw new Restored()
    }),
  ).rejects.toThrow()
  expect(await readableIn()).toEqual(before)

  // Its keys were destroyed since: the replay opens nothing.
  for (const holder of [
    `loan/${portfolioId}/${loanNo}`,
    `application/${portfolioId}/${applicationNo}`,
    `account/${portfolioId}/${client.openId}`,
  ] as const)
    await destroyKeys(holder)
  const { keys, random, keyFolder } = api.deps
  const cipher = openFieldCipher(keys, random, openRecordKeys(keys, keyFolder))
  api.database.useRecordKeys(cipher)
  const owner = { portfolioId, openId: client.openId }
  await expect(findCustomer(api.database.db, cipher, owner)).rejects.toBeInstanceOf(ValueErased)
  const parts = { ...api.deps, cipher, executor: api.database.db }
  const objects = lines.filter(({ subject }) => subject.startsWith('object/')).length
  expect(await replayErasures(parts, lines)).toBe(lines.length - objects)
  expect(await readableIn()).toEqual([])
  expect(await isLedgerIntact(api.database.db, { portfolioId, loanNo })).toBe(true)
  expect(await ledgerTotal(api.database.db)).toBe(0n)
  expect(await replayErasures(parts, lines)).toBe(0)
  expect(JSON.stringify(await log(api.database.db)).toLowerCase()).not.toMatch(new RegExp(NEEDLES.join('|')))
}, 60_000)
