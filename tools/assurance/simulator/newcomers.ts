import { signingSignCall } from '@dolphin/contract/agreements'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import type { CallReply } from '@dolphin/contract/call'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { responseCodeOf } from '@dolphin/api/testing/response-code-of'
import { signSandboxEvent } from '@dolphin/api/modules/verification/webhook'
import { beginApplication, confirmApplication, fillSection } from '@dolphin/api/testing/applications'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { openBankLink, passBankTime } from '@dolphin/api/testing/bank-links'
import { giveConsent, openSigning, signInput } from '@dolphin/api/testing/signing-sessions'
import { createCustomer } from '@dolphin/api/testing/customers'
import { generatedSsn } from '../generated-ssn.ts'
import { type Applicant, savePlan } from '@dolphin/api/testing/offers'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { sql } from 'drizzle-orm'
import type { Chance } from './chance.ts'
import type { FaultBook } from './faults.ts'
import type { Life } from './lives.ts'

/** Who somebody is: what they say of themselves, and what their bank knows. */
export interface Person {
  readonly email: string
  readonly name: { readonly firstName: string; readonly middleName: string; readonly lastName: string }
  /** What differs from the answers of tests, by section. */
  readonly personal: Readonly<Record<string, string>>
  readonly employment: Readonly<Record<string, string>>
  /** Of the sandbox bank. */
  readonly bankUser: string
}

/** A person who applies to the lender, and how they apply. */
export interface Newcomer {
  readonly index: number
  readonly life: Life
  readonly person: Person
  /**
   * Whether bank link and signature are made as a person makes them, or left out: account and answers go through the
   * calls either way.
   */
  readonly byHand: boolean
}

export interface Arrived {
  readonly client: Applicant
  readonly email: string
  readonly loanNo: string
}

interface ArrivalDeps {
  readonly api: () => TestApi
  readonly faults: FaultBook
  readonly chance: Chance
}

/** Refused by the policy: too much is owed elsewhere. */
const MANY_LOANS = '20'
const TRIES = 6
/** Borrowers whose account no bank link has read, so that a prenote asks about it. */
const TYPED_ACCOUNTS = 0.4

/** Whom nothing but a number tells from others. */
export function numberedPerson(index: number): Person {
  const email = `borrower${index}@example.com`
  return {
    email,
    name: { firstName: 'Jordan', middleName: '', lastName: 'Sample' },
    personal: { ssn: generatedSsn(index), email },
    employment: {},
    bankUser: 'user_good',
  }
}

/** From an account to a signed loan, or to a refusal, by the site's own calls. */
export async function takeLoan(
  arrivalDeps: ArrivalDeps,
  { index, life, person, byHand }: Newcomer,
): Promise<Arrived> {
  const { email, name, personal, employment } = person
  if (life.kind !== 'declined' && life.kind !== 'leaves' && !byHand) {
    const { client, loanNo } = await signLoan(arrivalDeps.api(), {
      account: arrivalDeps.chance('typed account', index) < TYPED_ACCOUNTS ? 'typed' : 'linked',
      customer: (api) => createCustomer(api, { email, name }),
      personal,
      employment,
    })
    return { client, email, loanNo }
  }
  const client = await createCustomer(arrivalDeps.api(), { email, name })
  const { applicationNo, loanNo } = await beginApplication(client, personal)
  if (life.kind === 'leaves') return { client, email, loanNo }
  await fillSection(client, applicationNo, 'employment', employment)
  await fillSection(client, applicationNo, 'bank')
  const owes = life.kind === 'declined' ? { externalOpenLoans: MANY_LOANS } : {}
  await fillSection(client, applicationNo, 'question', owes)
  await qualifyAndSign(arrivalDeps, { client, email, loanNo }, { applicationNo, person })
  return { client, email, loanNo }
}

/** Takes another loan after a payoff: the saved sections are confirmed without typing. */
export async function takeAnother(
  arrivalDeps: ArrivalDeps,
  { client, email, person, byHand }: Omit<Arrived, 'loanNo'> & Pick<Newcomer, 'person' | 'byHand'>,
): Promise<string> {
  if (!byHand)
    return (await signLoan(arrivalDeps.api(), { customer: () => Promise.resolve(client), again: true }))
      .loanNo
  const { applicationNo, loanNo } = await confirmApplication(client)
  await qualifyAndSign(arrivalDeps, { client, email, loanNo }, { applicationNo, person })
  return loanNo
}

/** Links the bank, asks for the amount and, where there is an offer, picks the plan and signs. */
async function qualifyAndSign(
  arrivalDeps: ArrivalDeps,
  arrived: Arrived,
  { applicationNo, person }: { readonly applicationNo: string; readonly person: Person },
): Promise<void> {
  const { client, loanNo } = arrived
  await linkOnBadDays(arrivalDeps, arrived, person.bankUser)
  const offer = await insistently(arrivalDeps, () =>
    client.call(calculateQualifiedAmountCall, { body: { applicationNo } }),
  )
  if ((offer as CallReply<typeof calculateQualifiedAmountCall>).result !== 1) return
  await savePlan({ ...arrived, applicationNo })
  const opened = await openPatiently(arrivalDeps, client, loanNo)
  await giveConsent(arrivalDeps.api(), client, opened, true)
  const { firstName, lastName } = person.name
  await client.ask(signingSignCall, signInput(opened, `${firstName} ${lastName}`))
}

interface Answered {
  readonly code: number
  readonly data: unknown
}

/** Asks again where the server says that somebody outside does not answer, as a person does. */
async function insistently({ api }: ArrivalDeps, ask: () => Promise<Answered>): Promise<unknown> {
  let answer = await ask()
  for (let tries = 1; answer.code !== 1 && tries < TRIES; tries += 1) {
    if ((responseCodeOf(answer.code)?.httpStatus ?? 500) < 500) break
    api().clock.advance(60_000)
    answer = await ask()
  }
  if (answer.code !== 1) throw new Error(`an applicant was refused: ${JSON.stringify(answer)}`)
  return answer.data
}

async function openPatiently({ api }: ArrivalDeps, client: Applicant, loanNo: string) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openSigning(client, loanNo)
    } catch (error) {
      if (tries === TRIES) throw error
      api().clock.advance(60_000)
    }
  }
}

const OUT_OF_ORDER = 0.2
const TWICE = 0.3

/** A bank link whose provider repeats its messages, or sends the last one first. */
async function linkOnBadDays(
  { api, faults, chance }: ArrivalDeps,
  { client, loanNo }: Arrived,
  bankUser: string,
): Promise<void> {
  const { visit } = await openBankLink(api(), client, loanNo)
  await visit.open()
  await visit.signIn(bankUser)
  await visit.post('accounts', { account: visit.accounts[0] ?? '', answer: 'share' })
  if (faults.on && chance('webhook first', loanNo) < OUT_OF_ORDER) {
    faults.inject('webhook out of order')
    await sendWebhook(api(), loanNo, IbvStatus.successful)
  }
  await passBankTime(api())
  if (faults.on && chance('webhook twice', loanNo) < TWICE) {
    faults.inject('webhook sent twice')
    await sendWebhook(api(), loanNo, IbvStatus.inProgress)
    await sendWebhook(api(), loanNo, IbvStatus.successful)
  }
}

/** What the provider says of a loan's newest link, over the wire. */
async function sendWebhook(api: TestApi, loanNo: string, status: IbvStatus): Promise<void> {
  const { rows } = await api.database.db.execute<{ id: string }>(
    sql`select s.provider_session_id as id from sandbox_bank_sessions s join ibv_requests r using (request_code)
      where r.loan_no = ${loanNo} order by r.created_at desc limit 1`,
  )
  const providerSessionId = rows[0]?.id ?? ''
  const event = { eventId: `${providerSessionId}/${status}`, providerSessionId, status }
  const body = Buffer.from(JSON.stringify(event))
  await api.app.inject({
    method: 'POST',
    url: '/webhooks/ibv/sandbox',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'x-sandbox-signature': signSandboxEvent(api.deps, body, api.clock.now()),
    },
  })
}
