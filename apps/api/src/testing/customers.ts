import type { Locale } from '@dolphin/domain/portfolios/localized'
import {
  createAccountCall,
  parseLinkResourceCall,
  sendCreateAccountEmailCall,
} from '@dolphin/contract/identity'
import { insertCustomer } from '@dolphin/database/identity/customer-repository'
import type { StoredMail } from '@dolphin/database/notices/mail-repository'
import { AccountStatus, CreateAccountType } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import { newId } from '../security/secrets.ts'
import type { TestApi } from './api-fixture.ts'
import type { TestClient } from './test-client.ts'

export const PASSWORD = 'Correct-Horse-7'

/** What a person needs of a lender: its site, and a mailbox. */
export interface LenderSite {
  client(portfolioId?: number): TestClient
  mailsTo(address: string): Promise<readonly Pick<StoredMail, 'kind' | 'content'>[]>
}

const LINK_TOKEN = /https?:\/\/\S+\/([A-Za-z0-9_-]{43})/

/** Token of the newest link mailed to the address. */
export async function mailedToken(api: Pick<LenderSite, 'mailsTo'>, address: string): Promise<string> {
  const mails = await api.mailsTo(address)
  const [token] = mails.flatMap(({ content }) => LINK_TOKEN.exec(content.text)?.[1] ?? [])
  if (token === undefined) throw new Error(`no link was mailed to ${address}`)
  return token
}

const CODE_KINDS: readonly string[] = ['loginCode', 'contactCode']

/** Six digits of the newest code sent to the address, or to the phone of these ten digits. */
export async function mailedCode(api: Pick<LenderSite, 'mailsTo'>, address: string): Promise<string> {
  const mails = await api.mailsTo(address)
  const code = /\b(\d{6})\b/.exec(
    mails.find(({ kind }) => CODE_KINDS.includes(kind))?.content.text ?? '',
  )?.[1]
  if (code === undefined) throw new Error(`no code was sent to ${address}`)
  return code
}

/** Makes an account the way a person does, by the mailed link, and signs the client in. */
export async function createCustomer(
  api: LenderSite,
  {
    email,
    portfolioId = 118,
    language,
    origin,
    name = { firstName: 'Jordan', middleName: '', lastName: 'Sample' },
  }: {
    readonly email: string
    readonly portfolioId?: number
    readonly language?: Locale
    readonly origin?: TestClient['origin']
    readonly name?: { readonly firstName: string; readonly middleName: string; readonly lastName: string }
  },
): Promise<TestClient & { readonly openId: string }> {
  const client = api.client(portfolioId)
  client.language = language
  if (origin !== undefined) client.origin = origin
  const createAccountType = CreateAccountType.home
  await client.ask(sendCreateAccountEmailCall, { body: { portfolioId, email, createAccountType } })
  const resource = await mailedToken(api, email)
  const link = await client.ask(parseLinkResourceCall, { query: { resource } })
  const consents = link.consents.map(({ kind, version, required }) => ({ kind, version, given: required }))
  const body = { resource, password: PASSWORD, name, consents }
  const { openId, session } = await client.ask(createAccountCall, { body })
  if (session === null) throw new Error('an account of type 2 is signed in at once')
  client.session = session
  return Object.assign(client, { openId })
}

/** A further browser in which the customer is signed in; no password is asked. */
export async function openBrowser(
  api: TestApi,
  owner: { readonly portfolioId: number; readonly openId: string },
): Promise<TestClient & { readonly openId: string }> {
  const client = api.client(owner.portfolioId)
  const opened = await api.deps.units.write(async (unit) =>
    ok(await api.sessions.open(unit, { kind: 'customer', owner, userAgent: '' }, false)),
  )
  if (!opened.ok) throw new Error('a session opens')
  client.session = opened.value
  return Object.assign(client, { openId: owner.openId })
}

/** As createCustomer, without mail and password: for tests that need very many. */
export async function storeCustomer(
  api: TestApi,
  { email, portfolioId = 118 }: { readonly email: string; readonly portfolioId?: number },
): Promise<TestClient & { readonly openId: string }> {
  const owner = { portfolioId, openId: newId(api.deps.random) }
  const profile = { firstName: 'Jordan', middleName: '', lastName: 'Sample' }
  const { database, cipher, clock } = api.deps
  const customer = { ...owner, email, profile, accountStatus: AccountStatus.active }
  await database.transaction((tx) => insertCustomer(tx, cipher, customer, clock.now()))
  return await openBrowser(api, owner)
}
