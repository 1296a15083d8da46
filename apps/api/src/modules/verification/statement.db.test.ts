import { DAY_MS } from '@dolphin/domain/time/durations'
import { deflateSync } from 'node:zlib'
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
  getProviderCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { onePagePdf, pdfOf, SAMPLE_PDF_PAGES } from '@dolphin/integrations/statement/sample-pdf'
import { SAMPLE_CSV, samplePng } from '@dolphin/integrations/statement/sample-statements'
import { sql } from 'drizzle-orm'
import { showCustomerCall } from '@dolphin/contract/customer-files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication, fillSection } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { uploadStatement } from '../../testing/uploads.ts'
import { publishEdit } from '../../testing/versions.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const codeOf = (name: ResponseCodeName): number => RESPONSE_CODES[name].code
let serial = 0

async function anApplicant(portfolioId = 118) {
  serial += 1
  const email = `statement${serial}@example.com`
  const client = await createCustomer(api, { email, portfolioId })
  const { loanNo, applicationNo } = await fillApplication(client, { email, ssn: `521-46-${3_000 + serial}` })
  return { client, email, loanNo, applicationNo }
}

async function sent(client: TestClient, loanNo: string, fileName: string, bytes: Uint8Array | string) {
  const answer = await uploadStatement(api, client, loanNo, { fileName, bytes })
  if (answer.code !== 1) throw new Error(JSON.stringify(answer))
  return answer.data as Extract<typeof answer, { code: 1 }>['data']
}

/** The sample statement, ending the day before the server's day. */
const recentCsv = () => {
  const [head = '', ...rows] = SAMPLE_CSV.trim().split('\n')
  const today = api.clock.now().getTime()
  const shift = today - DAY_MS - Date.parse('2026-02-27T12:00:00Z')
  const moved = rows.map((row) => {
    const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(row) ?? []
    const date = new Date(Date.parse(`${year}-${month}-${day}T12:00:00Z`) + shift)
    return `${date.toISOString().slice(0, 10)}${row.slice(10)}`
  })
  return [head, ...moved].join('\n')
}
const acceptance = (requestCode: string) => ({
  requestCode,
  accountTail: '2333',
  ownerName: 'Jordan Sample',
  findings: {},
  note: 'checked with the employer',
})

test('without a bank link: CSV read, accepted by a person, then amount and plan (domain.md §2, §5)', async () => {
  const { client, email, loanNo, applicationNo } = await anApplicant()
  const uploaded = await sent(client, loanNo, 'march.csv', recentCsv())
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
  const { client, loanNo, applicationNo } = await anApplicant()
  const { requestCode, read, kind } = await sent(client, loanNo, 'page.PNG', samplePng())
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
  const { client, email, loanNo, applicationNo } = await anApplicant()
  const { requestCode } = await sent(client, loanNo, 'march.csv', recentCsv())
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
  expect((await sent(client, loanNo, 'april.csv', recentCsv())).ibvStatus).toBe(20)
  expect((await employee.call(showStatementCall, { params: { requestCode: 'unknown' } })).code).toBe(
    codeOf('notFound'),
  )
})

/** The sample PDF, ending the day before the server's day; `edit` changes the words of its pages. */
async function recentPdf(edit: (text: string) => string = (text) => text): Promise<Uint8Array> {
  const shift = api.clock.now().getTime() - DAY_MS - Date.parse('2026-02-27T12:00:00Z')
  const moved = (year: number, month: string, day: string) =>
    new Date(Date.parse(`${year}-${month}-${day}T12:00:00Z`) + shift).toISOString().slice(0, 10)
  const pages = SAMPLE_PDF_PAGES.map((lines) =>
    lines.map((words) =>
      words.map(([text, ...place]) => {
        const [, month, day] = /^(\d\d)\/(\d\d)$/.exec(text) ?? []
        if (month === undefined || day === undefined) return [edit(text), ...place] as const
        return [moved(month === '12' ? 2025 : 2026, month, day), ...place] as const
      }),
    ),
  )
  return await pdfOf(pages)
}

describe('PDF statements, where the portfolio takes them', () => {
  beforeAll(async () => {
    const published = await publishEdit(employee, { kind: 'portfolio', key: 'portfolio' }, (content) => ({
      ...content,
      statementFileTypes: ['csv', 'png', 'pdf'],
    }))
    expect(published.code).toBe(1)
  })

  test('read into rows, shown beside its totals, counted only after a person accepted it', async () => {
    const { client, loanNo, applicationNo } = await anApplicant()
    const uploaded = await sent(client, loanNo, 'march.pdf', await recentPdf())
    expect(uploaded).toMatchObject({
      kind: 'pdf',
      quarantined: false,
      unread: null,
      read: {
        rows: 10,
        balances: 'agree',
        totals: { opening: '500.00', rows: '10965.80', closing: '11465.80' },
      },
      ibvStatus: IbvStatus.inProgress,
      notification: 104,
    })
    const asked = { body: { applicationNo } }
    expect((await client.call(calculateQualifiedAmountCall, asked)).code).toBe(codeOf('incomeNotVerified'))
    const { requestCode } = uploaded
    const shown = await employee.ask(showStatementCall, { params: { requestCode } })
    expect(shown).toMatchObject({
      kind: 'pdf',
      state: 'waiting',
      rows: { length: 10 },
      computed: { monthlyNetIncome: '4008.33' },
      behind: { income: [{ kind: 'payroll', lines: { length: 7 } }] },
    })
    expect(shown.rows[1]).toMatchObject({ amount: '-84.20', description: 'SAMPLE GROCERY' })
    await employee.ask(acceptStatementCall, { body: acceptance(requestCode) })
    expect(await client.ask(calculateQualifiedAmountCall, asked)).toMatchObject({ result: 1 })
    const { documents } = await client.ask(documentListCall, { query: { loanNo } })
    expect(documents.map(({ documentNo }) => documentNo)).toContain(uploaded.documentNo)
  })

  test('where the rows do not come to its closing balance, what they say does not stand', async () => {
    const { client, loanNo } = await anApplicant()
    const edited = await recentPdf((text) => (text === '84.20' ? '4.20' : text))
    const { requestCode, read } = await sent(client, loanNo, 'march.pdf', edited)
    expect(read).toMatchObject({ balances: 'disagree', totals: { rows: '11045.80' } })
    const bare = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
    expect(bare).toMatchObject({
      code: codeOf('invalidInput'),
      data: { errors: [{ elementKey: 'monthlyNetIncome' }, {}, {}, {}, {}] },
    })
    const refusal = { requestCode, reason: 'notWhole', note: 'a row does not fit' } as const
    expect(await employee.ask(refuseStatementCall, { body: refusal })).toMatchObject({ state: 'refused' })
    expect((await sent(client, loanNo, 'march.pdf', await recentPdf())).ibvStatus).toBe(20)
  })

  test('pages that are pictures go to a person without rows', async () => {
    const { client, loanNo } = await anApplicant()
    const scan = onePagePdf('', deflateSync(Buffer.from('q Q')))
    const { requestCode, unread, read } = await sent(client, loanNo, 'scan.pdf', scan)
    expect({ unread, read }).toEqual({ unread: 'noText', read: null })
    expect(await employee.ask(showStatementCall, { params: { requestCode } })).toMatchObject({
      unread: 'noText',
      rows: [],
      computed: null,
    })
    const bare = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
    expect(bare.code).toBe(codeOf('invalidInput'))
  })

  test('one that needs a password is refused with what to do, and nothing is kept', async () => {
    const { client, loanNo } = await anApplicant()
    const locked = await pdfOf(SAMPLE_PDF_PAGES, { userPassword: 'sample' })
    expect(
      await uploadStatement(api, client, loanNo, { fileName: 'march.pdf', bytes: locked }),
    ).toMatchObject({
      code: codeOf('fileUnreadable'),
      data: { errors: [{ message: expect.stringContaining('needs a password') as string }] },
    })
    expect(await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })).toEqual([])
  })

  test('a portfolio that does not take them says which files it takes', async () => {
    const { client, loanNo } = await anApplicant(110)
    const refused = await uploadStatement(api, client, loanNo, {
      fileName: 'march.pdf',
      bytes: await recentPdf(),
    })
    expect(refused).toMatchObject({
      code: codeOf('unsupportedFile'),
      data: { errors: [{ message: 'Choose CSV or png file !' }] },
    })
  })
})

test('design/security.md T16: quarantine hides an unidentified file from its sender until release', async () => {
  const { client, loanNo } = await anApplicant()
  const polyglot = Buffer.concat([samplePng(), Buffer.from('PK\u0003\u0004')])
  const { requestCode, documentNo, quarantined, kind } = await sent(client, loanNo, 'page.png', polyglot)
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
  const { client, loanNo } = await anApplicant()
  await sent(client, loanNo, '../../march.csv', recentCsv())
  const [stored] = await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(stored?.objectKey).toMatch(/^documents\/118\/sha256-[0-9a-f]{64}\.csv$/)
})

test('design/security.md T16: refused files leave nothing behind, and say what is wrong', async () => {
  const { client, loanNo } = await anApplicant()
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
  const otherCustomer = await anApplicant()
  const foreign = await uploadStatement(api, otherCustomer.client, loanNo, {
    fileName: 'march.csv',
    bytes: recentCsv(),
  })
  expect(foreign.code).toBe(codeOf('loanNotFound'))
})

test('the ladder tells what is left: banks while there are tries, a person until asked, a statement always (domain.md §5)', async () => {
  const { client, loanNo } = await anApplicant()
  const fallbackOptions = () => client.ask(getProviderCall, { query: { portfolioId: 118, loanNo } })
  const kindsOf = ({ fallbacks }: Awaited<ReturnType<typeof fallbackOptions>>) =>
    fallbacks.map(({ kind }) => kind)
  expect(await fallbackOptions()).toMatchObject({ triesLeft: 3, attempt: null })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await linkBank(api, client, loanNo, { username: 'user_refused' })
  const tired = await fallbackOptions()
  expect(tired).toMatchObject({ triesLeft: 0, attempt: { way: 'bank', ibvStatus: IbvStatus.accountError } })
  expect(kindsOf(tired).filter((kind) => kind !== 'provider')).toEqual(['statementUpload', 'person'])
  expect(kindsOf(tired)).not.toContain('provider')
  const body = { loanNo, purpose: 'IBV', providerId: 'person' } as const
  const first = await client.ask(createRequestCodeCall, { body })
  expect((await client.ask(createRequestCodeCall, { body })).requestCode).toBe(first.requestCode)
  const asked = await fallbackOptions()
  expect(asked).toMatchObject({ attempt: { way: 'person', ibvStatus: IbvStatus.inProgress } })
  expect(kindsOf(asked)).not.toContain('person')
  const { statements } = await employee.ask(listStatementCall, { query: {} })
  expect(statements.find(({ requestCode }) => requestCode === first.requestCode)).toMatchObject({
    kind: 'person',
  })
  expect((await sent(client, loanNo, 'march.csv', recentCsv())).ibvStatus).toBe(20)
  const other = await anApplicant()
  await sent(other.client, other.loanNo, 'march.csv', recentCsv())
  const waiting = await other.client.ask(getProviderCall, {
    query: { portfolioId: 118, loanNo: other.loanNo },
  })
  expect(kindsOf(waiting)).not.toContain('person')
  const otherCustomer = await anApplicant()
  const query = { portfolioId: 118, loanNo }
  expect((await otherCustomer.client.call(getProviderCall, { query })).code).toBe(codeOf('loanNotFound'))
})

test('110: the ladder ends at a person; one who refuses says so in words of their own, and leads on (domain.md §5)', async () => {
  const { client, email, loanNo } = await anApplicant(110)
  const fallbackOptions = () => client.ask(getProviderCall, { query: { portfolioId: 110, loanNo } })
  expect((await fallbackOptions()).fallbacks.at(-1)).toMatchObject({ kind: 'person' })
  const body = { loanNo, purpose: 'IBV', providerId: 'person' } as const
  const { requestCode } = await client.ask(createRequestCodeCall, { body })
  expect((await fallbackOptions()).fallbacks.map(({ kind }) => kind)).not.toContain('person')
  await employee.ask(refuseStatementCall, {
    body: { requestCode, reason: 'noRegularIncome', note: 'nothing to look at' },
  })
  const after = await fallbackOptions()
  expect(after).toMatchObject({ attempt: { way: 'person', ibvStatus: IbvStatus.accountError, reason: null } })
  expect(after.fallbacks.at(-1)).toMatchObject({ kind: 'person' })
  const mails = await api.mailsTo(email)
  const mail = mails.find(({ subject }) => subject === 'We could not verify your income yet')
  expect(mail?.content.text).toContain('You asked us to review application')
})

test('a borrower cannot decide about statements', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await sent(client, loanNo, 'march.csv', recentCsv())
  const answer = await client.call(acceptStatementCall, { body: acceptance(requestCode) })
  expect(answer.code).toBe(codeOf('notFound'))
})

test('a statement of a withdrawn application cannot be accepted; one that came before the account waits for it', async () => {
  const gone = await anApplicant()
  const late = await sent(gone.client, gone.loanNo, 'march.csv', recentCsv())
  await gone.client.ask(withdrawApplicationCall, { body: { loanNo: gone.loanNo, reason: 'changed my mind' } })
  const refused = await employee.call(acceptStatementCall, { body: acceptance(late.requestCode) })
  expect(refused.code).toBe(codeOf('loanStatusInvalid'))
  const bare = await anApplicant()
  const { requestCode } = await sent(bare.client, bare.loanNo, 'march.csv', recentCsv())
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
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await sent(client, loanNo, 'march.csv', recentCsv())
  const elsewhere = await anApplicant(110)
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
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await sent(client, loanNo, 'march.csv', recentCsv())
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
