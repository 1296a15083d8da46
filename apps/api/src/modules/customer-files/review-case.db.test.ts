import { previewDeclineCall } from '@dolphin/contract/applications-staff'
import { showReviewCaseCall } from '@dolphin/contract/customer-files'
import { requestDocumentsCall } from '@dolphin/contract/document-requests'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit, readOf } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { signLoan, type SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let ada: TestClient
let loan: SignedLoan

beforeAll(async () => {
  api = await startTestApi()
  loan = await signLoan(api, { portfolioId: 110 })
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const reviewCase = (loanNo = loan.loanNo) => ada.ask(showReviewCaseCall, { params: { loanNo } })

test('says until when the applicant is notified, and what happened so far', async () => {
  const { deadline, steps } = await reviewCase()
  expect(deadline?.daysLeft).toBe(30)
  expect(steps.map(({ step }) => step)).toEqual(['begun', 'submitted', 'signed'])
})

test('documents that are asked for stop the days, and the reading is in the audit', async () => {
  await proveChanges(
    api,
    () =>
      ada.ask(requestDocumentsCall, {
        body: { loanNo: loan.loanNo, documentTypes: [101], note: 'To see the name', answerBy: '2026-03-17' },
      }),
    { showReviewCase: asking(ada, 'showReviewCase', { params: { loanNo: loan.loanNo } }) },
  )
  const { deadline, steps } = await reviewCase()
  expect(deadline).toBeNull()
  expect(steps.at(-1)?.step).toBe('documentsAsked')
  const reads = await listAudit(api.database.db, 110, readOf(loan.loanNo))
  expect(reads.some(({ facts }) => facts['call'] === 'showReviewCase')).toBe(true)
})

test('another customer of the portfolio with the same account and address is named with their loans', async () => {
  const other = await signLoan(api, { portfolioId: 110 })
  const elsewhere = await signLoan(api)
  const { alike, moreAlike } = await reviewCase(other.loanNo)
  const found = alike.find(({ file }) => file === loan.client.openId)
  expect(found?.by).toEqual(expect.arrayContaining(['account', 'address']))
  expect(found?.loans.map(({ loanNo }) => loanNo)).toEqual([loan.loanNo])
  expect(moreAlike).toBe(false)
  const files = alike.map(({ file }) => file)
  expect(files).not.toContain(other.client.openId)
  expect(files).not.toContain(elsewhere.client.openId)
})

test('who has a right in another portfolio alone is refused', async () => {
  const otto = await signInEmployee(api, 'otto-example', { roles: ['underwriter'], portfolioId: 118 })
  const input = { params: { loanNo: loan.loanNo } }
  expect((await otto.call(showReviewCaseCall, input)).code).toBe(RESPONSE_CODES.notPermitted.code)
})

test('the notice of a decline is shown as it would be sent, in both languages', async () => {
  const body = { loanNo: loan.loanNo, reasonCodes: ['blackListed'] }
  const { notice } = await ada.ask(previewDeclineCall, { body })
  expect(notice.en.text).toContain('principal reasons')
  expect(notice.es.text).toContain('motivos principales')
  expect(await api.mailsTo(loan.email)).not.toContainEqual(expect.objectContaining({ kind: 'adverseAction' }))
  const decline = () => ada.ask(CALLS.declineLoan, { body: { ...body, note: 'as previewed' } })
  await proveChanges(api, decline, { previewDecline: asking(ada, 'previewDecline', { body }) })
  await api.runJobs()
  const [mail] = (await api.mailsTo(loan.email)).filter(({ kind }) => kind === 'adverseAction')
  expect(mail?.content.text.trim()).toBe(notice.en.text.trim())
  await expectRefused(ada, 'previewDecline', { body }, 'reviewDecisionRefused')
})
