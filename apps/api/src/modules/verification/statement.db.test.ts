import { DAY_MS } from '@dolphin/domain/time/durations'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { readFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall, withdrawApplicationCall } from '@dolphin/contract/applications'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { documentListCall } from '@dolphin/contract/documents'
import {
  acceptStatementCall,
  exportStatementCall,
  listStatementCall,
  refuseStatementCall,
  releaseStatementCall,
  showStatementCall,
} from '@dolphin/contract/verification-staff'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import {
  createRequestCodeCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { samplePng } from '@dolphin/integrations/statement/sample-statements'
import { sql } from 'drizzle-orm'
import { showCustomerCall } from '@dolphin/contract/customer-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillSection } from '../../testing/applications.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { uploadStatement } from '../../testing/uploads.ts'
import { acceptance, anApplicant, recentCsv, sentStatement } from '../../testing/statement-applicants.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

test('without a bank link: CSV read, accepted by a person, then amount and plan (domain.md §2, §5)', async () => {
  const { client, email, loanNo, applicationNo } = await anApplicant(api)
  const uploaded = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'march.csv', bytes: recentCsv(api) },
  )
  expect(uploaded).toMatchObject({
    kind: 'csv',
    quarantined: false,
    columnsAsked: false,
    read: { rows: 10, rowsInFile: 11, skipped: [{ row: 1, code: 'headings' }] },
    ibvStatus: IbvStatus.inProgress,
    notification: 104,
  })
  const asked = { body: { applicationNo } }
  expect((await client.call(calculateQualifiedAmountCall, asked)).code).toBe(codeOf('incomeNotVerified'))
  const { requestCode } = uploaded
  const { statements } = await employee.ask(listStatementCall, { query: { portfolioId: 118 } })
  expect(statements.find((one) => one.requestCode === requestCode)).toMatchObject({
    loanNo,
    kind: 'csv',
    state: 'waiting',
    customerName: 'Jordan Sample',
  })
  const home = async () => (await client.ask(listDisbursementLoanCall, {})).loans[0]?.statementInReview
  expect(await home()).toBe(true)
  const shown = await employee.ask(showStatementCall, { params: { requestCode } })
  expect(shown).toMatchObject({
    read: { rows: 10 },
    computed: { monthlyNetIncome: '4008.33', frequency: PayrollFrequency.biWeekly, nsfCount90: 0 },
    behind: {
      income: [{ kind: 'payroll', monthlyNet: '4008.33', lines: { length: 7 } }],
      fees: [],
      lenderDebits: [],
    },
    stated: { monthlyNetIncome: '4000.00', accountMasked: '••••2333' },
  })
  const other = { ...acceptance(requestCode), accountTail: '9999' }
  expect(await employee.call(acceptStatementCall, { body: other })).toMatchObject({
    code: codeOf('invalidInput'),
    data: { errors: [{ elementKey: 'accountTail' }] },
  })
  const accepted = await employee.ask(acceptStatementCall, { body: acceptance(requestCode) })
  expect(accepted).toMatchObject({ state: 'accepted', ibvStatus: IbvStatus.successful })
  expect(await home()).toBe(false)
  const again = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(again.code).toBe(codeOf('reviewDecisionRefused'))
  const status = await client.ask(getRequestStatusCall, { query: { requestCode } })
  expect(status).toMatchObject({
    ibvStatus: IbvStatus.successful,
    way: 'statement',
    final: true,
    fallbacks: [],
  })
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({
    accounts: [{ accountMasked: '••••2333', matched: true }],
    income: {
      monthlyNetIncome: '4008.33',
      sources: [{ payer: 'payroll sample works', monthlyNet: '4008.33', deposits: { length: 7 } }],
    },
  })
  const offer = await client.ask(calculateQualifiedAmountCall, asked)
  expect(offer).toMatchObject({ result: 1, hasQualifiedPrincipal: true })
  const plans = await client.ask(getPaymentOptionCall, { query: { loanNo } })
  const optionId = plans.recommendedOptionId ?? ''
  await client.ask(savePaymentOptionCall, { body: { loanNo, optionId } })
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({
    ibvStatus: IbvStatus.successful,
    loanStatus: LoanStatus.originating,
    subStatus: 'customerReview',
  })
  const mails = await api.mailsTo(email)
  expect(mails.some(({ subject }) => subject === 'Your income is verified')).toBe(true)
  const tickets = await listTicketsAfter(api.database.db, { portfolioId: 118, openId: client.openId }, 0, 50)
  expect(tickets.filter(({ ticket }) => ticket === 3003).length).toBeGreaterThanOrEqual(2)
})

test('a picture says nothing by itself: the person enters what they found, or the call names what is missing', async () => {
  const { client, loanNo, applicationNo } = await anApplicant(api)
  const { requestCode, read, kind } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'page.PNG', bytes: samplePng() },
  )
  expect({ read, kind }).toEqual({ read: null, kind: 'png' })
  expect(await employee.ask(showStatementCall, { params: { requestCode } })).toMatchObject({ computed: null })
  const bare = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(bare).toMatchObject({
    code: codeOf('invalidInput'),
    data: { errors: [{ elementKey: 'monthlyNetIncome' }, {}, {}, {}, {}] },
  })
  const today = api.clock.now().getTime()
  const dayAt = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
  const findings = {
    monthlyNetIncome: '3100.00',
    frequency: PayrollFrequency.biWeekly,
    nextPaydays: [dayAt(10), dayAt(24)],
    periodFrom: dayAt(-92),
    lastIncomeOn: dayAt(-4),
    averageBalance: '400.00',
    lowestBalance: '-12.00',
  }
  await employee.ask(acceptStatementCall, { body: { ...acceptance(requestCode), findings } })
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  expect(details).toMatchObject({
    income: { monthlyNetIncome: '3100.00', nextPaydays: [dayAt(10), dayAt(24)], sources: [] },
  })
  const offer = await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(offer.result).toBe(1)
})

test('refused: status -1 with the reason, a mail, the answers kept, another statement welcome (domain.md §5)', async () => {
  const { client, email, loanNo, applicationNo } = await anApplicant(api)
  const { requestCode } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'march.csv', bytes: recentCsv(api) },
  )
  const body = { requestCode, reason: 'otherAccount', note: 'savings, not checking' } as const
  expect(await employee.ask(refuseStatementCall, { body })).toMatchObject({
    state: 'refused',
    ibvStatus: IbvStatus.accountError,
  })
  expect((await employee.call(refuseStatementCall, { body })).code).toBe(codeOf('reviewDecisionRefused'))
  const status = await client.ask(getRequestStatusCall, { query: { requestCode } })
  expect(status).toMatchObject({ ibvStatus: IbvStatus.accountError, way: 'statement' })
  expect(status.reason).toContain('another account')
  expect(status.fallbacks.map(({ kind }) => kind)).toContain('statementUpload')
  const mails = await api.mailsTo(email)
  expect(mails.some(({ subject }) => subject === 'We could not use your bank statement')).toBe(true)
  const bank = await client.ask(readFormCall, {
    params: { code: 'bank' },
    query: { externalKey: applicationNo },
  })
  expect(bank).toMatchObject({ masked: { bankAccountNo: '••••2333' } })
  expect(
    (await sentStatement(api, { client, loanNo }, { fileName: 'april.csv', bytes: recentCsv(api) }))
      .ibvStatus,
  ).toBe(20)
  expect((await employee.call(showStatementCall, { params: { requestCode: 'unknown' } })).code).toBe(
    codeOf('notFound'),
  )
})

test('design/security.md T16: quarantine hides an unidentified file from its sender until release', async () => {
  const { client, loanNo } = await anApplicant(api)
  const polyglot = Buffer.concat([samplePng(), Buffer.from('PK\u0003\u0004')])
  const { requestCode, documentNo, quarantined, kind } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'page.png', bytes: polyglot },
  )
  expect({ quarantined, kind }).toEqual({ quarantined: true, kind: 'unknown' })
  expect((await client.ask(documentListCall, { query: { loanNo } })).documents).toEqual([])
  const download = await api.app.inject({
    method: 'GET',
    url: `/fssapi/dolphin-ops/statement/${requestCode}/file`,
    headers: {
      host: employee.host,
      'access-token': employee.session?.accessToken ?? '',
      'user-credential': employee.session?.userCredential ?? '',
    },
  })
  expect(download.rawPayload).toEqual(polyglot)
  expect(download.headers['content-disposition']).toMatch(/^attachment/)
  expect(download.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  })
  const early = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(early.code).toBe(codeOf('reviewDecisionRefused'))
  const released = await employee.ask(releaseStatementCall, {
    body: { requestCode, note: 'opened, harmless' },
  })
  expect(released).toMatchObject({ state: 'waiting' })
  expect(released.documentNo).not.toBe(documentNo)
  const twice = await employee.call(releaseStatementCall, { body: { requestCode, note: '' } })
  expect(twice.code).toBe(codeOf('reviewDecisionRefused'))
  const [listed] = (await client.ask(documentListCall, { query: { loanNo } })).documents
  expect(listed?.documentNo).toBe(released.documentNo)
})

test('ASVS 5.3.1: uploads are stored under the digest of their content, whatever they are called', async () => {
  const { client, loanNo } = await anApplicant(api)
  await sentStatement(api, { client, loanNo }, { fileName: '../../march.csv', bytes: recentCsv(api) })
  const [stored] = await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(stored?.objectKey).toMatch(/^documents\/118\/sha256-[0-9a-f]{64}\.csv$/)
})

test('design/security.md T16: refused files leave nothing behind, and say what is wrong', async () => {
  const { client, loanNo } = await anApplicant(api)
  const refused = await uploadStatement(api, client, loanNo, {
    fileName: 'page.png',
    bytes: 'PK\u0003\u0004',
  })
  expect(refused).toMatchObject({
    code: codeOf('unsupportedFile'),
    data: { errors: [{ elementKey: 'statementFile', message: expect.stringContaining('ZIP') as string }] },
  })
  const table = await uploadStatement(api, client, loanNo, {
    fileName: 'a.csv',
    bytes: 'Date,Amount\n02/30/2026,1.00\n',
  })
  expect(table).toMatchObject({
    code: codeOf('fileUnreadable'),
    data: { errors: [{ message: expect.stringMatching(/^Row 2, column Date:/) as string }] },
  })
  expect(await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })).toEqual([])
  const otherCustomer = await anApplicant(api)
  const foreign = await uploadStatement(api, otherCustomer.client, loanNo, {
    fileName: 'march.csv',
    bytes: recentCsv(api),
  })
  expect(foreign.code).toBe(codeOf('loanNotFound'))
})

test('a borrower cannot decide about statements', async () => {
  const { client, loanNo } = await anApplicant(api)
  const { requestCode } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'march.csv', bytes: recentCsv(api) },
  )
  const answer = await client.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(answer.code).toBe(codeOf('notFound'))
})

test('a statement of a withdrawn application cannot be accepted; one that came before the account waits for it', async () => {
  const gone = await anApplicant(api)
  const late = await sentStatement(api, gone, { fileName: 'march.csv', bytes: recentCsv(api) })
  await gone.client.ask(withdrawApplicationCall, { body: { loanNo: gone.loanNo, reason: 'changed my mind' } })
  const refused = await employee.call(acceptStatementCall, { body: acceptance(late.requestCode) })
  expect(refused.code).toBe(codeOf('loanStatusInvalid'))
  const bare = await anApplicant(api)
  const { requestCode } = await sentStatement(api, bare, { fileName: 'march.csv', bytes: recentCsv(api) })
  await api.database.db.execute(
    sql`delete from application_sections where application_no = ${bare.applicationNo} and section_key = 'bank'`,
  )
  const incomplete = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(incomplete).toMatchObject({
    code: codeOf('invalidInput'),
    data: { errors: [{ elementKey: 'accountTail' }] },
  })
  // The statement waits on, for the borrower to enter the account.
  await fillSection(bare.client, bare.applicationNo, 'bank')
  expect((await employee.call(acceptStatementCall, { body: acceptance(requestCode) })).code).toBe(1)
})

test('what waits is listed by portfolio and leaves as a table; the file leads to it', async () => {
  const { client, loanNo } = await anApplicant(api)
  const { requestCode } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'march.csv', bytes: recentCsv(api) },
  )
  const elsewhere = await anApplicant(api, 110)
  const body = { loanNo: elsewhere.loanNo, purpose: 'IBV', providerId: 'person' } as const
  const other = await elsewhere.client.ask(createRequestCodeCall, { body })
  const codesIn = async (portfolioId: number) => {
    const { statements, after } = await employee.ask(listStatementCall, { query: { portfolioId } })
    expect(after).toBeNull()
    return statements.map((one) => one.requestCode)
  }
  expect(await codesIn(118)).toContain(requestCode)
  expect(await codesIn(118)).not.toContain(other.requestCode)
  expect(await codesIn(110)).toContain(other.requestCode)
  const table = await employee.download(exportStatementCall, { query: { portfolioId: 118 } })
  expect(table.toString()).toContain(`${requestCode},${loanNo},Jordan Sample,118,csv,waiting,`)
  const file = () => employee.ask(showCustomerCall, { params: { file: loanNo }, query: {} })
  expect((await file()).statements).toEqual([{ requestCode, loanNo }])
  await employee.ask(acceptStatementCall, { body: acceptance(requestCode) })
  expect((await file()).statements).toEqual([])
})

test('what is not possible says why, in the words with which the server refuses it', async () => {
  const { client, loanNo } = await anApplicant(api)
  const { requestCode } = await sentStatement(
    api,
    { client, loanNo },
    { fileName: 'march.csv', bytes: recentCsv(api) },
  )
  const obstacles = async () => {
    const { acts } = await employee.ask(showStatementCall, { params: { requestCode } })
    return Object.fromEntries(acts.map(({ act, obstacle }) => [act, obstacle]))
  }
  expect(await obstacles()).toMatchObject({ accept: null, refuse: null })
  const body = { requestCode, note: '' }
  const released = await employee.call(releaseStatementCall, { body })
  expect(released.data).toMatchObject({ message: (await obstacles())['release'] })
  await employee.ask(refuseStatementCall, { body: { ...body, reason: 'tooOld' } })
  const again = await employee.call(refuseStatementCall, { body: { ...body, reason: 'tooOld' } })
  expect(again.data).toMatchObject({ message: (await obstacles())['refuse'] })
})
