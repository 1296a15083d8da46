import { CALLS } from '@dolphin/contract/registry'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import {
  documentBytes,
  giveConsent,
  openSigning,
  readProofCode,
  readyToSign,
  signInput,
} from '../signing-sessions.ts'
import { signInEmployee } from '../employees.ts'
import { planLoan } from '../offers.ts'
import { signLoan } from '../signed-loans.ts'
import type { TestClient } from '../test-client.ts'
import { asking, proveChanges } from './prove-changes.ts'
import { signInByMail } from './sign-in-by-mail.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const tokenOf = (url: string): string => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''

test('consent opens the signing; a canceled signing takes no consent', async () => {
  const { client, loanNo } = await planLoan(api)
  const opened = await openSigning(client, loanNo)
  const { requestCode, details } = opened
  const params = { requestCode }
  await proveChanges(api, () => giveConsent(api, client, opened), {
    getRequestDetails: asking(client, 'getRequestDetails', { query: { requestCode } }),
  })
  const consents = details.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  const proofCode = await readProofCode(api, client, details.proofDocumentNo)
  await proveChanges(api, () => client.ask(CALLS.signingDecline, { params, body: {} }), {
    signingConsent: asking(client, 'signingConsent', { params, body: { proofCode, consents } }),
    getRequestStatus: asking(client, 'getRequestStatus', { query: { requestCode } }),
    parseSignatureResource: asking(client, 'parseSignatureResource', {
      query: { resource: tokenOf(opened.url) },
    }),
  })
})

test('signing needs the consent; what is signed cannot be declined', async () => {
  const { client, loanNo } = await planLoan(api)
  const opened = await openSigning(client, loanNo)
  await proveChanges(api, () => giveConsent(api, client, opened), {
    signingSign: asking(client, 'signingSign', signInput(opened)),
  })
  const other = await planLoan(api)
  const open = await openSigning(other.client, other.loanNo)
  await proveChanges(api, () => Promise.resolve(), {
    signingDecline: {
      before: asking(other.client, 'signingDecline', {
        params: { requestCode: open.requestCode },
        body: {},
      }),
      after: asking(client, 'signingDecline', { params: { requestCode: opened.requestCode }, body: {} }),
    },
  })
})

test('papers, notices, payout and its date follow the signature; a copy can be sent from then on', async () => {
  const { client, loanNo, opened } = await readyToSign(api)
  const sign = async () => {
    await client.ask(CALLS.signingSign, signInput(opened))
    await api.runJobs()
  }
  await proveChanges(api, sign, {
    sendLoanAgreement: asking(client, 'sendLoanAgreement', { body: { loanNo, to: 'copy' } }),
    documentList: asking(client, 'documentList', { query: { loanNo } }),
    noticeList: asking(client, 'noticeList', { query: { loanNo } }),
    listDisbursementLoan: asking(client, 'listDisbursementLoan', {}),
    disbursementDate: asking(client, 'disbursementDate', { body: { loanNo, date: '2026-03-05' } }),
    loanTimeline: asking(employee, 'loanTimeline', { params: { loanNo } }),
    searchAudit: asking(employee, 'searchAudit', { body: { portfolioId: 118, loanNo } }),
    explainDecision: asking(employee, 'explainDecision', { params: { id: loanNo } }),
  })
  const { documents } = await client.ask(CALLS.documentList, { query: { loanNo } })
  const signed = documents.find(({ documentType }) => documentType === 1)
  const file = {
    name: 'agreement.pdf',
    type: 'application/pdf',
    bytes: await documentBytes(api, client, signed?.documentNo ?? ''),
  }
  const unsigned = {
    ...file,
    bytes: await documentBytes(api, client, opened.details.documents[0]?.documentNo ?? ''),
  }
  await proveChanges(api, () => Promise.resolve(), {
    documentFile: {
      before: asking(client, 'documentFile', { params: { documentNo: 'not-made' } }),
      after: asking(client, 'documentFile', { params: { documentNo: signed?.documentNo ?? '' } }),
    },
    verifyDocument: {
      before: asking(api.client(), 'verifyDocument', { body: {} }, { file: unsigned }),
      after: asking(api.client(), 'verifyDocument', { body: {} }, { file }),
    },
  })
})

test('review follows the signature where a person approves (110), and the queue follows the review', async () => {
  const body = (loanNo: string) => ({ body: { loanNo, note: 'Looked at it' } })
  const first = await planLoan(api, { portfolioId: 110 })
  const opened = await openSigning(first.client, first.loanNo)
  await giveConsent(api, first.client, opened)
  await proveChanges(api, () => first.client.ask(CALLS.signingSign, signInput(opened)), {
    reviewQueue: asking(employee, 'reviewQueue', { query: {} }),
    approveLoan: asking(employee, 'approveLoan', body(first.loanNo)),
  })
  const second = await signLoan(api, { portfolioId: 110 })
  const third = await signLoan(api, { portfolioId: 110 })
  const reasonCodes = ['incomeTooLow']
  await proveChanges(
    api,
    () =>
      employee.ask(CALLS.passOnLoan, {
        body: { loanNo: second.loanNo, to: 'customerReview', note: 'More please' },
      }),
    {
      passOnLoan: {
        before: asking(employee, 'passOnLoan', {
          body: { loanNo: third.loanNo, to: 'agentReview', note: 'Second look' },
        }),
        after: asking(employee, 'passOnLoan', {
          body: { loanNo: first.loanNo, to: 'agentReview', note: 'Second look' },
        }),
      },
      declineLoan: {
        before: asking(employee, 'declineLoan', { body: { loanNo: third.loanNo, reasonCodes, note: 'No' } }),
        after: asking(employee, 'declineLoan', { body: { loanNo: first.loanNo, reasonCodes, note: 'No' } }),
      },
    },
  )
})

test('the batch takes what was signed, settlement what was batched; the borrower sees both', async () => {
  const query = { portfolioId: 118 }
  await employee.ask(CALLS.runBatch, { body: query })
  const { client, loanNo, email } = await signLoan(api)
  await proveChanges(api, () => employee.ask(CALLS.runBatch, { body: query }), {
    verifyLedger: asking(employee, 'verifyLedger', { params: { loanNo } }),
  })
  await proveChanges(api, () => signLoan(api), { runBatch: asking(employee, 'runBatch', { body: query }) })
  const daysGoBy = async () => {
    api.clock.advance(2 * DAY_MS)
    employee.session = (await signInEmployee(api)).session
    client.session = await signInByMail(api, client, email)
  }
  const settleAfterDays = () =>
    proveChanges(api, daysGoBy, { runSettlement: asking(employee, 'runSettlement', { body: query }) })
  await proveChanges(api, settleAfterDays, {
    listRepaymentLoan: asking(client, 'listRepaymentLoan', {}),
    paymentDetail: asking(client, 'paymentDetail', { query: { loanNo } }),
  })
})
