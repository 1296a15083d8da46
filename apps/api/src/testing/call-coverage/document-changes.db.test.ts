import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { askForDocuments, PHOTO, sendDocument, WHY } from '../document-requests.ts'
import { signInEmployee } from '../employees.ts'
import { signLoan } from '../signed-loans.ts'
import { expectRefused } from './expect-refused.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const note = 'looked at it'

test('each call about documents of a review answers from what was done (contract.md)', async () => {
  const ada = await signInEmployee(api)
  const { client, loanNo } = await signLoan(api, { portfolioId: 110 })
  const request = { body: { loanNo, documentTypes: [101] as 101[], note: WHY, answerBy: '2026-03-17' } }
  const file = { file: PHOTO }
  await proveChanges(api, () => ada.ask(CALLS.requestDocuments, request), {
    listRequestedDocument: asking(client, 'listRequestedDocument', { query: { loanNo } }),
    listDocumentRequest: asking(ada, 'listDocumentRequest', { query: { loanNo } }),
    uploadRequestedDocument: asking(
      client,
      'uploadRequestedDocument',
      { body: { loanNo, requestNo: 1 } },
      file,
    ),
    acceptDocument: asking(ada, 'acceptDocument', { body: { loanNo, requestNo: 1, note } }),
  })
  await proveChanges(api, () => ada.ask(CALLS.requestDocuments, request), {
    requestDocuments: asking(ada, 'requestDocuments', request),
  })
  const other = await askForDocuments(api, [101])
  const refusal = { body: { loanNo: other.loanNo, requestNo: 1, reason: 'expired' as const, note } }
  await proveChanges(api, () => sendDocument(other.client, other.loanNo, 1, PHOTO), {
    refuseDocument: asking(ada, 'refuseDocument', refusal),
  })
  const { requests } = await ada.ask(CALLS.listDocumentRequest, { query: { loanNo: other.loanNo } })
  const documentNo = requests[0]?.files[0]?.documentNo ?? ''
  const third = await askForDocuments(api, [101])
  await proveChanges(api, () => Promise.resolve(), {
    documentRequestFile: {
      before: asking(ada, 'documentRequestFile', { params: { loanNo: third.loanNo, documentNo } }),
      after: asking(ada, 'documentRequestFile', { params: { loanNo: other.loanNo, documentNo } }),
    },
  })
})

test('a request that there is not', async () => {
  const ada = await signInEmployee(api)
  const { client, loanNo } = await askForDocuments(api, [101])
  const decision = { loanNo, requestNo: 9, note }
  await expectRefused(ada, 'acceptDocument', { body: decision }, 'notFound')
  await expectRefused(ada, 'refuseDocument', { body: { ...decision, reason: 'expired' } }, 'notFound')
  const upload = { body: { loanNo, requestNo: 9 } }
  await expectRefused(client, 'uploadRequestedDocument', { ...upload, file: PHOTO }, 'notFound')
})
