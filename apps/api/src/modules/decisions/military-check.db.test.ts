import { documentListCall } from '@dolphin/contract/documents'
import { readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { GatewayMilitaryStatusProvider } from '@dolphin/integrations/military/gateway-provider'
import { GatewayTestServer, testIdentity } from '@dolphin/integrations/military/gateway-test-server'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeApi } from '../../compose.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { type AppliedLoan, applyForLoan, askAmount, planLoan } from '../../testing/offers.ts'
import { type CallRecorder, recordCalls } from '../../testing/call-coverage/call-recorder.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { TestClient } from '../../testing/test-client.ts'

const client = testIdentity('dolphin.example.com')
const gateway = new GatewayTestServer(client.certificate)
let first: TestApi
/** The server with the real adapter. */
let api: TestApi
let shown: CallRecorder

beforeAll(async () => {
  first = await startTestApi()
  const { deps } = first
  const settings = {
    url: await gateway.start(),
    timeoutMs: 300,
    clientCertificate: client.certificate,
    clientKey: client.key,
    authority: gateway.identity.certificate,
  }
  const wait = () => Promise.resolve()
  const military = new GatewayMilitaryStatusProvider(settings, {
    clock: deps.clock,
    random: deps.random,
    wait,
  })
  const second = await composeApi({ ...deps, military })
  shown = recordCalls(second.app)
  api = { ...first, ...second, client: (portfolioId = 118) => new TestClient(second.app, portfolioId) }
})
afterAll(async () => {
  shown.write()
  await api.app.close()
  await api.jobs.stop()
  await first.close()
  await gateway.stop()
})

const certificates = async ({ loanNo }: Pick<AppliedLoan, 'loanNo'>) =>
  (await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })).filter(
    ({ documentType }) => documentType === DocumentType.militaryCertificate,
  )

const outdateCertificate = (loanNo: string) =>
  api.database.db.execute(
    sql`update documents set created_at = created_at - interval '31 days'
      where loan_no = ${loanNo} and document_type = ${DocumentType.militaryCertificate}`,
  )

test('without a response no application is decided and nothing is lost; a later response is stored', async () => {
  const applied = await applyForLoan(api)
  gateway.mediaType = 'application/pdf'
  gateway.spoil('serverError', 'rateLimited', 'slow')
  const body = { applicationNo: applied.applicationNo }
  const refused = await applied.client.call(calculateQualifiedAmountCall, { body })
  expect(refused).toMatchObject({
    code: RESPONSE_CODES.militaryCheckUnavailable.code,
    data: { retryAfterSeconds: 60 },
  })
  expect(await certificates(applied)).toEqual([])
  expect((await askAmount(applied)).result).toBe(1)
  const [certificate] = await certificates(applied)
  expect(certificate).toMatchObject({ mediaType: 'application/pdf', evidence: { certificateNo: 'MLA-0001' } })
  const kept = await api.deps.objects.get(certificate?.objectKey ?? '')
  expect(Buffer.from(kept ?? []).toString('latin1')).toMatch(/^%PDF-/)
  gateway.mediaType = 'text/plain'
})

test('an invalid response makes no applicant "not covered" (32 CFR 232.5(b)(3))', async () => {
  const applied = await applyForLoan(api)
  gateway.spoil('unknownWord', 'otherQuestion', 'noCertificate')
  const body = { applicationNo: applied.applicationNo }
  const answer = await applied.client.call(calculateQualifiedAmountCall, { body })
  expect(answer.code).toBe(RESPONSE_CODES.militaryCheckUnavailable.code)
})

test('a covered borrower is recorded as covered, asked about once, and alone has the certificate in the list', async () => {
  gateway.status = 'covered'
  const applied = await applyForLoan(api)
  const before = gateway.asked.length
  await askAmount(applied)
  await askAmount(applied)
  expect(gateway.asked.length - before).toBe(1)
  expect((await certificates(applied))[0]?.evidence['status']).toBe(1)
  gateway.status = 'notCovered'
  const listed = async ({ client }: AppliedLoan) =>
    (await client.ask(documentListCall, { query: {} })).documents.map(({ documentType }) => documentType)
  expect(await listed(applied)).toContain(DocumentType.militaryCertificate)
  const other = await applyForLoan(api)
  await askAmount(other)
  expect(await certificates(other)).toHaveLength(1)
  expect(await listed(other)).not.toContain(DocumentType.militaryCertificate)
})

test('a certificate over 30 days old is requested again before signing, which waits for the response', async () => {
  const { client: borrower, loanNo } = await planLoan(api)
  await outdateCertificate(loanNo)
  gateway.spoil('serverError', 'rateLimited', 'slow')
  const signature = { body: { loanNo, purpose: 'signature' } } as const
  const refused = await borrower.call(createRequestCodeCall, signature)
  expect(refused.code).toBe(RESPONSE_CODES.militaryCheckUnavailable.code)
  expect(await certificates({ loanNo })).toHaveLength(1)
  await borrower.ask(createRequestCodeCall, signature)
  expect(await certificates({ loanNo })).toHaveLength(2)
})

test('a correction to a state where nothing is lent waits for the response and changes nothing before', async () => {
  const { client: borrower, loanNo, applicationNo } = await planLoan(api)
  await outdateCertificate(loanNo)
  const params = { code: 'personal' } as const
  const query = { externalKey: applicationNo }
  const { version } = await borrower.ask(readFormCall, { params, query })
  const changed = { street: '7 Sample Road', city: 'Austin', state: 'TX', zip: '78701' }
  const correction = { params, body: { ...query, changed, version, mayEnd: true } } as const
  gateway.spoil('serverError', 'rateLimited', 'slow')
  const refused = await borrower.call(updateFormCall, correction)
  expect(refused.code).toBe(RESPONSE_CODES.militaryCheckUnavailable.code)
  expect((await borrower.ask(readFormCall, { params, query })).values['state']).toBe('DE')
  expect(await borrower.ask(updateFormCall, correction)).toMatchObject({ endsApplication: true })
})

test('once the loan is entered into, the database is not asked again (32 CFR 232.5(b)(2)(i)(B))', async () => {
  const signed = await signLoan(api)
  const before = gateway.asked.length
  const body = { applicationNo: signed.applicationNo }
  await signed.client.call(calculateQualifiedAmountCall, { body })
  expect(gateway.asked.length).toBe(before)
})
