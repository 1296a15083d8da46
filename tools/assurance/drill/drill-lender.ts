import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signingConsentCall, signingSignCall } from '@dolphin/contract/agreements'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { documentListCall } from '@dolphin/contract/documents'
import { signInCall, verifyLoginCodeCall } from '@dolphin/contract/identity-sessions'
import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import { cancelChangeCall, requestChangeCall } from '@dolphin/contract/servicing-changes'
import { getRequestStatusCall } from '@dolphin/contract/verification'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { fillApplication } from '@dolphin/api/testing/applications'
import { openBankLink } from '@dolphin/api/testing/bank-links'
import { openSigning, signInput } from '@dolphin/api/testing/signing-sessions'
import { createCustomer, type LenderSite, mailedCode, PASSWORD } from '@dolphin/api/testing/customers'
import type { Applicant } from '@dolphin/api/testing/offers'
import { TestClient } from '@dolphin/api/testing/test-client'
import type { Answers } from './answers.ts'
import { openHttpClient } from './http-client.ts'

/** A borrower of the drill, at a browser that speaks to the server by HTTP. */
export interface DrillBorrower {
  readonly client: Applicant
  readonly email: string
  readonly loanNo: string
}

/** The users of the lender's server: borrowers, an employee, and the mailbox. */
export interface DrillLender {
  /** From an account to a signed loan, by the site's own calls. */
  takeLoan(index: number): Promise<DrillBorrower>
  /** Signs in again, as on another day. */
  signIn(borrower: DrillBorrower): Promise<void>
  /** The batch of the day. */
  batch(): Promise<void>
  settle(): Promise<void>
  /** Lives on to 09:00 of the next banking day; answers the day. */
  nextDay(): Promise<void>
  /** Asks for a pay-down and takes it back, again and again until the server is gone. */
  changeUntilGone(borrower: DrillBorrower): Promise<void>
  /** Each document of a borrower, as it is handed out. */
  documentsOf(borrower: DrillBorrower): Promise<readonly { documentNo: string; bytes: Uint8Array }[]>
  /** The same people once the server is on another port. */
  at(port: number): DrillLender
  /** A borrower's browser on the way to this server. */
  meet(borrower: DrillBorrower): DrillBorrower
  close(): void
}

const PORTFOLIO = 118
const PATIENCE_MS = 60_000
const POLL_MS = 250
/** The second banking day after the drill's second day. */
const PAYABLE = '2026-03-06'
const { ach: paymentMode } = PaymentMode
const { save: mode } = FormActionMode

/** Opens the lender at a server; records the server's responses to every change. */
export function openDrillLender(port: number, answers: Answers): DrillLender {
  const httpClient = openHttpClient(port)
  const site: LenderSite & { readonly app: typeof httpClient } = {
    app: httpClient,
    client: (portfolioId = PORTFOLIO) => new TestClient(httpClient, portfolioId),
    mailsTo: (address) => awaitMails(port, address),
  }
  const employee = lateEmployee(site)
  const ask = async <C extends Call>(client: TestClient, call: C, input: CallInputOf<C>) => {
    const idempotencyKey = randomUUID()
    const data = await client.ask(call, input, { idempotencyKey })
    answers.record({
      client,
      name: call.name,
      idempotencyKey,
      data,
      ask: (browser) => browser.call(call, input, { idempotencyKey }),
    })
    return data
  }
  return {
    takeLoan: (index) => takeLoan(site, index, ask),
    signIn: (borrower) => signIn(site, borrower),
    async batch() {
      await ask(await employee(), runBatchCall, { body: { portfolioId: PORTFOLIO } })
    },
    async settle() {
      await ask(await employee(), runSettlementCall, { body: { portfolioId: PORTFOLIO } })
    },
    async nextDay() {
      const first = await (await employee()).ask(moveClockCall, { body: { to: 'nextBankingDay' } })
      for (let { reached, target } = first; !reached; ) {
        const body = { to: 'instant', instant: target } as const
        ;({ reached, target } = await (await employee()).ask(moveClockCall, { body }))
      }
    },
    async changeUntilGone({ client, loanNo }) {
      const params = { changeTypeCode: '103' } as const
      const body = { loanNo, mode, amount: '50.00', date: PAYABLE, paymentMode }
      for (;;) {
        try {
          const { changeNo } = await ask(client, requestChangeCall, { params, body })
          if (changeNo === null) throw new Error('a saved change has a number')
          await ask(client, cancelChangeCall, { params: { changeNo }, body: {} })
        } catch (error) {
          if (isGone(error)) return
          throw error
        }
      }
    },
    async documentsOf({ client, loanNo }) {
      const { documents } = await client.ask(documentListCall, { query: { loanNo } })
      const files = []
      for (const { documentNo } of documents)
        files.push({ documentNo, bytes: await readDocument(httpClient, client, documentNo) })
      return files
    },
    at: (other) => openDrillLender(other, answers),
    meet: (borrower) => ({
      ...borrower,
      client: Object.assign(borrower.client.through(httpClient), { openId: borrower.client.openId }),
    }),
    close: () => httpClient.close(),
  }
}

const GONE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && GONE.includes(error.code)

/** Mails to an address once there are some, by the mailbox of a server that is not in production. */
export async function awaitMails(port: number, address: string) {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/dev/mailbox.json?to=${encodeURIComponent(address)}`)
    const { data } = (await answer.json()) as { data?: { mails: { kind: string; text: string }[] } }
    // A server that has too much to do says so, and is asked again.
    const mails = data?.mails ?? []
    if (mails.length > 0 || performance.now() > deadline)
      return mails.map(({ kind, text }) => ({ kind, content: { html: '', text } }))
    await wait(POLL_MS)
  }
}

/** An employee, signed in whenever the session has ended with a day. */
export function lateEmployee(site: LenderSite): () => Promise<TestClient> {
  return async () => {
    const client = await signInEmployee(site)
    await client.ask(readClockCall, { query: {} })
    return client
  }
}

async function signIn(site: LenderSite, { client, email }: DrillBorrower): Promise<void> {
  client.session = undefined
  const body = { portfolioId: PORTFOLIO, account: email, password: PASSWORD, device: { remember: true } }
  const answer = await client.ask(signInCall, { body })
  if (!answer.needsCode) {
    client.session = answer
    return
  }
  const code = await patiently(() => mailedCode(site, email))
  const { sessionId } = answer
  client.session = await client.ask(verifyLoginCodeCall, { body: { sessionId, code, rememberDevice: true } })
}

/** Again and again: mails and banks take their time. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(POLL_MS)
    }
  }
}

type Ask = <C extends Call>(client: TestClient, call: C, input: CallInputOf<C>) => Promise<CallReply<C>>
type Site = Parameters<typeof openBankLink>[0] & LenderSite

async function takeLoan(site: Site, index: number, ask: Ask): Promise<DrillBorrower> {
  const email = `drill${index}@example.com`
  const client = await createCustomer(site, { email })
  const ssn = `521-45-${String(3_000 + index)}`
  const { loanNo, applicationNo } = await fillApplication(client, { ssn, email })
  const { requestCode, visit } = await openBankLink(site, client, loanNo)
  await visit.open()
  await visit.signIn('user_good')
  await visit.post('accounts', { account: visit.accounts[0] ?? '', answer: 'share' })
  await patiently(async () => {
    const { ibvStatus } = await client.ask(getRequestStatusCall, { query: { requestCode } })
    if (ibvStatus !== IbvStatus.successful) throw new Error(`the bank link stands at ${ibvStatus}`)
  })
  const offer = await ask(client, calculateQualifiedAmountCall, { body: { applicationNo } })
  if (offer.result !== 1) throw new Error(`no offer: ${JSON.stringify(offer)}`)
  const { recommendedOptionId: optionId } = await client.ask(getPaymentOptionCall, { query: { loanNo } })
  if (optionId === null) throw new Error('an offer has a plan')
  await ask(client, savePaymentOptionCall, { body: { loanNo, optionId } })
  await sign(site, client, loanNo, ask)
  return { client, email, loanNo }
}

/** Reads the papers, gives the consents and signs, as the pages do. */
export async function sign({ app }: Site, client: Applicant, loanNo: string, ask: Ask): Promise<void> {
  const opened = await openSigning(client, loanNo)
  const { requestCode, details } = opened
  const texts = readPdfText(await readDocument(app, client, details.proofDocumentNo))
  const proofCode = texts.map((text) => text.replaceAll(' ', '')).find((text) => /^[A-Z0-9]{6}$/.test(text))
  if (proofCode === undefined) throw new Error('the sample document shows a code')
  const consents = details.consents.map(({ kind, version }) => ({ kind, version, given: true }))
  await ask(client, signingConsentCall, { params: { requestCode }, body: { proofCode, consents } })
  await ask(client, signingSignCall, signInput(opened))
}

/** A document as the browser downloads it. */
async function readDocument(
  app: Site['app'],
  { host, cookies, session }: TestClient,
  documentNo: string,
): Promise<Uint8Array> {
  const answer = await app.inject({
    method: 'GET',
    url: `/fssapi/dolphin-loan/online/document/${documentNo}`,
    headers: {
      host,
      'sec-fetch-site': 'same-origin',
      'user-agent': 'test browser',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'access-token': session?.accessToken ?? '',
      'user-credential': session?.userCredential ?? '',
    },
  })
  if (answer.statusCode !== 200)
    throw new Error(`document ${documentNo} was not handed out: ${answer.statusCode}`)
  return new Uint8Array(answer.rawPayload)
}
