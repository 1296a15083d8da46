import type { CallInputOf } from '@dolphin/contract/call'
import type { CallName, CALLS } from '@dolphin/contract/registry'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { makeLoanNo } from '@dolphin/domain/loans/loan-number'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { createCustomer } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import type { TestClient } from '../test-client.ts'
import { expectRefused } from './expect-refused.ts'

let api: TestApi
let employee: TestClient
let customer: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
  customer = await createCustomer(api, { email: 'unknown@example.com' })
})
afterAll(() => api.close())

type Case = {
  [Name in CallName]: readonly [Name, CallInputOf<(typeof CALLS)[Name]>, ResponseCodeName]
}[CallName]

const nowhere = { portfolioId: 999 } as const
const noLoan = '118-0000000'
const counter = { amount: '300.00', reasonCodes: ['incomeTooLow'], decisionNo: 'D999999999' }
const note = 'Looked at it'
const nothing = { requestCode: 'nothing' }

const PUBLIC: readonly Case[] = [
  ['getForm', { query: { code: 'nothing' } }, 'notFound'],
  ['assistantGetPortfolio', { query: nowhere }, 'notFound'],
  ['getPortfolio', { query: nowhere }, 'notFound'],
  ['getPortfolioByDomain', { query: { domain: 'unknown.example.com' } }, 'notFound'],
  ['getPortfolioProgram', { query: nowhere }, 'notFound'],
  ['getConsentTemplate', { query: nowhere }, 'notFound'],
  ['availableDate', { query: { ...nowhere, kind: 'payment' } }, 'notFound'],
  ['countdownSameDay', { query: nowhere }, 'notFound'],
  ['getDefaultDisbursementDate', { query: nowhere }, 'notFound'],
  ['getDomainValue', { query: { code: 'nothing' } }, 'notFound'],
  ['getPortfolioId', { body: { domain: 'unknown.example.com' } }, 'loanStatusInvalid'],
  ['parsePathResource', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  ['parseReturningResource', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  ['parseCompleteResource', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  ['parseSignatureResource', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  ['infrastructureParsePathResource', { body: { resource: 'nothing' } }, 'loanStatusInvalid'],
  [
    'authenticateIdentity',
    { body: { resource: 'nothing', ssnLast4: '1000', birthDate: '1990-05-17' } },
    'loanStatusInvalid',
  ],
  [
    'createForm',
    { params: { code: 'nothing' }, body: { externalKey: null, changed: {}, version: 0 } },
    'notFound',
  ],
]

const OWN: readonly Case[] = [
  ['listSection', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  ['readForm', { params: { code: 'nothing' }, query: {} }, 'notFound'],
  ['showStatementColumns', { query: nothing }, 'notFound'],
  ['saveStatementColumns', { body: { ...nothing, columns: null } }, 'notFound'],
  ['checkCoupon', { query: { resource: 'nothing' } }, 'loanStatusInvalid'],
  [
    'attachLoan',
    { body: { resource: 'nothing', ssnLast4: '1000', birthDate: '1990-05-17' } },
    'loanStatusInvalid',
  ],
]

const OPERATIONS: readonly Case[] = [
  ['runBatch', { body: nowhere }, 'notFound'],
  ['runSettlement', { body: nowhere }, 'notFound'],
  ['returnRate', { query: nowhere }, 'notFound'],
  ['listBankEntry', { query: { ...nowhere, day: '2026-03-16' } }, 'notFound'],
  ['listBankFile', { query: { ...nowhere, day: '2026-03-16' } }, 'notFound'],
  ['retryBankEntry', { body: { workItemNo: 'W999999999' } }, 'notFound'],
  ['searchAudit', { body: nowhere }, 'notFound'],
  ['listVersion', { query: nowhere }, 'notFound'],
  ['dryRunPolicy', { body: { ...nowhere, policy: {} } }, 'notFound'],
  ['verifyLedger', { params: { loanNo: noLoan } }, 'loanNotFound'],
  ['loanTimeline', { params: { loanNo: noLoan } }, 'loanNotFound'],
  ['passOnLoan', { body: { loanNo: noLoan, to: 'agentReview', note } }, 'loanNotFound'],
  ['approveLoan', { body: { loanNo: noLoan, note } }, 'loanNotFound'],
  ['previewDecline', { body: { loanNo: noLoan, reasonCodes: ['incomeTooLow'] } }, 'loanNotFound'],
  ['previewCounter', { body: { loanNo: noLoan, ...counter } }, 'loanNotFound'],
  ['counterLoan', { body: { loanNo: noLoan, ...counter, note } }, 'loanNotFound'],
  ['showReviewCase', { params: { loanNo: noLoan } }, 'loanNotFound'],
  ['declineLoan', { body: { loanNo: noLoan, reasonCodes: ['incomeTooLow'], note } }, 'loanNotFound'],
  [
    'requestDocuments',
    { body: { loanNo: noLoan, documentTypes: [101], note, answerBy: '2026-03-20' } },
    'loanNotFound',
  ],
  ['listDocumentRequest', { query: { loanNo: noLoan } }, 'loanNotFound'],
  ['documentRequestFile', { params: { loanNo: noLoan, documentNo: 'D1' } }, 'loanNotFound'],
  ['acceptDocument', { body: { loanNo: noLoan, requestNo: 1, note } }, 'loanNotFound'],
  ['refuseDocument', { body: { loanNo: noLoan, requestNo: 1, reason: 'unreadable', note } }, 'loanNotFound'],
  ['replayDecision', { query: { loanNo: noLoan } }, 'loanNotFound'],
  ['replayDecision', { query: { decisionNo: 'nothing' } }, 'notFound'],
  ['explainDecision', { params: { id: makeLoanNo(118, 999_999) } }, 'loanNotFound'],
  ['explainDecision', { params: { id: 'nothing' } }, 'notFound'],
  [
    'acceptStatement',
    { body: { ...nothing, accountTail: '2333', ownerName: null, findings: {}, note } },
    'notFound',
  ],
  ['refuseStatement', { body: { ...nothing, reason: 'tooOld', note } }, 'notFound'],
  ['releaseStatement', { body: { ...nothing, note } }, 'notFound'],
  ['showStatement', { params: nothing }, 'notFound'],
  ['allowAccount', { body: { loanNo: noLoan, note } }, 'loanNotFound'],
  ['showBankLink', { query: { loanNo: noLoan } }, 'loanNotFound'],
  ['statementFile', { params: nothing }, 'notFound'],
  ['issueCoupon', { body: { openId: 'unknown', couponCode: 'THANKS20' } }, 'notFound'],
  ['showConversation', { params: { openId: 'unknown' }, query: {} }, 'notFound'],
  ['answerMessage', { body: { openId: 'unknown', text: note } }, 'notFound'],
  ['showWorkItem', { params: { workItemNo: 'W999999999' } }, 'notFound'],
  ['releaseWorkItem', { body: { workItemNo: 'W999999999' } }, 'notFound'],
  ['takeWorkItem', { body: { workItemNo: 'W999999999' } }, 'notFound'],
  ['closeWorkItem', { body: { workItemNo: 'W999999999', reason: note } }, 'notFound'],
  [
    'putOffWorkItem',
    { body: { workItemNo: 'W999999999', outcome: 'noAnswer', note, nextDay: '2026-03-20' } },
    'notFound',
  ],
  ['settleMessage', { body: { openId: 'unknown' } }, 'notFound'],
  ['moveClock', { body: { to: 'later', seconds: 1 } }, 'clockNotMovable'],
  ['addHoliday', { body: { date: '2026-03-07', name: 'A Saturday' } }, 'dateNotAvailable'],
]

const ask = (client: TestClient, [name, input, code]: Case) =>
  expectRefused(client, name, input as never, code)

test.each(PUBLIC)('%s of what there is not: %j is %s', (...one) => ask(api.client(), one as Case))
test.each(OWN)('%s of what there is not: %j is %s', (...one) => ask(customer, one as Case))
test.each(OPERATIONS)('%s of what there is not: %j is %s', (...one) => ask(employee, one as Case))
