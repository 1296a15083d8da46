import { signingSignCall } from '@dolphin/contract/agreements'
import { documentListCall } from '@dolphin/contract/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { documentBytes, readyToSign, signInput } from '../../testing/signing-sessions.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let signed: Awaited<ReturnType<typeof readyToSign>>
let documentNo: string
let pdf: Uint8Array

beforeAll(async () => {
  api = await startTestApi()
  signed = await readyToSign(api)
  const answer = await signed.client.ask(signingSignCall, signInput(signed.opened))
  documentNo = answer.documents.find(({ documentType }) => documentType === 1)?.documentNo ?? ''
  pdf = await documentBytes(api, signed.client, documentNo)
})
afterAll(() => api.close())

async function upload(bytes: Uint8Array, contentType = 'application/pdf') {
  const boundary = 'dolphin-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: ${contentType}\r\n\r\n`
  const answer = await api.app.inject({
    method: 'POST',
    url: '/fssapi/verify-document',
    headers: { host: 'localhost:8080', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json<{ code: number; data: Record<string, unknown> }>()
}

const get = (client: TestClient, no: string) =>
  api.app.inject({
    method: 'GET',
    url: `/fssapi/dolphin-loan/online/document/${no}`,
    headers: {
      host: client.host,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'access-token': client.session?.accessToken ?? '',
      'user-credential': client.session?.userCredential ?? '',
    },
  })

test('a signed agreement is ours and whole (design/security.md T17)', async () => {
  expect(await upload(pdf)).toMatchObject({
    code: 1,
    data: {
      ours: true,
      whole: true,
      documentType: 1,
      signedAt: expect.stringMatching(/^2026-03-03T10:/) as string,
    },
  })
})

test('one flipped bit anywhere and one appended byte are not whole (design/security.md T17)', async () => {
  for (const at of [100, Math.floor(pdf.length / 2), pdf.length - 10]) {
    const flipped = Uint8Array.from(pdf)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    expect((await upload(flipped)).data).toMatchObject({ whole: false })
  }
  expect((await upload(Buffer.concat([pdf, Buffer.from('\n')]))).data).toMatchObject({ whole: false })
  expect((await upload(pdf.subarray(0, pdf.length - 1))).data).toMatchObject({ whole: false })
})

test('somebody else’s PDF is not ours, and what is no PDF is refused at the file', async () => {
  expect((await upload(Buffer.from('%PDF-1.7\n%%EOF\n'))).data).toMatchObject({
    ours: false,
    whole: false,
    signedAt: null,
  })
  const text = await upload(Buffer.from('a,b\n1,2\n'))
  expect(text.code).toBe(codeOf('unsupportedFile'))
  expect(text.data).toMatchObject({ errors: [{ elementKey: 'file' }] })
})

test('only its owner downloads a document: attachment, nosniff (design/security.md T20)', async () => {
  const answer = await get(signed.client, documentNo)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Loan_agreement_D\d{9}\.pdf"$/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toMatch(/no-store/)
  expect(Buffer.compare(answer.rawPayload, Buffer.from(pdf))).toBe(0)
  const other = await createCustomer(api, { email: 'other-document@example.com' })
  const elsewhere = await createCustomer(api, { email: 'elsewhere-document@example.com', portfolioId: 110 })
  expect((await get(other, documentNo)).statusCode).toBe(404)
  expect((await get(elsewhere, documentNo)).statusCode).toBe(404)
  expect((await get(api.client(), documentNo)).statusCode).toBe(401)
})

test('the agreement to be read before signing opens in the browser', async () => {
  const answer = await get(signed.client, signed.opened.details.documents[0]?.documentNo ?? '')
  expect(answer.headers['content-disposition']).toMatch(/^inline/)
})

test('Documents lists what is kept, newest first, of one loan or all', async () => {
  const { client, loanNo } = signed
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  expect(documents.map(({ documentType }) => documentType).toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
  const wrong = await client.call(documentListCall, { query: { loanNo: '118-0000000' } })
  expect(wrong.code).toBe(codeOf('loanNotFound'))
})
