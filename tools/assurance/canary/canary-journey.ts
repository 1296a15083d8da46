import { randomUUID } from 'node:crypto'
import { getPersonalInfoCall, sendContactCodeCall } from '@dolphin/contract/identity'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { createFormCall, readFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { documentListCall } from '@dolphin/contract/documents'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import { getRequestStatusCall } from '@dolphin/contract/verification'
import { runBatchCall } from '@dolphin/contract/payments'
import type { Call, CallInputOf, CallReply } from '@dolphin/contract/call'
import { ContactType } from '@dolphin/domain/identity/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { InjectOptions } from 'fastify'
import { ANSWERS, beginApplication, fillSection } from '@dolphin/api/testing/applications'
import { openBankLink } from '@dolphin/api/testing/bank-links'
import { createCustomer, type LenderSite, PASSWORD } from '@dolphin/api/testing/customers'
import { awaitMails, lateEmployee, patiently, sign } from '../drill/drill-lender.ts'
import { openHttpClient } from '../drill/http-client.ts'
import type { Applicant } from '@dolphin/api/testing/offers'
import { type HttpClient, type HttpResponse, TestClient } from '@dolphin/api/testing/test-client'
import type { CanaryPerson } from './people.ts'
import type { Place } from './places.ts'
import type { Search } from './search.ts'

const PORTFOLIO = 118

/** The lender's site as generated people see it; all that is sent and answered goes by the search. */
export interface CanarySite {
  /** An account and a whole application. */
  apply(person: CanaryPerson): Promise<Applied>
  /** Bank link, offer, plan and signature. */
  signFor(applied: Applied): Promise<void>
  /** What is refused, unknown or broken, with this person's values in it. */
  goWrong(applied: Applied): Promise<void>
  /** The batch of the day, so that the loans' money is on its way. */
  batch(): Promise<void>
  close(): void
}

interface Applied {
  readonly person: CanaryPerson
  readonly client: Applicant
  readonly applicationNo: string
  readonly loanNo: string
}

export function openCanarySite(port: number, search: Search): CanarySite {
  const real = openHttpClient(port)
  const app = watched(real, search)
  const site = {
    app,
    client: (portfolioId = PORTFOLIO) => new TestClient(app, portfolioId),
    mailsTo: (address: string) => awaitMails(port, address),
  }
  return {
    apply: (person) => apply(site, person),
    signFor: (applied) => signFor(site, applied),
    goWrong: (applied) => goWrong(app, applied),
    async batch() {
      const employee = await lateEmployee(site)()
      await employee.ask(runBatchCall, { body: { portfolioId: PORTFOLIO } })
    },
    close: () => real.close(),
  }
}

type Site = LenderSite & { readonly app: HttpClient }

/** Answers that are files are the documents' own, as their borrower opens them; where they lie they are sealed. */
function watched(httpClient: HttpClient, search: Search): HttpClient {
  return {
    async inject(options) {
      if (options.payload !== undefined)
        search.lookAtSent(Buffer.from(options.payload as string | Uint8Array))
      const answer = await httpClient.inject(options)
      lookAt(search, options, answer)
      return answer
    },
  }
}

function lookAt(search: Search, { method = 'GET', url }: InjectOptions, answer: HttpResponse): void {
  const path = typeof url === 'string' ? url : ''
  // The borrower's bank shows them their own accounts; its pages are not the lender's.
  if (path.includes('/sandbox-bank/')) return
  const type = String(answer.headers['content-type'])
  const wrong = answer.statusCode >= 400
  const place: Place = wrong ? 'error answers' : type.includes('pdf') ? 'documents' : 'answers'
  search.look(place, `${method} ${path.split('?')[0]}`, answer.rawPayload)
  search.look(wrong ? 'error answers' : 'answers', 'headers', Buffer.from(JSON.stringify(answer.headers)))
}

async function apply(site: Site, person: CanaryPerson): Promise<Applied> {
  const { ssn, account, birthDate, phone: cellPhone, mail: email, street } = person.values
  const client = await createCustomer(site, { email })
  const personal = { ssn, birthDate, cellPhone, email, street }
  const { applicationNo, loanNo } = await beginApplication(client, personal)
  await fillSection(client, applicationNo, 'employment')
  await fillSection(client, applicationNo, 'bank', { bankAccountNo: account })
  await fillSection(client, applicationNo, 'question')
  const applied = { person, client, applicationNo, loanNo }
  await readBack(applied)
  return applied
}

/** What a browser asks for when the borrower comes back to it. */
async function readBack({ client, applicationNo }: Applied): Promise<void> {
  await client.ask(getPersonalInfoCall, { query: {} })
  await client.ask(listSectionCall, { query: { applicationNo } })
  for (const code of ['personal', 'bank'] as const)
    await client.ask(readFormCall, { params: { code }, query: { externalKey: applicationNo } })
}

const ask = async <C extends Call>(
  client: TestClient,
  call: C,
  input: CallInputOf<C>,
): Promise<CallReply<C>> => await client.ask(call, input, { idempotencyKey: randomUUID() })

async function signFor(site: Site, { client, applicationNo, loanNo }: Applied): Promise<void> {
  await client.ask(sendContactCodeCall, { body: { contactType: ContactType.cellPhone } })
  const { requestCode, visit } = await openBankLink(site, client, loanNo)
  await visit.open()
  await visit.signIn('user_good')
  const visitedAccount = visit.accounts[0] ?? ''
  await visit.post('accounts', { account: visitedAccount, answer: 'share' })
  await patiently(async () => {
    const { ibvStatus } = await client.ask(getRequestStatusCall, { query: { requestCode } })
    if (ibvStatus !== IbvStatus.successful) throw new Error(`the bank link stands at ${ibvStatus}`)
  })
  const typed = await ask(client, calculateQualifiedAmountCall, { body: { applicationNo } })
  const [shared] = typed.accountsToMatch
  if (shared === undefined) throw new Error('what was typed is no account of the sandbox bank')
  const { accountId } = shared
  const match = { accountId, routingNumber: ANSWERS.bank.bankRoutingNo, accountNumber: visitedAccount }
  const offer = await ask(client, calculateQualifiedAmountCall, { body: { applicationNo, match } })
  if (offer.result !== 1) throw new Error(`no offer: ${JSON.stringify(offer)}`)
  const { recommendedOptionId: optionId } = await client.ask(getPaymentOptionCall, { query: { loanNo } })
  if (optionId === null) throw new Error('an offer has a plan')
  await ask(client, savePaymentOptionCall, { body: { loanNo, optionId } })
  await sign(site, client, loanNo, ask)
  await client.ask(documentListCall, { query: { loanNo } })
}

async function goWrong(httpClient: HttpClient, { client, person, applicationNo }: Applied): Promise<void> {
  const { ssn, account, mail, phone, birthDate } = person.values
  const { host } = client
  const json = { host, 'content-type': 'application/json', origin: `http://${host}` }
  await client.call(createFormCall, {
    params: { code: 'bank' },
    body: {
      externalKey: applicationNo,
      changed: { bankAccountNo: `${account}x`, nonsense: ssn },
      version: 7,
    },
  })
  const requests: InjectOptions[] = [
    { url: `/fssapi/nothing/${encodeURIComponent(mail)}?ssn=${ssn}&account=${account}`, headers: { host } },
    { url: `/loans/${ssn}/${encodeURIComponent(phone)}`, headers: { host, accept: 'text/html' } },
    { url: `/fssapi/dolphin-loan/online/list-section?applicationNo=${account}`, headers: { host } },
    {
      method: 'POST',
      url: '/fssapi/dolphin-loan/online/form/personal',
      headers: json,
      payload: `{"ssn": "${ssn}", "birthDate": "${birthDate}`,
    },
    {
      method: 'POST',
      url: '/fssapi/dolphin-customer/sign-in',
      headers: json,
      payload: JSON.stringify({ account: mail, password: PASSWORD, ssn, bankAccountNo: account }),
    },
  ]
  for (const request of requests) await httpClient.inject(request)
}
