import { signingConsentCall, signingSignCall } from '@dolphin/contract/agreements'
import { batchSaveConsentStatusCall } from '@dolphin/contract/consents'
import {
  createAccountCall,
  parseLinkResourceCall,
  recordsProofCall,
  sendCreateAccountEmailCall,
} from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listConsents, recordConsents } from '@dolphin/database/consents/consent-repository'
import { listOwnDocuments } from '@dolphin/database/documents/document-repository'
import { CreateAccountType } from '@dolphin/domain/identity/codes'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { mailedToken, PASSWORD } from '../../testing/customers.ts'
import { type Applicant, planLoan } from '../../testing/offers.ts'
import {
  giveConsent,
  openSigning,
  readSigning,
  signInput,
  signingSessionRow,
} from '../../testing/signing-sessions.ts'
import { isRecord } from '../documents/document-vault.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const NAME = { firstName: 'Jordan', middleName: '', lastName: 'Sample' }

/** A mailed link, and the code that a person reads in its PDF. */
async function aLink(email: string) {
  const client = api.client(118)
  await client.ask(sendCreateAccountEmailCall, {
    body: { portfolioId: 118, email, createAccountType: CreateAccountType.home },
  })
  const resource = await mailedToken(api, email)
  const { consents } = await client.ask(parseLinkResourceCall, { query: { resource } })
  const body = {
    resource,
    password: PASSWORD,
    name: NAME,
    consents: consents.map(({ kind, version, required }) => ({ kind, version, given: required })),
  }
  return { client, body, code: await proofCode(resource) }
}

async function proofFile(resource: string) {
  const url = `/fssapi${recordsProofCall.path}?resource=${resource}`
  const { host } = api.client(118)
  return api.app.inject({ method: 'GET', url, headers: { host } })
}

async function proofCode(resource: string): Promise<string> {
  const { rawPayload } = await proofFile(resource)
  const texts = readPdfText(new Uint8Array(rawPayload)).map((text) => text.replaceAll(' ', ''))
  return texts.find((text) => /^[A-Z0-9]{6}$/.test(text)) ?? ''
}

/** A customer whose account was made with the proof. */
async function provenCustomer(email: string): Promise<Applicant> {
  const { client, body, code } = await aLink(email)
  const { openId, session } = await client.ask(createAccountCall, { body: { ...body, proofCode: code } })
  if (session === null) throw new Error('signed in at once')
  client.session = session
  return Object.assign(client, { openId })
}

const inForce = (kind: ConsentKind) => {
  const version = api.deps.portfolios.byId(118)?.consents.find((each) => each.kind === kind)?.version
  if (version === undefined) throw new Error('a portfolio has its consents')
  return { kind, version, given: true }
}

/** Records an answer to the consent to electronic records, as a page or an employee does. */
const recordAnswer = (
  { portfolioId, openId }: Applicant,
  given: boolean,
  templateVersion = String(inForce(ConsentKind.electronicRecords).version),
) =>
  api.database.transaction((tx) =>
    recordConsents(
      tx,
      api.deps.cipher,
      { portfolioId, openId },
      {
        consents: [
          {
            kind: ConsentKind.electronicRecords,
            templateVersion,
            given,
            ipAddress: '203.0.113.9',
            userAgent: 'x',
          },
        ],
        at: api.clock.now(),
      },
    ),
  )

const isAskedFor = async (client: Applicant, requestCode: string) => {
  const { details } = await readSigning(client, requestCode)
  return !details.electronicConsentGiven
}

test('the PDF of a link opens in the browser, says the same at every look, and opens nothing once the link is used', async () => {
  const { client, body, code } = await aLink('proof.file@example.com')
  const first = await proofFile(body.resource)
  expect(first.headers['content-type']).toBe('application/pdf')
  expect(first.headers['content-disposition']).toContain('inline')
  expect(code).toMatch(/^[A-Z0-9]{6}$/)
  expect(Buffer.compare((await proofFile(body.resource)).rawPayload, first.rawPayload)).toBe(0)
  await client.ask(createAccountCall, { body: { ...body, proofCode: code.toLowerCase() } })
  const after = await client.call(recordsProofCall, { query: { resource: body.resource } })
  expect(after.code).toBe(RESPONSE_CODES.linkNoLongerValid.code)
})

test('a wrong code is said at its field and uses up nothing; after twenty tries an hour has to pass', async () => {
  const { client, body, code } = await aLink('proof.wrong@example.com')
  const wrong = { ...body, proofCode: 'ZZZZZZ' }
  for (let round = 0; round < 20; round += 1) {
    const refused = await client.call(createAccountCall, { body: wrong })
    expect(refused.code).toBe(RESPONSE_CODES.signingConsentMissing.code)
    expect(refused.data).toMatchObject({ errors: [{ elementKey: 'proofCode' }] })
  }
  const right = { ...body, proofCode: code }
  expect((await client.call(createAccountCall, { body: right })).code).toBe(
    RESPONSE_CODES.tooManyRequests.code,
  )
  api.clock.advance(HOUR_MS)
  await client.ask(createAccountCall, { body: right })
})

test('a consent proved with the account is not asked for again; the signature names it (15 USC 7001(c))', async () => {
  const client = await provenCustomer('proof.once@example.com')
  const [proof] = await listOwnDocuments(api.database.db, client)
  expect(proof).toMatchObject({ documentType: 3, loanNo: null, evidence: { role: 'proof' } })
  expect(proof !== undefined && isRecord(proof)).toBe(false)
  const given = (await listConsents(api.database.db, client)).find(
    ({ kind }) => kind === ConsentKind.electronicRecords,
  )
  api.clock.advance(MINUTE_MS)
  const { loanNo } = await planLoan(api, { client })
  const opened = await openSigning(client, loanNo)
  expect(opened.details.electronicConsentGiven).toBe(true)
  const input = signInput(opened)
  const signed = await client.ask(signingSignCall, {
    ...input,
    body: { ...input.body, achAuthorization: false },
  })
  expect(signed.signStatus).toBe(1)
  const row = await signingSessionRow(api, { client }, opened.requestCode)
  expect(row && evidenceOf(row).consent).toMatchObject({
    at: given?.at.toISOString(),
    proofCodeRead: true,
    consents: [`electronicRecords@${given?.templateVersion}`],
  })
  const { details } = await readSigning(client, opened.requestCode)
  expect(JSON.stringify(details.documents[0]?.model)).toContain(
    `electronicRecords, version ${given?.templateVersion}`,
  )
})

test('signing asks again where the consent was withdrawn, is of an older text, or was never proved', async () => {
  const client = await provenCustomer('proof.again@example.com')
  const { loanNo } = await planLoan(api, { client })
  const { requestCode } = await openSigning(client, loanNo)
  expect(await isAskedFor(client, requestCode)).toBe(false)
  // Saved again on /consent: the same consent, which still stands
  const { consents } = await client.ask(batchSaveConsentStatusCall, {
    body: {
      consents: [inForce(ConsentKind.electronicRecords), inForce(ConsentKind.creditTermsAndPrivacy)],
    },
  })
  expect(consents.find(({ kind }) => kind === ConsentKind.electronicRecords)).toMatchObject({ given: true })
  expect(await isAskedFor(client, requestCode)).toBe(false)
  api.clock.advance(1_000)
  await recordAnswer(client, false)
  expect(await isAskedFor(client, requestCode)).toBe(true)
  const { details } = await readSigning(client, requestCode)
  const refused = await client.call(signingSignCall, signInput({ requestCode, details }))
  expect(refused.code).toBe(RESPONSE_CODES.signingConsentMissing.code)
  api.clock.advance(1_000)
  await recordAnswer(client, true)
  expect(await isAskedFor(client, requestCode)).toBe(true)
  await giveConsent(api, client, { requestCode, details })
  expect(await isAskedFor(client, requestCode)).toBe(false)
  api.clock.advance(1_000)
  await recordAnswer(client, true, '0')
  expect(await isAskedFor(client, requestCode)).toBe(true)
})

test('what was proved at one signing holds for the next', async () => {
  const first = await planLoan(api)
  const { client } = first
  const opened = await openSigning(client, first.loanNo)
  expect(opened.details.electronicConsentGiven).toBe(false)
  const consent = await giveConsent(api, client, opened)
  expect(consent.signStatus).toBe(0)
  const again = await client.call(signingConsentCall, {
    params: { requestCode: opened.requestCode },
    body: { proofCode: 'ZZZZZZ', consents: [inForce(ConsentKind.electronicRecords)] },
  })
  expect(again.code).toBe(RESPONSE_CODES.signingConsentMissing.code)
  expect(await isAskedFor(client, opened.requestCode)).toBe(false)
})
