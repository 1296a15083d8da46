import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { CALLS } from '@dolphin/contract/registry'
import { listBankEntryCall, retryBankEntryCall } from '@dolphin/contract/returns'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { ok } from '@dolphin/domain/outcome'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile } from '../../../testing/bank-returns.ts'
import { expectRefused } from '../../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { accountFactsOf, debitAt } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { STRANGE_TRACE, unmatchedReturn } from '../../../testing/unmatched-return.ts'
import { loanArrears } from '../../servicing/loan-arrears.ts'
import { importInboxFile } from './import-file.ts'
import { inboxItems } from './inbox-file.ts'
import { keepFile } from './kept-files.ts'
import { openUnread, quarantineEntry } from './quarantined-entries.ts'
import { applyKeptEntry } from './retry-entry.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

test('a transaction became known: the kept entry is tried again, and its work item closes', async () => {
  const { loan, workItemNo } = await unmatchedReturn(api, days)
  const employee = await signInEmployee(api)
  const day = { query: { portfolioId: 118, day: '2026-03-16' } }
  expect(await employee.ask(retryBankEntryCall, { body: { workItemNo } })).toMatchObject({
    outcome: 'unmatched',
  })
  expect((await employee.ask(listBankEntryCall, day)).entries).toMatchObject([
    { code: 'R01', outcome: 'unmatched', amount: '78.61', loanNo: null },
  ])
  await api.database.executeSql(
    `update transactions set trace_number = $1 where loan_no = $2 and type = ${TransactionType.debit}`,
    [STRANGE_TRACE, loan.loanNo],
  )
  await proveChanges(api, () => Promise.resolve(), {
    retryBankEntry: {
      before: asking(employee, 'retryBankEntry', { body: { workItemNo: 'W999999999' } }),
      after: asking(employee, 'retryBankEntry', { body: { workItemNo } }),
    },
  })
  expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
  expect(await ledgerDifferences(api, loan)).toEqual([])
  await expectRefused(employee, 'retryBankEntry', { body: { workItemNo } }, 'workItemOver')
  expect((await employee.ask(listBankEntryCall, day)).entries).toMatchObject([
    { outcome: 'applied', loanNo: loan.loanNo },
  ])
  api.shown.changed('listBankEntry')
})

test('a person names the transaction: the entry is applied to it, once', async () => {
  const { loan, debit, sha256 } = await unmatchedReturn(api, days)
  const named = { actor: 'test', transactionNo: debit.transactionNo }
  for (const time of ['first', 'again']) {
    const tried = await applyKeptEntry(days.money, { sha256, line: 3 }, named)
    expect(tried, time).toMatchObject({ ok: true, value: { outcome: 'applied' } })
  }
  expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected })
  expect(await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'unmatchedReturn' })).toEqual([])
  expect(await applyKeptEntry(days.money, { sha256, line: 4 }, named)).toMatchObject({ ok: false })
})

test('applied late: the bank’s day in the ledger, our notice for days overdue and the fee (domain.md §14)', async () => {
  const { loan, debit, sha256 } = await unmatchedReturn(api, days)
  days.at('2026-03-25', '12:00')
  const named = { actor: 'test', transactionNo: debit.transactionNo }
  expect(await applyKeptEntry(days.money, { sha256, line: 3 }, named)).toMatchObject({ ok: true })
  const postings = await listPostings(api.database.db, loan)
  const dayOf = (kind: string) =>
    postings.filter((one) => one.kind === kind).map(({ effectiveDate }) => formatLocalDate(effectiveDate))
  expect(dayOf('paymentReturned')).toEqual(['2026-03-16'])
  expect(dayOf('feeCharged')).toEqual(['2026-03-25'])
  const facts = await accountFactsOf(api, loan)
  expect(loanArrears(facts, localDate(2026, 3, 26)).days).toBe(1)
  expect(await ledgerDifferences(api, loan)).toEqual([])
})

/** A file that an earlier release could not read, kept with its work items; this one reads it. */
async function keptByEarlierRelease() {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  days.at('2026-03-16', '12:00')
  const bytes = bankFile([{ transaction: await debitAt(api, loan, 0), code: 'R01' }])
  const sha256 = sha256Hex(bytes)
  await keepFile(days.money, sha256, bytes)
  const [item] = inboxItems(bytes)
  const entry = item?.is === 'entry' ? item.entry : undefined
  const { line = 0, companyId, place = { records: [], before: undefined, after: undefined } } = entry ?? {}
  const todayIn = () => localDate(2026, 3, 16)
  const file = { sha256, fileName: 'OLD.ach', actor: 'test', todayIn }
  const clue = { originalTrace: entry?.exception.originalTrace }
  const frame = { line: 5, companyId, faults: [], place, isEntry: false }
  await api.deps.units.write(async (unit) => {
    await quarantineEntry(days.money, unit, file, {
      line,
      companyId,
      place,
      clue,
      problem: 'is no return code',
    })
    await openUnread(days.money, unit, file, {
      portfolioId: 118,
      unread: { found: [frame], traces: null, entries: 1 },
    })
    return ok(undefined)
  })
  const workItemOf = async (kind: 'entryQuarantined' | 'unreadBankEntry') =>
    (await listOpenWorkItems(api.database.db, { portfolioId: 118, kind }))[0]?.workItemNo
  return { loan, workItemOf }
}

test('while a colleague works on the item it is not tried again; taken over, it is', async () => {
  const { workItemNo, sha256 } = await unmatchedReturn(api, days)
  const [ada, bea] = [await signInEmployee(api), await signInEmployee(api, 'bea-example')]
  await bea.ask(CALLS.takeWorkItem, { body: { workItemNo } })
  await expectRefused(ada, 'retryBankEntry', { body: { workItemNo } }, 'workItemHeld')
  await expectRefused(ada, 'retryBankEntry', { body: { sha256, line: 3 } }, 'workItemHeld')
  await ada.ask(CALLS.takeWorkItem, { body: { workItemNo, takeOver: true } })
  expect(await ada.ask(retryBankEntryCall, { body: { workItemNo } })).toMatchObject({ outcome: 'unmatched' })
})

test('a newer release reads the code: the entry is applied from the bytes that were kept', async () => {
  const { loan, workItemOf } = await keptByEarlierRelease()
  const employee = await signInEmployee(api)
  const workItemNo = (await workItemOf('entryQuarantined')) ?? ''
  expect(await employee.ask(retryBankEntryCall, { body: { workItemNo } })).toMatchObject({
    line: 3,
    outcome: 'applied',
    problem: null,
  })
  expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected })
  expect(await workItemOf('entryQuarantined')).toBeUndefined()
})

test('the whole file is tried again, and its item closes once nothing of it is unread', async () => {
  const { loan, workItemOf } = await keptByEarlierRelease()
  const employee = await signInEmployee(api)
  const workItemNo = (await workItemOf('unreadBankEntry')) ?? ''
  expect(await employee.ask(retryBankEntryCall, { body: { workItemNo } })).toMatchObject({
    line: null,
    outcome: 'imported',
  })
  expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected })
  expect(await workItemOf('unreadBankEntry')).toBeUndefined()
  expect(await workItemOf('entryQuarantined')).toBeUndefined()
})

test('what still cannot be read stays with its reason', async () => {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  days.at('2026-03-16', '12:00')
  const whole = Buffer.from(bankFile([{ transaction: await debitAt(api, loan, 0), code: 'R01' }])).toString(
    'latin1',
  )
  const bytes = Buffer.from(whole.replace('799R01', '799R97'), 'latin1')
  await importInboxFile(days.money, [], { fileName: 'ODD.ach', bytes, actor: 'test' })
  const [item] = await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'entryQuarantined' })
  const employee = await signInEmployee(api)
  const body = { workItemNo: item?.workItemNo ?? '' }
  expect(await employee.ask(retryBankEntryCall, { body })).toMatchObject({
    outcome: 'quarantined',
    problem: 'is no return code',
  })
  const { entries } = await employee.ask(listBankEntryCall, {
    query: { portfolioId: 118, day: '2026-03-16' },
  })
  expect(entries).toMatchObject([{ kind: 'return', code: 'R97', outcome: 'quarantined', ...body, line: 3 }])
  await expectRefused(employee, 'retryBankEntry', { body: {} }, 'notFound')
})
