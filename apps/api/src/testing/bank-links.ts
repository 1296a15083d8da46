import type { InjectOptions } from 'fastify'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { SANDBOX_CODE, SANDBOX_PASSWORD } from '@dolphin/integrations/ibv/sandbox/test-users'
import { POLL_JOB } from '../modules/verification/poll-links.ts'
import type { TestApi } from './api-fixture.ts'
import type { HttpClient, TestClient } from './test-client.ts'

/** A visit at the sandbox bank, as a browser without script makes it. */
export class BankVisit {
  readonly #app: HttpClient
  readonly #url: string
  /** What the last page said. */
  html = ''
  /** Where the last answer leads. */
  location = ''

  constructor({ app }: { readonly app: HttpClient }, url: string) {
    this.#app = app
    this.#url = url
  }

  async open(): Promise<number> {
    return this.#send({ method: 'GET', url: this.#url })
  }

  async signIn(username: string, typed: Readonly<Record<string, string>> = {}): Promise<number> {
    return this.post('sign-in', { username, password: SANDBOX_PASSWORD, ownerName: '', ...typed })
  }

  /** Sends a form with the hidden fields of the page before. */
  async post(
    step: string,
    fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  ): Promise<number> {
    const form = new URLSearchParams(fields as Record<string, string>)
    for (const [, name = '', value = ''] of this.html.matchAll(
      /type="hidden" name="(\w+)" value="([^"]*)"/g,
    )) {
      if (!form.has(name) || name === 'account') form.append(name, value)
    }
    return this.#send({
      method: 'POST',
      url: `${this.#url}/${step}`,
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  /** Numbers of the accounts that the page offers. */
  get accounts(): string[] {
    return [...this.html.matchAll(/name="account" value="(\d+)"/g)].map(([, number = '']) => number)
  }

  async #send(request: InjectOptions): Promise<number> {
    const answer = await this.#app.inject({
      ...request,
      headers: { host: 'localhost:8080', ...request.headers },
    })
    this.html = answer.body
    this.location = answer.headers.location ?? ''
    return answer.statusCode
  }
}

/** Opens a bank link for a loan, as the page does. */
export async function openBankLink(
  site: { readonly app: HttpClient },
  client: TestClient,
  loanNo: string,
  institutionId?: string,
) {
  const chosen = institutionId === undefined ? {} : { institutionId }
  const link = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV', ...chosen } })
  return { ...link, visit: new BankVisit(site, link.url) }
}

/** The provider's messages and the poll after some seconds. */
export async function passBankTime(api: TestApi): Promise<void> {
  api.clock.advance(TransactionMode.ach)
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, POLL_JOB, {})
    return { ok: true, value: undefined }
  })
  await api.runJobs()
}

/** Who signs in at which bank, and how many of their accounts they share. */
interface BankSignIn {
  readonly username?: string
  /** Whose accounts they are; the bank names no owner by default. */
  readonly ownerName?: string
  readonly shared?: number
  readonly institutionId?: string
}

/** A whole bank link: sign in, share the first accounts, wait until the report is there. */
export async function linkBank(
  api: TestApi,
  client: TestClient,
  loanNo: string,
  { username = 'user_good', ownerName = '', shared = 1, institutionId }: BankSignIn = {},
): Promise<string> {
  const { requestCode, visit } = await openBankLink(api, client, loanNo, institutionId)
  await visit.open()
  await visit.signIn(username, { ownerName, ...(username === 'user_mfa' && { code: SANDBOX_CODE }) })
  const accounts = visit.accounts.slice(0, shared)
  if (accounts.length > 0) {
    await visit.post('accounts', [
      ...accounts.map((account) => ['account', account] as const),
      ['answer', 'share'],
    ])
  }
  await passBankTime(api)
  return requestCode
}
