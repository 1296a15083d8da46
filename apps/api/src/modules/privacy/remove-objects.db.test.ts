import { LoanStatus } from '@dolphin/domain/loans/codes'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listObjectRemovals } from '@dolphin/database/retention/erase-repository'
import type { ObjectStore } from '@dolphin/integrations/objects/object-store'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { readyToSign, signNow } from '../../testing/signing-sessions.ts'
import { eraseRecord } from './erase-record.ts'
import { removeObjectsJob } from './remove-objects.ts'
import { readErasures, replayErasures } from './replay-erasures.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const run = (objects: ObjectStore = api.deps.objects) => removeObjectsJob({ ...api.deps, objects }).run({})

/** Names of all that lies in the store of documents and signings. */
async function stored(): Promise<string[]> {
  const names: string[] = []
  for await (const name of api.deps.objectFolder.names()) if (name.startsWith('documents/')) names.push(name)
  return names.toSorted()
}

const waiting = () => listObjectRemovals(api.database.db, '', 1_000)

/** A loan that was signed, page by page, and has ended. */
async function endedLoan() {
  const { client, loanNo } = await readyToSign(api)
  await signNow(api, client, loanNo)
  await api.runJobs()
  const { portfolioId } = client
  await api.database.executeSql(`update loans set status = ${LoanStatus.terminated} where loan_no = $1`, [
    loanNo,
  ])
  const openIds = [client.openId]
  return {
    recordClass: 'fundedLoan',
    portfolioId,
    key: loanNo,
    openIds,
    loanNo,
    applicationNo: null,
  } as const
}

/** Its file, and what outlives it: the proof of the covered-borrower check. */
const erase = (record: Awaited<ReturnType<typeof endedLoan>>) =>
  api.deps.units.write(async (unit) => {
    await eraseRecord(api.deps, unit, record, 'period')
    const [certificate] = await listDocumentsOfLoan(unit.tx, record)
    const check = {
      ...record,
      recordClass: 'coveredBorrowerCheck',
      key: certificate?.documentNo ?? '',
    } as const
    return await eraseRecord(api.deps, unit, check, 'period')
  })

test('with a file the bytes of its documents, of what was signed and of the mark go, after the commit (docs/retention.md)', async () => {
  const others = await stored()
  const loan = await endedLoan()
  const own = (await stored()).filter((name) => !others.includes(name))
  expect(own.length).toBeGreaterThan(4)
  await erase(loan)
  expect(await stored()).toEqual([...others, ...own].toSorted())
  await run()
  expect(await stored()).toEqual(others)
  expect(await waiting()).toEqual([])
  await run()
  expect(await stored()).toEqual(others)
}, 60_000)

test('bytes that another row names stay, until that one goes', async () => {
  const loan = await endedLoan()
  const [key = ''] = (
    await api.database.executeSql(
      `insert into documents (portfolio_id, customer_key, document_no, loan_no, document_type, title, media_type, sha256,
        size_bytes, object_key, evidence, created_at)
      select portfolio_id, customer_key, 'D999999999', '118-9999999', document_type, title, media_type, sha256,
        size_bytes, object_key, evidence, created_at
      from documents where loan_no = $1 and document_type <> 13 limit 1 returning object_key`,
      [loan.loanNo],
    )
  ).rows.map((row: { object_key: string }) => row.object_key)
  await erase(loan)
  await run()
  expect(await api.deps.objects.get(key)).toBeDefined()
  expect(await waiting()).toEqual([])
  await api.deps.units.write((unit) =>
    eraseRecord(
      api.deps,
      unit,
      { ...loan, recordClass: 'unusedUpload', key: 'D999999999', loanNo: '118-9999999' },
      'period',
    ),
  )
  await run()
  expect((await api.deps.objects.get(key))?.length).toBeUndefined()
}, 60_000)

test('one that the store does not remove stops no other, and the next run goes on with it', async () => {
  await erase(await endedLoan())
  const [stuck = '', ...others] = await waiting()
  const remove = async (key: string) => {
    if (key === stuck) throw new Error('the store is away')
    await api.deps.objects.remove(key)
  }
  await expect(run({ ...api.deps.objects, remove })).rejects.toThrow('the store is away')
  expect(await waiting()).toEqual([stuck])
  expect((await api.deps.objects.get(others[0] ?? ''))?.length).toBeUndefined()
  await run()
  expect(await waiting()).toEqual([])
  expect(await api.deps.objects.get(stuck)).toBe(undefined)
}, 60_000)

test('bytes that come back with a copy of the store go again with the erase log', async () => {
  const loan = await endedLoan()
  const copied = new Map<string, Uint8Array>()
  for await (const name of api.deps.objectFolder.names())
    copied.set(name, (await api.deps.objectFolder.get(name)) ?? new Uint8Array())
  const before = await stored()
  await erase(loan)
  await run()
  const after = await stored()
  for (const [name, bytes] of copied) await api.deps.objectFolder.put(name, bytes)
  expect(await stored()).toEqual(before)
  const lines = []
  for await (const line of readErasures(api.database.db)) lines.push(line)
  await replayErasures({ ...api.deps, executor: api.database.db }, lines)
  await run()
  expect(await stored()).toEqual(after)
}, 60_000)
