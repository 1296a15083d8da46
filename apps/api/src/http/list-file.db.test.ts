import { PaymentMode } from '@dolphin/domain/payments/codes'
import { CALLS } from '@dolphin/contract/registry'
import { exportReviewCall } from '@dolphin/contract/applications-staff'
import { exportWorkItemCall } from '@dolphin/contract/work-items'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { expectRefused } from '../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../testing/call-coverage/prove-changes.ts'
import { anEmployee } from '../testing/employee-actor.ts'
import { signInEmployee } from '../testing/employees.ts'
import { fundLoan, liveOn } from '../testing/funded-loans.ts'
import type { SignedLoan } from '../testing/signed-loans.ts'
import type { TestClient } from '../testing/test-client.ts'
import { listFile, MOST_ROWS } from './list-file.ts'

let api: TestApi
let ada: TestClient
let loan: SignedLoan

beforeAll(async () => {
  api = await startTestApi()
  loan = await fundLoan(api)
  await liveOn(api, '2026-03-05T10:00:00-05:00')
  ada = await signInEmployee(api)
  await ada.ask(CALLS.manualPosting, {
    body: {
      loanNo: loan.loanNo,
      kind: 'receipt',
      changeTypeCode: 0,
      amount: '120.00',
      effectiveDate: '2026-03-05',
      transactionNo: null,
      installmentNo: null,
      paymentMode: PaymentMode.moneyOrder,
      note: '',
    },
  })
  await loan.client.ask(CALLS.sendMessage, { body: { text: 'Is it there?', loanNo: loan.loanNo } })
})
afterAll(() => api.close())

const audit = async (portfolioId: number, list: string) =>
  (await listAudit(api.database.db, portfolioId, `list/${list}`)).map(({ actor, facts }) => ({
    actor,
    facts,
  }))

test('each list leaves as a table under its headings; who took it, by which filter and how many rows is in the audit', async () => {
  const files = await ada.download(CALLS.exportBankFile, { query: { portfolioId: 118, day: '2026-03-03' } })
  expect(files.toString()).toMatch(/^File,Entries,Credits,Debits,Cut,Sent,SHA-256\r\n\S+,1,500.00,0.00,/)
  expect(await audit(118, 'bank-files')).toEqual([
    {
      actor: 'employee:ada-example',
      facts: { filter: { portfolioId: 118, day: '2026-03-03' }, rows: 1, isCut: false },
    },
  ])
  const approvals = (await ada.download(CALLS.exportApproval, { query: { portfolioId: 118 } })).toString()
  expect(approvals).toContain(`Money received,Loan ${loan.loanNo},118,${loan.loanNo},120.00,waiting`)
  const [mine, beas] = await Promise.all(
    [ada, await signInEmployee(api, 'bea-example')].map(async (by) =>
      (await by.download(CALLS.exportApproval, { query: { portfolioId: 118, enteredBy: 'me' } })).toString(),
    ),
  )
  expect(mine).toBe(approvals)
  expect(beas).not.toContain(loan.loanNo)
  const messages = (await ada.download(CALLS.exportConversation, { query: {} })).toString()
  expect(messages).toContain(`,118,${loan.loanNo},1,`)
  expect((await audit(0, 'messages'))[0]?.facts).toEqual({ filter: {}, rows: 1, isCut: false })
  for (const call of [exportWorkItemCall, exportReviewCall])
    expect((await ada.download(call, { query: { portfolioId: 110 } })).toString()).toMatch(/^[\w, ]+\r\n$/)
  await expectRefused(ada, 'exportBankFile', { query: { portfolioId: 999, day: '2026-03-03' } }, 'notFound')
})

test('is kept to the portfolios and rights of who asks', async () => {
  const query = { portfolioId: 118 }
  const nova = await signInEmployee(api, 'nova-example', { roles: ['administrator'] })
  await proveChanges(api, () => nova.demonstrate({ name: 'nova-example', roles: ['support'] }), {
    exportWorkItem: asking(nova, 'exportWorkItem', { query }),
    exportReview: asking(nova, 'exportReview', { query }),
    exportStatement: asking(nova, 'exportStatement', { query }),
    exportConversation: asking(nova, 'exportConversation', { query }),
    exportBankFile: asking(nova, 'exportBankFile', { query: { ...query, day: '2026-03-03' } }),
    exportApproval: {
      before: asking(api.client().atDesk(), 'exportApproval', { query }),
      after: asking(nova, 'exportApproval', { query }),
    },
  })
  const otto = await signInEmployee(api, 'otto-example', { roles: ['support'], portfolioId: 110 })
  expect(
    (await otto.download(CALLS.exportConversation, { query: {} })).toString().split('\r\n'),
  ).toHaveLength(2)
  const other = await otto.call(CALLS.exportConversation, { query: { portfolioId: 118 } })
  expect(other.code).toBe(RESPONSE_CODES.notPermitted.code)
  const admin = await signInEmployee(api, 'adam-example', { roles: ['administrator'] })
  expect((await admin.call(CALLS.exportReview, { query: {} })).code).toBe(RESPONSE_CODES.notPermitted.code)
})

test('a cell that a spreadsheet would run is text; more than the most rows is cut, and said', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => (at === 0 ? '=HYPERLINK("http://x")' : `row ${at}`))
  const made = await listFile(api.deps, {
    list: 'work',
    columns: [['What', (row: string) => row]],
    read: async (after) => ({ rows, after: `${after ?? ''}x` }),
    filter: { portfolioId: 118 },
    actor: anEmployee(),
    now: api.clock.now(),
  })
  if (!made.ok || !(made.value.bytes instanceof Uint8Array)) throw new Error('a table is made whole')
  const lines = new TextDecoder().decode(made.value.bytes).trim().split('\r\n')
  expect(lines[1]).toBe('"\'=HYPERLINK(""http://x"")"')
  expect(lines).toHaveLength(1 + MOST_ROWS + 1)
  expect(lines.at(-1)).toContain(`The first ${MOST_ROWS} rows alone`)
  expect((await audit(118, 'work')).at(-1)?.facts).toEqual({
    filter: { portfolioId: 118 },
    rows: MOST_ROWS,
    isCut: true,
  })
})
