import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ANSWERS } from '@dolphin/api/testing/applications'
import { PASSWORD } from '@dolphin/api/testing/customers'
import { signInEmployee as signInStaff } from '@dolphin/api/testing/employees'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { createFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import {
  createAccountCall,
  parseLinkResourceCall,
  sendCreateAccountEmailCall,
} from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CreateAccountType } from '@dolphin/domain/identity/codes'
import type { Cluster } from './cluster.ts'

const COME_AGAIN = RESPONSE_CODES.overloaded.code
const COME_AGAIN_MS = 2_000
const MOST_TURNED_AWAY = 20
const MAIL_LIMIT_MS = 20_000
const POLL_MS = 50

interface MailboxAnswer {
  readonly data: { readonly mails: readonly { readonly text: string }[] }
}

/** Waits for the token of the link mailed to the address. */
async function mailedToken({ nodes }: Cluster, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_LIMIT_MS
  for (;;) {
    const answer = await nodes[0]?.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const mailbox = (await answer?.json()) as MailboxAnswer
    const token = /https?:\/\/\S+\/([A-Za-z0-9_-]{43})/.exec(mailbox.data.mails[0]?.text ?? '')?.[1]
    if (token !== undefined) return token
    if (performance.now() > deadline) throw new Error(`no link was mailed to ${email}`)
    await wait(POLL_MS)
  }
}

export interface NodesCustomer {
  readonly client: TestClient
  readonly email: string
  readonly openId: string
  readonly channelId: string
}

/** Makes an account by the mailed link, through whichever nodes the client's door leads to. */
export async function openAccount(
  cluster: Cluster,
  client: TestClient,
  email: string,
): Promise<NodesCustomer> {
  const body = { portfolioId: 118, email, createAccountType: CreateAccountType.home }
  await client.ask(sendCreateAccountEmailCall, { body })
  const resource = await mailedToken(cluster, email)
  const link = await client.ask(parseLinkResourceCall, { query: { resource } })
  const consents = link.consents.map(({ kind, version, required }) => ({ kind, version, given: required }))
  const name = { firstName: 'Jordan', middleName: '', lastName: 'Sample' }
  const made = await client.ask(createAccountCall, { body: { resource, password: PASSWORD, name, consents } })
  if (made.session === null) throw new Error('an account of type 2 is signed in at once')
  client.session = made.session
  return { client, email, openId: made.openId, channelId: made.session.channelId }
}

/** An employee of this deployment, signed in at the desk of a node. */
export const signInEmployee = (client: TestClient): Promise<TestClient> =>
  signInStaff({ client: () => client })

/** The same person's browser at another address. */
export function sameBrowser(at: TestClient, { session, cookies }: TestClient): TestClient {
  at.session = session
  for (const [name, value] of cookies) at.cookies.set(name, value)
  return at
}

/** Where a saver goes, and what the first form asks there beside what it asks today. */
interface SaverPlaces {
  readonly at: TestClient
  readonly through?: TestClient
  readonly again?: TestClient
  readonly more?: Readonly<Record<string, string>>
}

/** An applicant who begins an application, then changes one field repeatedly. */
export class Saver {
  readonly applicationNo: string
  #client: TestClient
  readonly #again: TestClient
  #version: number
  #turn = 0
  /** The number of overload refusals. */
  turnedAway = 0

  private constructor(
    client: TestClient,
    again: TestClient,
    { applicationNo, version }: { readonly applicationNo: string | null; readonly version: number },
  ) {
    this.#client = client
    this.#again = again
    this.applicationNo = applicationNo ?? ''
    this.#version = version
  }

  /**
   * Begins an application at `at` and saves at `through`. After an overload refusal, retries and later saves go to
   * `again`. Each saver begins from its own address, because new applications are rate-limited by address.
   */
  static async begin(
    { at, through = at, again = through, more = {} }: SaverPlaces,
    serial: number,
  ): Promise<Saver> {
    const address = `10.1.${(serial >> 8) & 255}.${serial & 255}`
    const own = { ssn: `521-46-${String(2_000 + serial)}`, email: `saver-${serial}@example.com` }
    const body = { externalKey: null, changed: { ...ANSWERS.personal, ...own, ...more }, version: 0 }
    const headers = { 'x-forwarded-for': address }
    const begun = await at.ask(createFormCall, { params: { code: 'personal' }, body }, { headers })
    if (begun.applicationNo === null || begun.session === null) throw new Error('an application is begun')
    at.session = begun.session
    return new Saver(sameBrowser(through, at), sameBrowser(again, at), begun)
  }

  get version(): number {
    return this.#version
  }

  /** Sends all further requests through the client for retries. */
  changeHttpClient(): void {
    this.#client = this.#again
  }

  /**
   * Saves another street and returns the code: 1 when it is stored under the next version. As a page does, it retries
   * with the same key when a server short of CPU refuses the save as overloaded.
   */
  async save(): Promise<number> {
    this.#turn += 1
    const changed = { street: `${100 + this.#turn} Elm Street` }
    const body = { externalKey: this.applicationNo, changed, version: this.#version }
    const idempotencyKey = randomUUID()
    for (;;) {
      const input = { params: { code: 'personal' as const }, body }
      const { code, data } = await this.#client.call(updateFormCall, input, { idempotencyKey })
      if (code === COME_AGAIN && this.turnedAway < MOST_TURNED_AWAY) {
        this.turnedAway += 1
        this.changeHttpClient()
        await wait(COME_AGAIN_MS)
        continue
      }
      if (code === 1 && 'version' in data) this.#version = data.version
      return code
    }
  }
}
