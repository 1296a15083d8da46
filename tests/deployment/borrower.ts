import { DAY_MS } from '@dolphin/domain/time/durations'
import { setTimeout as wait } from 'node:timers/promises'
import { fillApplication } from '@dolphin/api/testing/applications'
import { openBankLink } from '@dolphin/api/testing/bank-links'
import { createCustomer, type LenderSite } from '@dolphin/api/testing/customers'
import { openSigning, signInput } from '@dolphin/api/testing/signing-sessions'
import { TestClient } from '@dolphin/api/testing/test-client'
import { signingConsentCall, signingSignCall } from '@dolphin/contract/agreements'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { documentFileCall } from '@dolphin/contract/documents'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import type { SmtpTestServer } from '@dolphin/integrations/mail/smtp-test-server'
import type { TlsClient } from './tls-client.ts'

const LIMIT_MS = 90_000
const POLL_MS = 500
const FRIDAY = 5

/** Asks again until there is an answer: production has no clock that a test could move. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${LIMIT_MS / 1_000} s`)
    await wait(POLL_MS)
  }
}

/** The text of a mail whose lines were folded for the way (RFC 2045 §6.7). */
const readable = (data: string): string => data.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

function siteOf(http: TlsClient, mail: SmtpTestServer): LenderSite {
  return {
    client: (portfolioId = 118) => new TestClient(http, portfolioId),
    mailsTo: async (address) =>
      await until(`a mail to ${address}`, () => {
        const found = mail.received.filter(({ recipients }) => recipients.includes(address)).toReversed()
        const mails = found.map(({ data }) => ({ kind: 'any', content: { html: '', text: readable(data) } }))
        return Promise.resolve(found.length === 0 ? undefined : mails)
      }),
  }
}

/** The last Friday before today, as the form has it. */
function lastFriday(today: Date): string {
  const daysBack = ((today.getUTCDay() - FRIDAY + 7) % 7) + 7
  return new Date(today.getTime() - daysBack * DAY_MS).toISOString().slice(0, 10)
}

/** One borrower's way from the account to the signed agreement; `step` is called as each is done. */
export async function borrow(
  http: TlsClient,
  mail: SmtpTestServer,
  { today, step }: { readonly today: Date; readonly step: (name: string) => void },
): Promise<{ readonly signed: unknown; readonly loanNo: string }> {
  const email = 'borrower@example.com'
  const client = await createCustomer(siteOf(http, mail), { email })
  step('account')
  const person = { ssn: '521-45-3001', email }
  const { loanNo, applicationNo } = await fillApplication(client, person, { lastPayday: lastFriday(today) })
  step('application')
  const { visit } = await openBankLink({ app: http }, client, loanNo)
  await visit.open()
  await visit.signIn('user_good')
  await visit.post('accounts', { account: visit.accounts[0] ?? '', answer: 'share' })
  await until('an offer', async () => {
    const { code, data } = await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
    return code === 1 && 'result' in data && data.result === 1 ? true : undefined
  })
  step('bank link and offer')
  const { recommendedOptionId: optionId } = await client.ask(getPaymentOptionCall, { query: { loanNo } })
  if (optionId === null) throw new Error('an offer has a plan')
  await client.ask(savePaymentOptionCall, { body: { loanNo, optionId } })
  step('plan')
  const opened = await openSigning(client, loanNo)
  const { requestCode, details } = opened
  await client.ask(documentFileCall, { params: { documentNo: details.proofDocumentNo } })
  const proofCode = readPdfText(new Uint8Array(http.lastBody))
    .map((text) => text.replaceAll(' ', ''))
    .find((text) => /^[A-Z0-9]{6}$/.test(text))
  if (proofCode === undefined) throw new Error('the sample document shows a code')
  const consents = details.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  await client.ask(signingConsentCall, { params: { requestCode }, body: { proofCode, consents } })
  const signed = await client.ask(signingSignCall, signInput(opened))
  step('signature')
  return { signed, loanNo }
}
