import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { getRequestStatusCall } from '@dolphin/contract/verification'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { fillApplication } from '@dolphin/api/testing/applications'
import { openBankLink } from '@dolphin/api/testing/bank-links'
import { createCustomer } from '@dolphin/api/testing/customers'
import { awaitMails, sign } from '../drill/drill-lender.ts'
import { openHttpClient } from '../drill/http-client.ts'
import { generatedSsn } from '../generated-ssn.ts'
import { type Applicant, plansOf } from '@dolphin/api/testing/offers'
import { type HttpClient, TestClient } from '@dolphin/api/testing/test-client'
import { clientOfOwnAddress } from './own-client.ts'
import { openPage } from './page-channel.ts'

/** Which server is asked, and how much of it. */
export interface JourneyWork {
  readonly port: number
  readonly journeys: number
  /** Borrowers at once. */
  readonly lanes: number
  /** The first borrower's number; everybody has one of their own. */
  readonly from: number
}

const PORTFOLIO = 118
const POLL_MS = 100
const LINK_TRIES = 600
/** Planning a loan mostly waits for mails and the bank, so several borrowers plan at once before any signs. */
const PLANNING_LANES = 8

interface Borrower {
  readonly site: { readonly app: HttpClient } & Parameters<typeof createCustomer>[0]
  readonly client: Applicant
  readonly loanNo: string
}

async function ask<C extends Call>(
  client: TestClient,
  call: C,
  input: CallInputOf<C>,
): Promise<CallReply<C>> {
  return await client.ask(call, input, { idempotencyKey: randomUUID() })
}

/** From the mailed link to a saved plan: everything before the signature, as a page would ask for it. */
async function planLoan(httpClient: HttpClient, port: number, serial: number): Promise<Borrower> {
  const app = clientOfOwnAddress(httpClient, serial)
  const email = `journey-${serial}@example.com`
  const site = {
    app,
    client: (portfolioId = PORTFOLIO) => new TestClient(app, portfolioId),
    mailsTo: (address: string) => awaitMails(port, address),
  }
  const client = await createCustomer(site, { email })
  const { loanNo, applicationNo } = await fillApplication(client, { ssn: generatedSsn(serial), email })
  const { requestCode, visit } = await openBankLink(site, client, loanNo)
  await visit.open()
  await visit.signIn('user_good')
  await visit.post('accounts', { account: visit.accounts[0] ?? '', answer: 'share' })
  await linked(client, requestCode)
  const offer = await ask(client, calculateQualifiedAmountCall, { body: { applicationNo } })
  if (offer.result !== 1) throw new Error(`no offer: ${JSON.stringify(offer).slice(0, 300)}`)
  const { recommendedOptionId: optionId } = await plansOf({ client, email, loanNo, applicationNo })
  if (optionId === null) throw new Error('an offer has a plan')
  await ask(client, savePaymentOptionCall, { body: { loanNo, optionId } })
  return { site, client, loanNo }
}

async function linked(client: TestClient, requestCode: string): Promise<void> {
  for (let tries = 0; tries < LINK_TRIES; tries += 1) {
    const { ibvStatus } = await client.ask(getRequestStatusCall, { query: { requestCode } })
    if (ibvStatus === IbvStatus.successful) return
    await wait(POLL_MS)
  }
  throw new Error('the bank link did not come through')
}

/** Whole journeys, from the wish for an account to the signature, so many at once; answers how long it all took. */
export async function liveJourneys({ port, journeys, lanes, from }: JourneyWork) {
  const httpClient = openHttpClient(port)
  const begunAt = performance.now()
  const tookMs = await inLanes({ lanes, from, to: from + journeys }, async (serial) => {
    const startedAt = performance.now()
    const { site, client, loanNo } = await planLoan(httpClient, port, serial)
    await sign(site, client, loanNo, ask)
    return performance.now() - startedAt
  })
  httpClient.close()
  return { seconds: (performance.now() - begunAt) / 1_000, tookMs }
}

/** Does a piece of work for each number, from the first up to but not the last, so many at once. */
async function inLanes<T>(
  { lanes, from, to }: { readonly lanes: number; readonly from: number; readonly to: number },
  work: (serial: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  let next = from
  const lane = async () => {
    while (next < to) {
      const serial = next
      next += 1
      done.push(await work(serial))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}

/** Two nodes of one database; somebody signs on the first while their page is open on the second. */
export interface TicketWork {
  readonly ports: readonly [number, number]
  readonly signatures: number
}

/** From the answer to a signature on one node to its ticket at the page on the other, and from the signature's request. */
export async function signAcross({ ports: [here, there], signatures }: TicketWork) {
  const httpClient = openHttpClient(here)
  const took: { sinceAsked: number; sinceAnswered: number }[] = []
  const borrowers = await inLanes({ lanes: PLANNING_LANES, from: 0, to: signatures }, (serial) =>
    planLoan(httpClient, here, serial),
  )
  for (const { site, client, loanNo } of borrowers) {
    const page = await openPage(there, client)
    const heardAt = page.next(Ticket.signatureCallback)
    const at = { asked: 0, answered: 0 }
    await sign(site, client, loanNo, async (asker, call, input) => {
      at.asked = performance.now()
      const reply = await ask(asker, call, input)
      at.answered = performance.now()
      return reply
    })
    const heard = await heardAt
    page.close()
    took.push({ sinceAsked: heard - at.asked, sinceAnswered: Math.max(0, heard - at.answered) })
  }
  httpClient.close()
  return took
}
