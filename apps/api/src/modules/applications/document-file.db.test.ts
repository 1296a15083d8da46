import {
  acceptDocumentCall,
  documentRequestFileCall,
  listDocumentRequestCall,
  listRequestedDocumentCall,
  uploadRequestedDocumentCall,
} from '@dolphin/contract/document-requests'
import { authenticateIdentityCall } from '@dolphin/contract/identity-sessions'
import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { sampleJpeg, samplePng } from '@dolphin/integrations/statement/sample-statements'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { askForDocuments, PHOTO, SCAN, sendDocument } from '../../testing/document-requests.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestFile } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const filesOf = async ({ client, loanNo }: SignedLoan) =>
  (await client.ask(listRequestedDocumentCall, { query: { loanNo } })).requests[0]?.files
const storedOf = ({ loanNo }: SignedLoan, documentType = 101) =>
  listDocumentsOfLoan(api.database.db, { portfolioId: 110, loanNo }).then((documents) =>
    documents.filter((one) => one.documentType === documentType),
  )
const file = (name: string, bytes: Uint8Array): TestFile => ({
  name,
  type: 'application/octet-stream',
  bytes,
})

describe('a file that a review asked for', () => {
  test('a picture is stored written anew, without where it was taken; a PDF waits in quarantine', async () => {
    const loan = await askForDocuments(api)
    const place = Buffer.from('\xff\xe1\x00\x15Exif\0\0 39.1582 N   ', 'latin1')
    const photo = Buffer.concat([sampleJpeg().subarray(0, 2), place, sampleJpeg().subarray(2)])
    expect((await sendDocument(loan.client, loan.loanNo, 2, file('front.jpeg', photo))).code).toBe(1)
    const [picture] = await storedOf(loan)
    expect(picture).toMatchObject({ mediaType: 'image/jpeg', openId: loan.client.openId })
    expect(await api.deps.objects.get(picture?.objectKey ?? '')).toEqual(Buffer.from(sampleJpeg()))
    expect((await sendDocument(loan.client, loan.loanNo, 1, SCAN)).code).toBe(1)
    const [scan] = await storedOf(loan, 100)
    expect(scan).toMatchObject({ mediaType: 'application/octet-stream', openId: null })
    expect(scan?.objectKey).toContain('quarantine')
    const employee = await signInEmployee(api)
    const { loanNo } = loan
    await employee.ask(acceptDocumentCall, { body: { loanNo, requestNo: 1, note: '' } })
    const [released, kept] = await storedOf(loan, 100)
    expect(released).toMatchObject({ mediaType: 'application/pdf', openId: loan.client.openId })
    expect(kept?.documentNo).toBe(scan?.documentNo)
    const { requests } = await employee.ask(listDocumentRequestCall, { query: { loanNo } })
    expect(requests[0]?.files).toMatchObject([{ documentNo: released?.documentNo, quarantined: false }])
  })

  test('the same file twice is one; six files at most stand beside each other', async () => {
    const loan = await askForDocuments(api, [101])
    const { client, loanNo } = loan
    await sendDocument(client, loanNo, 1, PHOTO)
    await sendDocument(client, loanNo, 1, PHOTO)
    expect(await filesOf(loan)).toHaveLength(1)
    for (const width of [41, 42, 43, 44, 45])
      expect((await sendDocument(client, loanNo, 1, file('a.png', samplePng(width)))).code).toBe(1)
    expect((await sendDocument(client, loanNo, 1, file('a.png', samplePng(46)))).code).toBe(
      codeOf('fileUnreadable'),
    )
    expect(await filesOf(loan)).toHaveLength(6)
  })

  test.each<[string, TestFile | undefined, ResponseCodeName, string]>([
    ['no file', undefined, 'fileUnreadable', 'Choose a file.'],
    ['an empty one', file('a.pdf', new Uint8Array()), 'fileUnreadable', 'This file is empty.'],
    ['a table', file('a.csv', Buffer.from('Date,Amount')), 'unsupportedFile', 'Choose a PDF, JPG or PNG'],
    ['text named as a picture', file('a.jpg', Buffer.from('hello')), 'unsupportedFile', 'not what its name'],
    ['a cut picture', file('a.png', samplePng().subarray(0, 200)), 'fileUnreadable', 'not complete'],
    ['more than 10 MB', file('a.pdf', Buffer.alloc(10 * 1024 * 1024 + 1)), 'payloadTooLarge', ''],
  ])('%s is refused with what to do, and not kept', async (_, wrong, code, words) => {
    const loan = await askForDocuments(api, [101])
    const answer = await sendDocument(loan.client, loan.loanNo, 1, wrong)
    expect(answer.code).toBe(codeOf(code))
    expect(JSON.stringify(answer.data)).toContain(words)
    expect(await storedOf(loan)).toEqual([])
    loan.client.language = 'es'
    const spanish = await sendDocument(loan.client, loan.loanNo, 1, wrong)
    expect(JSON.stringify(spanish.data)).toMatch(/archivo|imagen|grande/)
  })

  test('an upload that is sent again under its key gets its first reply, also after it was decided', async () => {
    const { client, loanNo } = await askForDocuments(api, [101])
    const send = (idempotencyKey: string) =>
      client.call(
        uploadRequestedDocumentCall,
        { body: { loanNo, requestNo: 1 } },
        { file: PHOTO, idempotencyKey },
      )
    const key = crypto.randomUUID()
    const first = await send(key)
    const employee = await signInEmployee(api)
    await employee.ask(acceptDocumentCall, { body: { loanNo, requestNo: 1, note: '' } })
    expect(await send(key)).toEqual(first)
    expect((await send(crypto.randomUUID())).code).toBe(codeOf('documentNotNeeded'))
  })

  test('a person sends at most twenty a day', async () => {
    const { client, loanNo } = await askForDocuments(api, [101])
    let code = 0
    for (let turn = 0; turn <= 20; turn += 1) ({ code } = await sendDocument(client, loanNo, 1, PHOTO))
    expect(code).toBe(codeOf('tooManyRequests'))
  })
})

describe('whose documents they are (design/security.md T5, T20)', () => {
  test('another customer sees none, sends none and reads none', async () => {
    const loan = await askForDocuments(api, [101])
    const { loanNo } = loan
    await sendDocument(loan.client, loanNo, 1, PHOTO)
    const other = await createCustomer(api, { email: 'other-documents@example.com', portfolioId: 110 })
    const query = { query: { loanNo } }
    expect((await other.call(listRequestedDocumentCall, query)).code).toBe(codeOf('loanNotFound'))
    expect((await sendDocument(other, loanNo, 1, PHOTO)).code).toBe(codeOf('loanNotFound'))
    expect(await filesOf(loan)).toHaveLength(1)
  })

  test('an employee gets the files of the loan that they name, and no other document', async () => {
    const loan = await askForDocuments(api, [101])
    const other = await askForDocuments(api, [101])
    await sendDocument(loan.client, loan.loanNo, 1, PHOTO)
    const [stored] = await storedOf(loan)
    const documentNo = stored?.documentNo ?? ''
    const employee = await signInEmployee(api)
    const read = (loanNo: string) =>
      employee.call(documentRequestFileCall, { params: { loanNo, documentNo } }).then(({ code }) => code)
    expect(await read(loan.loanNo)).toBe(1)
    expect(await read(other.loanNo)).toBe(codeOf('notFound'))
  })

  test('the limited session of the mailed link sees what is asked and sends it (domain.md §3)', async () => {
    const { loanNo, email } = await askForDocuments(api, [101])
    const [mail] = await api.mailsTo(email)
    const [, resource = ''] = /\/pending-application\/([\w-]+)/.exec(mail?.content.text ?? '') ?? []
    const limited = api.client(110)
    const [, ssnLast4 = ''] = /(\d{4})$/.exec(ANSWERS.personal.ssn) ?? []
    const proof = { resource, ssnLast4, birthDate: ANSWERS.personal.birthDate }
    limited.session = (await limited.ask(authenticateIdentityCall, { body: proof })).session
    const { requests } = await limited.ask(listRequestedDocumentCall, { query: { loanNo } })
    expect(requests).toMatchObject([{ requestNo: 1, state: 'asked' }])
    expect(await sendDocument(limited, loanNo, 1, PHOTO)).toMatchObject({
      code: 1,
      data: { requests: [{ state: 'received' }] },
    })
    const other = await askForDocuments(api, [101])
    expect((await sendDocument(limited, other.loanNo, 1, PHOTO)).code).toBe(codeOf('loanNotFound'))
  })
})
