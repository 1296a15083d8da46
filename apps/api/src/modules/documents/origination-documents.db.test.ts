import { DAY_MS } from '@dolphin/domain/time/durations'
import { documentListCall } from '@dolphin/contract/documents'
import { signingDeclineCall } from '@dolphin/contract/agreements'
import { listOwnDocuments } from '@dolphin/database/documents/document-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { planLoan } from '../../testing/offers.ts'
import { documentBytes, openSigning } from '../../testing/signing-sessions.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { NOIA_ROUND_JOB } from '../applications/noia-round.ts'
import { isRecord } from './document-vault.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const { privacyNotice, federalDisclosure, noia } = DocumentType

async function titlesOf(client: TestClient, language: 'en' | 'es') {
  client.language = language
  const { documents } = await client.ask(documentListCall, { query: {} })
  return new Map(documents.map(({ documentType, title }) => [documentType, title]))
}

test('before the signature the borrower has the federal disclosure and the privacy notice, each once', async () => {
  const { client, loanNo } = await planLoan(api)
  const opened = await openSigning(client, loanNo)
  const { requestCode } = opened
  await client.ask(signingDeclineCall, { params: { requestCode }, body: {} })
  await openSigning(client, loanNo)
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  const types = documents.map(({ documentType }) => documentType)
  expect(types.filter((type) => type === federalDisclosure)).toHaveLength(1)
  expect(types.filter((type) => type === privacyNotice)).toHaveLength(1)
  const english = await titlesOf(client, 'en')
  expect(english.get(federalDisclosure)).toBe('Federal Truth in Lending disclosure')
  expect(english.get(privacyNotice)).toBe('Privacy notice')
  const spanish = await titlesOf(client, 'es')
  expect(spanish.get(federalDisclosure)).toBe('Declaración federal del costo del préstamo')
  expect(spanish.get(privacyNotice)).toBe('Aviso de privacidad')
  const federal = documents.find(({ documentType }) => documentType === federalDisclosure)
  const text = readPdfText(await documentBytes(api, client, federal?.documentNo ?? '')).join(' ')
  expect(text).toContain('ANNUAL PERCENTAGE RATE')
  expect(text).toContain(loanNo)
})

test('the notice of incompleteness is kept under Documents, once', async () => {
  const email = 'incomplete@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo } = await beginApplication(client, { email })
  api.clock.advance(20 * DAY_MS)
  for (let round = 0; round < 2; round += 1) {
    await api.deps.units.write(async (unit) => {
      await api.deps.jobs.send(unit, NOIA_ROUND_JOB, {})
      return { ok: true, value: undefined }
    })
    await api.runJobs()
  }
  const owner = { portfolioId: 118, openId: client.openId }
  const kept = (await listOwnDocuments(api.database.db, owner)).filter(isRecord)
  expect(kept.map(({ documentType, title, loanNo: of }) => [documentType, title, of])).toEqual([
    [noia, 'Notice of incomplete application', loanNo],
  ])
})
