import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { showApprovalCall } from '@dolphin/contract/approvals'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listBankEntryCall, resolveExceptionCall } from '@dolphin/contract/returns'
import { CALLS } from '@dolphin/contract/registry'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { expectRefused } from '../../../testing/call-coverage/expect-refused.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../../testing/confirmations.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { creditOf, debitAt } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { unmatchedReturn } from '../../../testing/unmatched-return.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
let ada: TestClient
let bea: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const note = 'the bank named our trace number'

/** An entry of the bank that waits, and two employees of that day. */
async function unmatched() {
  const waiting = await unmatchedReturn(api, days)
  ada = await signInEmployee(api)
  bea = await signInEmployee(api, 'bea-example')
  return waiting
}

const openItems = async () =>
  (await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'unmatchedReturn' })).length

test('an entry is applied to the transaction that is named, once another has confirmed it', async () => {
  const { loan, debit, workItemNo } = await unmatched()
  const body = { act: 'apply', workItemNo, transactionNo: debit.transactionNo, note } as const
  const { approval } = await ada.ask(resolveExceptionCall, { body })
  expect(await debitAt(api, loan, 0)).toMatchObject({
    status: TransactionStatus.notChecked,
    returnCode: null,
  })
  expect(await tryConfirming(await deskOf(ada), approval.approvalNo)).toMatchObject({
    code: RESPONSE_CODES.approvalRefused.code,
  })
  const shown = await bea.ask(showApprovalCall, { params: { approvalNo: approval.approvalNo } })
  expect(shown).toMatchObject({ kind: 'bankException', amount: '78.61', blocked: null })
  expect(shown.effects.join(' ')).toContain('Notice to the borrower')
  await confirmApproval(bea, approval.approvalNo)
  expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
  expect(await openItems()).toBe(0)
  expect(await ledgerDifferences(api, loan)).toEqual([])
  const day = { query: { portfolioId: 118, day: '2026-03-16' } }
  expect((await ada.ask(listBankEntryCall, day)).entries).toMatchObject([
    { outcome: 'applied', loanNo: loan.loanNo },
  ])
  await expectRefused(ada, 'resolveException', { body }, 'workItemOver')
  api.shown.changed('resolveException')
})

test('an entry of none of ours closes its work item; one employee alone closes none', async () => {
  const { loan, workItemNo } = await unmatched()
  const closing = { body: { workItemNo, reason: 'spoke with the bank' } }
  await expectRefused(ada, 'closeWorkItem', closing, 'workItemTakesTwo')
  const { approval } = await ada.ask(resolveExceptionCall, { body: { act: 'ignore', workItemNo, note } })
  expect(await openItems()).toBe(1)
  await confirmApproval(bea, approval.approvalNo)
  expect(await openItems()).toBe(0)
  expect(await debitAt(api, loan, 0)).toMatchObject({
    status: TransactionStatus.notChecked,
    returnCode: null,
  })
  expect(await bea.ask(CALLS.showWorkItem, { params: { workItemNo } })).toMatchObject({
    closedBy: 'bea-example',
    closedFor: `none of ours: ${note}`,
  })
})

test('what a colleague works on is not resolved beside them; who had it and lost it may, while it is free', async () => {
  const { workItemNo } = await unmatched()
  await bea.ask(CALLS.takeWorkItem, { body: { workItemNo } })
  const body = { act: 'ignore', workItemNo, note } as const
  await expectRefused(ada, 'resolveException', { body }, 'workItemHeld')
  await bea.ask(resolveExceptionCall, { body })
})

test('an entry that may be about very many loans is shown, and confirmed', async () => {
  const { workItemNo } = await unmatched()
  const loanNos = Array.from({ length: 120 }, (_, at) => `118-${String(1_000_000 + at)}`)
  await api.database.executeSql('update work_items set concerns = $2 where work_item_no = $1', [
    workItemNo,
    loanNos,
  ])
  const { approval } = await ada.ask(resolveExceptionCall, { body: { act: 'ignore', workItemNo, note } })
  const { approvalNo } = approval
  const shown = await bea.ask(showApprovalCall, { params: { approvalNo } })
  expect(shown.effects).toEqual([
    'Debits of 118-1000000, 118-1000001, 118-1000002, 118-1000003, 118-1000004 and 115 more go on.',
  ])
  await confirmApproval(bea, approvalNo)
  expect(await openItems()).toBe(0)
})

test('what does not fit is refused when it is entered, and what was settled meanwhile when it is confirmed', async () => {
  const { loan, debit, workItemNo } = await unmatched()
  const apply = (transactionNo: string) => ({
    body: { act: 'apply', workItemNo, transactionNo, note } as const,
  })
  await expectRefused(ada, 'resolveException', apply('T999999999'), 'exceptionRefused')
  const credit = await creditOf(api, loan)
  await expectRefused(ada, 'resolveException', apply(credit.transactionNo), 'exceptionRefused')
  const absent = { act: 'ignore', workItemNo: 'W999999999', note } as const
  await expectRefused(ada, 'resolveException', { body: absent }, 'notFound')
  const { approval } = await ada.ask(resolveExceptionCall, apply(debit.transactionNo))
  await days.bankSays('2026-03-17', [{ transaction: debit, code: 'R01' }])
  const confirmer = await deskOf(await signInEmployee(api, 'bea-example'))
  expect((await tryConfirming(confirmer, approval.approvalNo)).code).not.toBe(1)
  expect(await ledgerDifferences(api, loan)).toEqual([])
})
