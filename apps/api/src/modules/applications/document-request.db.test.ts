import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { approveLoanCall, declineLoanCall, passOnLoanCall } from '@dolphin/contract/applications-staff'
import {
  acceptDocumentCall,
  documentRequestFileCall,
  listDocumentRequestCall,
  listRequestedDocumentCall,
  refuseDocumentCall,
  requestDocumentsCall,
} from '@dolphin/contract/document-requests'
import { documentListCall } from '@dolphin/contract/documents'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { closeWorkItemCall, listWorkItemCall } from '@dolphin/contract/work-items'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { sampleJpeg } from '@dolphin/integrations/statement/sample-statements'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInByMail } from '../../testing/call-coverage/sign-in-by-mail.ts'
import { askForDocuments, PHOTO, SCAN, sendDocument, WHY } from '../../testing/document-requests.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan, type SignedLoan } from '../../testing/signed-loans.ts'
import { strandedNow } from '../../testing/stranded-now.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { incompletenessLetterJob } from './noia-letter.ts'
import { NOIA_ROUND_JOB } from './noia-round.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const note = 'looked at it'

const forStaff = (loanNo: string) => employee.ask(listDocumentRequestCall, { query: { loanNo } })
const forBorrower = ({ client, loanNo }: SignedLoan) =>
  client.ask(listRequestedDocumentCall, { query: { loanNo } })
const statesOf = async (loanNo: string) => (await forStaff(loanNo)).requests.map(({ state }) => state)
const accept = (loanNo: string, requestNo: number) =>
  employee.call(acceptDocumentCall, { body: { loanNo, requestNo, note } })
const refuse = (loanNo: string, requestNo: number) =>
  employee.call(refuseDocumentCall, { body: { loanNo, requestNo, reason: 'unreadable', note } })

async function itemsOf(loanNo: string, state: 'open' | 'closed' = 'open') {
  const { items } = await employee.ask(listWorkItemCall, { query: { loanNo, state } })
  return items.filter(({ kind }) => kind.startsWith('documents'))
}

async function goTo(instant: string, { client, email }: SignedLoan): Promise<void> {
  api.clock.set(instant)
  employee = await signInEmployee(api)
  client.session = await signInByMail(api, client, email)
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, NOIA_ROUND_JOB, {})
    return { ok: true, value: undefined }
  })
  await api.runJobs()
}

async function strandedOn(loanNo: string, month: number, day: number): Promise<readonly string[]> {
  const loan = await findLoan(api.database.db, { portfolioId: 110, loanNo })
  if (loan === undefined) throw new Error('the loan is there')
  return await strandedNow(api.deps, api.database.db, loan, localDate(2026, month, day))
}

describe('documents that a review asks for (domain.md §1, 12 CFR 1002.9(c)(2))', () => {
  test('asked, sent, accepted, approved', async () => {
    const loan = await askForDocuments(api)
    const { client, loanNo, email } = loan
    const [mail] = (await api.mailsTo(email)).filter(({ kind }) => kind === 'documentsRequested')
    for (const words of [
      'Social Security card',
      'Driver license',
      WHY,
      'Tue, Mar 17, 2026',
      '/pending-application/',
    ])
      expect(mail?.content.text).toContain(words)
    expect(await forBorrower(loan)).toMatchObject({
      requests: [
        { requestNo: 1, name: 'Social Security card', note: WHY, state: 'asked', answerBy: '2026-03-17' },
        { requestNo: 2, name: 'Driver license', mayUpload: true, overdue: false, reason: null, files: [] },
      ],
    })
    expect(await itemsOf(loanNo)).toEqual([])
    expect((await sendDocument(client, loanNo, 1, SCAN)).code).toBe(1)
    expect(await itemsOf(loanNo)).toEqual([])
    expect((await sendDocument(client, loanNo, 2, PHOTO)).code).toBe(1)
    expect(await itemsOf(loanNo)).toMatchObject([{ kind: 'documentsReceived' }])
    expect((await accept(loanNo, 1)).code).toBe(1)
    expect((await accept(loanNo, 2)).code).toBe(1)
    expect(await itemsOf(loanNo)).toEqual([])
    expect(await statesOf(loanNo)).toEqual(['accepted', 'accepted'])
    expect((await accept(loanNo, 2)).code).toBe(codeOf('reviewDecisionRefused'))
    expect((await sendDocument(client, loanNo, 2, PHOTO)).code).toBe(codeOf('documentNotNeeded'))
    await employee.ask(approveLoanCall, { body: { loanNo, note } })
    expect((await forBorrower(loan)).requests).toEqual([])
    const { documents } = await client.ask(documentListCall, { query: { loanNo } })
    const sent = documents.filter(({ documentType }) => documentType >= 100)
    expect(sent.map(({ title }) => title).toSorted()).toEqual([
      'Driver license that you sent',
      'Social Security card that you sent',
    ])
    client.language = 'es'
    const spanish = (await client.ask(documentListCall, { query: { loanNo } })).documents
    expect(spanish.map(({ title }) => title)).toContain('Licencia de conducir que usted envió')
  })

  test('the notice is kept as a document, and staff find it all with the loan', async () => {
    const { client, loanNo } = await askForDocuments(api, [102])
    await sendDocument(client, loanNo, 1, SCAN)
    await api.runJobs()
    const { documents } = await client.ask(documentListCall, { query: { loanNo } })
    expect(documents.filter(({ documentType }) => documentType === 7)).toHaveLength(1)
    // A PDF in quarantine is in no list of its sender's.
    expect(documents.filter(({ documentType }) => documentType === 102)).toEqual([])
    const [request] = (await forStaff(loanNo)).requests
    expect(request).toMatchObject({ askedBy: 'employee:ada-example', files: [{ quarantined: true }] })
    const documentNo = request?.files[0]?.documentNo ?? ''
    const file = await employee.call(documentRequestFileCall, { params: { loanNo, documentNo } })
    expect(file).toMatchObject({ status: 200, code: 1 })
    const timeline = await employee.ask(loanTimelineCall, { params: { loanNo } })
    expect(JSON.stringify(timeline)).toContain('requestedDocumentUploaded')
    expect(JSON.stringify(timeline.documents)).toContain(documentNo)
  })

  test('its copy does not stand in for that of a notice about missing sections, nor the reverse', async () => {
    const { client, loanNo } = await askForDocuments(api, [101])
    await api.runJobs()
    const notified = { portfolioId: 110, loanNo, at: api.clock.now().getTime(), missing: 'identity' }
    for (const _ of ['first', 'again']) await incompletenessLetterJob(api.deps).run(notified)
    const { documents } = await client.ask(documentListCall, { query: { loanNo } })
    expect(documents.filter(({ documentType }) => documentType === 7)).toHaveLength(2)
  })

  test('refused, with the reason and days to send another; then sent again and accepted', async () => {
    const loan = await askForDocuments(api, [101])
    const { client, loanNo, email } = loan
    await sendDocument(client, loanNo, 1, PHOTO)
    await goTo('2026-03-12T10:00:00-04:00', loan)
    expect((await refuse(loanNo, 1)).code).toBe(1)
    expect(await itemsOf(loanNo)).toEqual([])
    const [mail] = (await api.mailsTo(email)).filter(({ kind }) => kind === 'documentRefused')
    for (const words of [
      'Driver license: We could not read it.',
      'Sun, Mar 22, 2026',
      '/pending-application/',
    ])
      expect(mail?.content.text).toContain(words)
    expect(await forBorrower(loan)).toMatchObject({
      requests: [
        { state: 'refused', reason: /could not read/, answerBy: '2026-03-22', files: [], mayUpload: true },
      ],
    })
    expect((await refuse(loanNo, 1)).code).toBe(codeOf('reviewDecisionRefused'))
    // The same picture again is another file of the new turn.
    expect((await sendDocument(client, loanNo, 1, PHOTO)).code).toBe(1)
    expect((await forStaff(loanNo)).requests[0]?.files).toHaveLength(2)
    expect((await accept(loanNo, 1)).code).toBe(1)
    expect(await statesOf(loanNo)).toEqual(['accepted'])
  })
})

describe('documents that do not come as asked', () => {
  test('late: an item for staff, taken all the same, and asked for anew', async () => {
    const loan = await askForDocuments(api)
    const { client, loanNo } = loan
    await goTo('2026-03-17T23:00:00-04:00', loan)
    expect(await itemsOf(loanNo)).toEqual([])
    await goTo('2026-03-18T09:00:00-04:00', loan)
    const [item] = await itemsOf(loanNo)
    expect(item).toMatchObject({
      kind: 'documentsOverdue',
      reason: 'not sent in time: Social Security card by 2026-03-17; Driver license by 2026-03-17',
    })
    const closing = { body: { workItemNo: item?.workItemNo ?? '', reason: note } }
    expect((await employee.call(closeWorkItemCall, closing)).code).toBe(codeOf('workItemCauseOpen'))
    expect((await forBorrower(loan)).requests[0]).toMatchObject({ overdue: true, mayUpload: true })
    expect((await sendDocument(client, loanNo, 1, PHOTO)).code).toBe(1)
    expect(await itemsOf(loanNo)).toHaveLength(1)
    const again = { loanNo, documentTypes: [101] as 101[], note: WHY, answerBy: '2026-03-30' }
    await employee.ask(requestDocumentsCall, { body: again })
    expect(await itemsOf(loanNo)).toEqual([])
    expect(await statesOf(loanNo)).toEqual(['received', 'notNeeded', 'asked'])
    expect((await sendDocument(client, loanNo, 2, PHOTO)).code).toBe(codeOf('documentNotNeeded'))
    expect((await sendDocument(client, loanNo, 3, PHOTO)).code).toBe(1)
    expect(await itemsOf(loanNo)).toMatchObject([{ kind: 'documentsReceived' }])
  })

  test('the application waits for its borrower, then for staff: it is never stranded (domain.md §14)', async () => {
    const loan = await askForDocuments(api)
    const { loanNo } = loan
    expect(await forStaff(loanNo)).toMatchObject({ waitsFor: 'borrower', waitsUntil: '2026-03-17' })
    expect(await strandedOn(loanNo, 3, 17)).toEqual([])
    expect(await strandedOn(loanNo, 4, 16)).toEqual([])
    expect(await strandedOn(loanNo, 4, 17)).toHaveLength(1)
    await goTo('2026-03-10T10:00:00-04:00', loan)
    await sendDocument(loan.client, loanNo, 1, PHOTO)
    await sendDocument(loan.client, loanNo, 2, PHOTO)
    expect(await forStaff(loanNo)).toMatchObject({ waitsFor: 'staff', waitsUntil: '2026-04-09' })
  })

  test.each<[string, (loan: SignedLoan) => Promise<unknown>]>([
    [
      'withdrawn by its borrower',
      ({ client, loanNo }) => client.ask(withdrawApplicationCall, { body: { loanNo } }),
    ],
    [
      'declined',
      ({ loanNo }) =>
        employee.ask(declineLoanCall, { body: { loanNo, reasonCodes: ['identityMismatch'], note } }),
    ],
    ['approved', ({ loanNo }) => employee.ask(approveLoanCall, { body: { loanNo, note } })],
    [
      'passed back to its borrower',
      ({ loanNo }) => employee.ask(passOnLoanCall, { body: { loanNo, to: 'customerReview', note } }),
    ],
  ])('an application that is %s needs none any more', async (_, end) => {
    const loan = await askForDocuments(api)
    const { client, loanNo } = loan
    await sendDocument(client, loanNo, 1, PHOTO)
    await goTo('2026-03-18T09:00:00-04:00', loan)
    expect(await itemsOf(loanNo)).toHaveLength(1)
    await end(loan)
    expect(await statesOf(loanNo)).toEqual(['notNeeded', 'notNeeded'])
    expect(await itemsOf(loanNo)).toEqual([])
    expect((await forBorrower(loan)).requests).toEqual([])
    expect((await sendDocument(client, loanNo, 2, PHOTO)).code).toBe(codeOf('documentNotNeeded'))
    expect((await accept(loanNo, 1)).code).toBe(codeOf('reviewDecisionRefused'))
  })

  test('a request stays while the application goes from one review to another', async () => {
    const { loanNo } = await askForDocuments(api)
    await employee.ask(passOnLoanCall, { body: { loanNo, to: 'agentReview', note } })
    expect(await statesOf(loanNo)).toEqual(['asked', 'asked'])
  })
})

describe('what cannot be asked', () => {
  const ask = (loanNo: string, more: object = {}) =>
    employee.call(requestDocumentsCall, {
      body: { loanNo, documentTypes: [101], note: WHY, answerBy: '2026-03-17', ...more },
    })
  const elementsOf = ({ data }: { readonly data: unknown }) =>
    (data as { errors?: { elementKey: string }[] }).errors?.map(({ elementKey }) => elementKey)

  test('before or after a review', async () => {
    const { loanNo } = await signLoan(api)
    expect((await ask(loanNo)).code).toBe(codeOf('reviewDecisionRefused'))
  })

  test('without a reason, a document, or within a reasonable time', async () => {
    const { loanNo } = await signLoan(api, { portfolioId: 110 })
    expect(elementsOf(await ask(loanNo, { note: '  ' }))).toEqual(['note'])
    expect(elementsOf(await ask(loanNo, { documentTypes: [] }))).toEqual(['documentTypes'])
    expect((await ask(loanNo, { documentTypes: [8] })).code).toBe(codeOf('invalidInput'))
    for (const answerBy of ['2026-03-12', '2026-04-03'])
      expect(elementsOf(await ask(loanNo, { answerBy }))).toEqual(['answerBy'])
    expect((await ask(loanNo, { answerBy: '2026-03-13' })).code).toBe(1)
  })

  test('after the 30 days in which a complete application is decided (12 CFR 1002.9(a)(1))', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await goTo('2026-04-03T10:00:00-04:00', loan)
    expect(elementsOf(await ask(loan.loanNo, { answerBy: '2026-04-20' }))).toEqual(['loanNo'])
  })

  test('for a document that has come and waits for a decision', async () => {
    const { client, loanNo } = await askForDocuments(api, [101])
    await sendDocument(client, loanNo, 1, { ...PHOTO, bytes: sampleJpeg() })
    expect(elementsOf(await ask(loanNo))).toEqual(['documentTypes'])
  })
})
