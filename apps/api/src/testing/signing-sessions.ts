import { signingConsentCall, signingSignCall } from '@dolphin/contract/agreements'
import { createRequestCodeCall, getRequestDetailsCall } from '@dolphin/contract/verification'
import { findSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { findOwnDocument } from '@dolphin/database/documents/document-repository'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import type { CallInputOf } from '@dolphin/contract/call'
import type { TestApi } from './api-fixture.ts'
import { type Applicant, planLoan } from './offers.ts'

/** Opens a signing, as the page does, and reads what is to be signed. */
export async function openSigning(client: Applicant, loanNo: string) {
  const opened = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'signature' } })
  return { ...opened, ...(await readSigning(client, opened.requestCode)) }
}

/** Reads what is to be signed. */
export async function readSigning(client: Pick<Applicant, 'ask'>, requestCode: string) {
  const details = await client.ask(getRequestDetailsCall, { query: { requestCode } })
  if (details.purpose !== 'signature') throw new Error('a signing has details of a signing')
  return { requestCode, details }
}

/** Bytes of a customer's document, from the store. */
export async function documentBytes(
  api: TestApi,
  client: Applicant,
  documentNo: string,
): Promise<Uint8Array> {
  const owner = { portfolioId: client.portfolioId, openId: client.openId }
  const document = await findOwnDocument(api.database.db, owner, documentNo)
  const bytes = document && (await api.deps.objects.get(document.objectKey))
  if (bytes === undefined) throw new Error('the document is kept')
  return bytes
}

/** Reads the code out of the sample PDF, as a person does. */
export async function readProofCode(api: TestApi, client: Applicant, documentNo: string): Promise<string> {
  const texts = readPdfText(await documentBytes(api, client, documentNo))
  const code = texts.map((text) => text.replaceAll(' ', '')).find((text) => /^[A-Z0-9]{6}$/.test(text))
  if (code === undefined) throw new Error(`no code in: ${texts.join(' | ')}`)
  return code
}

type Opened = Awaited<ReturnType<typeof readSigning>>

/** The consent step, with the code read from the PDF. */
export async function giveConsent(
  api: TestApi,
  client: Applicant,
  { requestCode, details }: Opened,
  ach = true,
) {
  const proofCode = await readProofCode(api, client, details.proofDocumentNo)
  const consents = details.consents.map(({ kind, version }) => ({
    kind,
    version,
    given: kind === 'electronicRecords' || ach,
  }))
  return client.ask(signingConsentCall, { params: { requestCode }, body: { proofCode, consents } })
}

/** What the page sends to sign, by the name that is typed. */
export function signInput(
  { requestCode, details }: Opened,
  text = 'jordan sample',
): CallInputOf<typeof signingSignCall> {
  const documents = details.documents.map(({ documentNo, sha256 }) => ({ documentNo, sha256 }))
  return { params: { requestCode }, body: { documents, mark: { kind: 'typed', text } } }
}

/** Whether the authorization of debits is given too, and the name that is typed. */
interface Signature {
  readonly ach?: boolean
  readonly name?: string
}

/** Reads, agrees and signs, as a borrower does in one go, by the name that is typed. */
export async function signNow(
  api: TestApi,
  client: Applicant,
  loanNo: string,
  { ach = true, name }: Signature = {},
) {
  const opened = await openSigning(client, loanNo)
  await giveConsent(api, client, opened, ach)
  return client.ask(signingSignCall, signInput(opened, name))
}

/** A borrower from the account to an open signing with consents given. */
export async function readyToSign(
  api: TestApi,
  { ach = true, ...wish }: Parameters<typeof planLoan>[1] & { readonly ach?: boolean } = {},
) {
  const loan = await planLoan(api, wish)
  const opened = await openSigning(loan.client, loan.loanNo)
  await giveConsent(api, loan.client, opened, ach)
  return { ...loan, opened }
}

/** The signing session's row. */
export const signingSessionRow = (api: TestApi, { client }: { client: Applicant }, requestCode: string) =>
  findSigningSession(api.database.db, { portfolioId: client.portfolioId, requestCode })
