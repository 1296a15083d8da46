import { documentListCall } from '@dolphin/contract/documents'
import { loanTimelineCall, searchAuditCall } from '@dolphin/contract/examiner'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { cancelChangeCall } from '@dolphin/contract/servicing-changes'
import { getRequestStatusCall } from '@dolphin/contract/verification'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { ok } from '@dolphin/domain/outcome'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyStore } from '../../backup/verify-store.ts'
import { importInboxFile } from '../../modules/payments/returns/import-file.ts'
import { makeTestPlace, startTestApi, type TestApi, type TestPlace } from '../api-fixture.ts'
import { mailedCode, PASSWORD } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { debitsOf, ledgerDifferences, moneyDays } from '../money-days.ts'
import type { TestClient } from '../test-client.ts'
import { restoreEarlierData } from './earlier-data.ts'

/** Data of the release before the renamed words, opened by this one. Source: docs/design/language.md, stored names. */
let place: TestPlace
let api: TestApi
let client: TestClient
let lender: Awaited<ReturnType<typeof restoreEarlierData>>

beforeAll(async () => {
  place = await makeTestPlace()
  lender = await restoreEarlierData(place)
  api = await startTestApi({ place, clock: new FakeClock(lender.now) })
  client = api.client()
  const device = { remember: false }
  const body = { portfolioId: 118, account: lender.email, password: PASSWORD, device }
  const step = await client.ask(signInCall, { body })
  if (!step.needsCode) throw new Error('a new browser needs a code')
  const code = await mailedCode(api, lender.email)
  const { sessionId } = step
  client.session = await client.ask(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: false } })
})
afterAll(async () => {
  await api.close()
  await place.remove()
})

const loanKey = () => ({ portfolioId: 118, loanNo: lender.loanNo })

test('ledger, audit chains and documents are whole', async () => {
  const { objects, database } = api.deps
  const report = await verifyStore({ executor: database.db, objects })
  expect(report).toMatchObject({ complaints: [], loans: 1, documents: 8 })
  expect(report.auditSubjects).toBeGreaterThan(2)
  expect(await ledgerDifferences(api, loanKey())).toEqual([])
})

test('the borrower sees the loan, its payments, documents and signing sessions', async () => {
  const { loanNo, requestCode, declinedCode } = lender
  const detail = await client.ask(paymentDetailCall, { query: { loanNo } })
  expect(detail.loanNo).toBe(loanNo)
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  expect(documents.length).toBeGreaterThan(2)
  const statuses = []
  for (const code of [declinedCode, requestCode])
    statuses.push(await client.ask(getRequestStatusCall, { query: { requestCode: code } }))
  expect(statuses.map(({ signStatus }) => signStatus)).toEqual([3, 1])
})

test('mails of renamed kinds are read, and their letters open', async () => {
  const mails = await api.mailsTo(lender.email)
  const undone = mails.find(({ kind }) => kind === STORED_NAMES.noticeKind.changeCanceled)
  expect(undone?.content.text).toContain(lender.loanNo)
  expect(mails.map(({ kind }) => kind)).toContain('agreementCopy')
})

test('an employee finds the signing, the batch and the quarantined file by their stored actions', async () => {
  const employee = await signInEmployee(api)
  const { signingSessionOpened, signingSessionDeclined, batchOriginated, bankFileQuarantined } =
    STORED_NAMES.auditAction
  const found = []
  for (const event of [signingSessionOpened, signingSessionDeclined, batchOriginated, bankFileQuarantined]) {
    const { events } = await employee.ask(searchAuditCall, { body: { portfolioId: 118, event } })
    found.push(events.length)
  }
  expect(found).toEqual([2, 1, 2, 1])
  const { events } = await employee.ask(loanTimelineCall, { params: { loanNo: lender.loanNo } })
  expect(events.filter(({ actor }) => actor === 'bank').map(({ to }) => to)).toEqual(['R01', 'R61', 'R72'])
})

test('an entry of the bank that is on record is known when it comes again, and a quarantined file too', async () => {
  const loan = loanKey()
  const days = moneyDays(api)
  const [debit] = await debitsOf(api, loan)
  if (debit === undefined) throw new Error('the returned debit is there')
  const again = await days.bankSays('2026-03-17', [{ transaction: debit, code: 'R61' }], 3)
  expect(again).toMatchObject({ status: STORED_NAMES.inboxFileStatus.imported, alreadyKnown: 1, returns: 0 })
  expect(await listInboxEntries(api.database.db, loan)).toHaveLength(3)
  const bytes = new TextEncoder().encode('no ACH file at all')
  const file = { fileName: 'broken.ach', bytes, actor: 'test' }
  const { status } = await importInboxFile(days.money, [days.data()], file)
  expect(status).toBe(STORED_NAMES.inboxFileStatus.quarantined)
  const { rows } = await api.database.executeSql(
    `select count(*)::integer as files from ach_inbox_files where status = 'setAside'`,
  )
  expect(rows).toEqual([{ files: 1 }])
})

test('a job that waits under the stored name of its queue runs', async () => {
  api.clock.set('2026-03-18T14:00:00Z')
  await api.deps.units.write(async (unit) => {
    const data = { portfolioId: 118, actor: 'test', after: '' }
    await api.deps.jobs.send(unit, STORED_NAMES.queue.originateBatch, data)
    return ok(undefined)
  })
  await api.runJobs()
  const { rows } = await api.database.executeSql(
    `select state::text as state from pgboss.job where name = 'cut-batch'`,
  )
  expect(rows).toEqual([{ state: 'completed' }])
})

test('a request repeated after the release gets its stored result under the present names', async () => {
  api.clock.set(lender.now)
  const { changeNo, idempotencyKey } = lender
  const input = { params: { changeNo }, body: {} }
  const repeated = await client.ask(cancelChangeCall, input, { idempotencyKey })
  expect(repeated).toMatchObject({ changeNo, status: 'cancelled', cancelable: false })
})
