import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { SANDBOX_INSTITUTIONS, type SandboxInstitution } from '../sandbox/institutions.ts'
import { vendorShapes } from './vendor-document.ts'
import { VendorServer, type VendorReply, type VendorRequest } from './vendor-server.ts'

type LinkState = {
  readonly requestCode: string
  state: 'none' | 'started' | 'left' | 'linked'
  error: VendorError | undefined
  /** One for each time that the borrower came through. */
  readonly publicTokens: string[]
}
type Item = {
  readonly itemId: string
  readonly linkToken: string
  history: 'NOT_READY' | 'INITIAL_UPDATE_COMPLETE' | 'HISTORICAL_UPDATE_COMPLETE'
  error: VendorError | undefined
  /** The calls that the error meets; every one where not named. */
  errorAt: string
}
/** Plaid's class and code of an error. */
export type VendorError = readonly [type: string, code: string]

const NOW = '2026-03-16T15:00:00Z'
const PAGE = 40
const KEY_ID = 'bfbd5111-8e33-4643-8ced-b2e642a72f3c'

/** Plays Plaid on this machine; the tests play the borrower at its page, the bank and time. */
export class PlaidServer {
  readonly server: VendorServer
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #report: BankReport
  readonly #links = new Map<string, LinkState>()
  readonly #items = new Map<string, Item>()
  readonly #exchanged = new Set<string>()
  keyExpiredAt: number | null = null
  /** The routing number that each link token asked to put first. */
  readonly highlighted: (string | undefined)[] = []
  /** When the page of a link closes. */
  expiration = '2026-03-16T15:30:00Z'

  /** @param report what the bank behind it tells about. */
  constructor(report: BankReport) {
    this.#report = report
    this.server = new VendorServer({
      shapes: vendorShapes('plaid'),
      answer: (request) => this.#answer(request),
      isRead: (operation) => !/create|exchange|remove/.test(operation),
    })
  }

  /** The borrower opens Plaid's page. */
  open(linkToken: string): void {
    this.#link(linkToken).state = 'started'
  }

  /** The borrower leaves the page, with an error of the bank's or without. */
  leave(linkToken: string, error?: VendorError): void {
    Object.assign(this.#link(linkToken), { state: 'left', error })
  }

  /** The borrower signs in at the bank and shares the accounts. */
  link(linkToken: string): void {
    const link = this.#link(linkToken)
    link.state = 'linked'
    link.publicTokens.push(`public-sandbox-${linkToken}-${link.publicTokens.length + 1}`)
  }

  /** The bank's history arrives. */
  setHistory(linkToken: string, history: Item['history']): void {
    for (const item of this.#items.values()) if (item.linkToken === linkToken) item.history = history
  }

  /** The bank refuses what it allowed before: everything, or one call such as "/identity/get". */
  failItem(linkToken: string, error: Item['error'], errorAt = ''): void {
    for (const item of this.#items.values()) {
      if (item.linkToken === linkToken) Object.assign(item, { error, errorAt })
    }
  }

  /** How many items of a link cost something. */
  itemsOf(linkToken: string): number {
    return [...this.#items.values()].filter((item) => item.linkToken === linkToken).length
  }

  /** What the bank behind it tells from now on. */
  setReport(report: BankReport): void {
    this.#report = report
  }

  /** Name of the linked bank; undefined before the exchange and after the removal. */
  itemIdOf(linkToken: string): string | undefined {
    return [...this.#items.values()].find((item) => item.linkToken === linkToken)?.itemId
  }

  /** The header beside a webhook's bytes. */
  signature(body: string, at: Date, differs: { readonly alg?: string; readonly kid?: string } = {}): string {
    const head = encode({ alg: 'ES256', kid: KEY_ID, typ: 'JWT', ...differs })
    const digest = createHash('sha256').update(body).digest('hex')
    const claims = encode({ iat: Math.floor(at.getTime() / 1_000), request_body_sha256: digest })
    const key = { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${head}.${claims}.${sign('sha256', Buffer.from(`${head}.${claims}`), key).toString('base64url')}`
  }

  #link(linkToken: string): LinkState {
    const link = this.#links.get(linkToken)
    if (link === undefined) throw new Error('no such link token')
    return link
  }

  #answer({ operation, body, headers }: VendorRequest): VendorReply {
    if (headers['plaid-client-id'] !== 'client' || headers['plaid-secret'] !== 'secret') {
      return refusal('INVALID_INPUT', 'INVALID_API_KEYS')
    }
    const asked = (name: string): string => String(Reflect.get(Object(body), name) ?? '')
    if (operation.endsWith('/link/token/create')) return this.#createLink(Object(body))
    if (operation.endsWith('/link/token/get')) return this.#readLink(asked('link_token'))
    if (operation.endsWith('/item/public_token/exchange')) return this.#exchange(asked('public_token'))
    if (operation.endsWith('/institutions/search')) return this.#search(asked('query'))
    if (operation.endsWith('/institutions/get_by_id')) return this.#institution(asked('institution_id'))
    if (operation.endsWith('/webhook_verification_key/get')) return this.#key(asked('key_id'))
    const item = this.#items.get(asked('access_token'))
    if (item === undefined) return refusal('INVALID_INPUT', 'INVALID_ACCESS_TOKEN')
    if (operation.endsWith('/item/remove')) {
      this.#items.delete(asked('access_token'))
      return ok({})
    }
    if (item.error !== undefined && operation.endsWith(item.errorAt)) return refusal(...item.error)
    if (operation.endsWith('/auth/get')) return ok(this.#auth(item))
    if (operation.endsWith('/identity/get')) return ok(this.#identity(item))
    return ok(this.#transactions(item, asked('cursor')))
  }

  #search(words: string): VendorReply {
    const found = SANDBOX_INSTITUTIONS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
    return ok({ institutions: found.map(institutionOf) })
  }

  #institution(institutionId: string): VendorReply {
    const found = SANDBOX_INSTITUTIONS.find((one) => one.institutionId === institutionId)
    if (found === undefined) return refusal('INVALID_INPUT', 'INVALID_INSTITUTION')
    const health = { status: found.isUp ? 'HEALTHY' : 'DOWN', last_status_change: NOW, breakdown: BREAKDOWN }
    return ok({ institution: { ...institutionOf(found), status: { item_logins: health, auth: null } } })
  }

  #createLink(body: object): VendorReply {
    const linkToken = `link-sandbox-${this.#links.size + 1}`
    const highlighted = Reflect.get(Object(Reflect.get(body, 'institution_data')), 'routing_number')
    this.highlighted.push(highlighted === undefined ? undefined : String(highlighted))
    const requestCode = String(Reflect.get(Object(Reflect.get(body, 'user')), 'client_user_id'))
    this.#links.set(linkToken, { requestCode, state: 'none', error: undefined, publicTokens: [] })
    return ok({
      link_token: linkToken,
      expiration: this.expiration,
      hosted_link_url: `https://secure.plaid.com/hl/${linkToken}`,
    })
  }

  #readLink(linkToken: string): VendorReply {
    const link = this.#links.get(linkToken)
    if (link === undefined) return refusal('INVALID_INPUT', 'INVALID_LINK_TOKEN')
    return ok({
      link_token: linkToken,
      created_at: NOW,
      expiration: this.expiration,
      link_sessions: link.state === 'none' ? [] : [sessionOf(link)],
      metadata: {
        initial_products: ['auth', 'transactions'],
        webhook: null,
        country_codes: ['US'],
        language: 'en',
        redirect_uri: null,
        client_name: null,
      },
    })
  }

  #exchange(publicToken: string): VendorReply {
    const [linkToken, link] =
      [...this.#links].find(([, { publicTokens }]) => publicTokens.includes(publicToken)) ?? []
    if (linkToken === undefined || link === undefined || this.#exchanged.has(publicToken)) {
      return refusal('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN')
    }
    this.#exchanged.add(publicToken)
    const number = link.publicTokens.indexOf(publicToken)
    const itemId = number === 0 ? `item-${linkToken}` : `item-${linkToken}-${number + 1}`
    const accessToken = `access-sandbox-${itemId}`
    const history = 'NOT_READY'
    this.#items.set(accessToken, { itemId, linkToken, history, error: undefined, errorAt: '' })
    return ok({ access_token: accessToken, item_id: itemId })
  }

  #key(keyId: string): VendorReply {
    if (keyId !== KEY_ID) return refusal('INVALID_INPUT', 'INVALID_WEBHOOK_VERIFICATION_KEY_ID')
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const expiredAt = this.keyExpiredAt
    const key = {
      alg: 'ES256',
      kid: KEY_ID,
      kty: 'EC',
      crv: 'P-256',
      use: 'sig',
      x,
      y,
      created_at: 1,
      expired_at: expiredAt,
    }
    return ok({ key })
  }

  #auth(item: Item) {
    const ach = this.#report.accounts
      .filter(({ open }) => open)
      .map((account) => ({
        account_id: account.accountId,
        account: account.accountNumber,
        routing: account.routingNumber,
        wire_routing: null,
        is_tokenized_account_number: account.tokenMask !== undefined,
      }))
    return {
      accounts: this.#report.accounts.map(accountOf),
      numbers: { ach, eft: [], international: [], bacs: [] },
      item: this.#item(item),
    }
  }

  #identity(item: Item) {
    const accounts = this.#report.accounts.map((account) => ({
      ...accountOf(account),
      owners: [{ names: account.ownerNames, phone_numbers: [], emails: [], addresses: [] }],
    }))
    return { accounts, item: this.#item(item) }
  }

  #item({ itemId }: Item) {
    return {
      item_id: itemId,
      institution_id: this.#report.institutionId ?? null,
      institution_name: this.#report.institution,
      webhook: null,
      error: null,
      available_products: [],
      billed_products: ['auth', 'transactions'],
      consent_expiration_time: null,
      update_type: 'background',
    }
  }

  /** Pages by number; the newest line comes as pending first, which the adapter must not count. */
  #transactions({ history }: Item, cursor: string) {
    const lines = this.#report.accounts.flatMap((account) => linesOf(account))
    const pending = lines.slice(-1).map((line) => ({ ...line, transaction_id: 'pending', pending: true }))
    const all = history === 'NOT_READY' ? [] : [...lines, ...pending]
    const from = cursor === '' ? 0 : Number(cursor)
    return {
      transactions_update_status: history,
      accounts: this.#report.accounts.map(accountOf),
      added: all.slice(from, from + PAGE),
      modified: [],
      removed: [],
      next_cursor: String(from + PAGE),
      has_more: from + PAGE < all.length,
    }
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const ok = (body: object): VendorReply => ({ status: 200, body: { ...body, request_id: 'request-1' } })

function errorOf([type, code]: VendorError) {
  return { error_type: type, error_code: code, error_message: 'Ann Sample may not.', display_message: null }
}
const refusal = (...error: VendorError): VendorReply => ({
  status: error[0] === 'RATE_LIMIT_EXCEEDED' ? 429 : 400,
  body: errorOf(error),
})

function sessionOf({ state, error, publicTokens }: LinkState) {
  const head = { link_session_id: 'session-1', started_at: NOW }
  if (state === 'started') return head
  const ended = { ...head, finished_at: NOW }
  if (state === 'left') {
    const exit = error === undefined ? { error: null, metadata: {} } : { error: errorOf(error), metadata: {} }
    return { ...ended, exit }
  }
  const added = publicTokens.map((public_token) => ({ public_token, accounts: [], institution: null }))
  return {
    ...ended,
    results: {
      item_add_results: added,
      cra_item_add_results: [],
      cra_update_results: [],
      bank_income_results: [],
      payroll_income_results: [],
      document_income_results: null,
    },
  }
}

const BREAKDOWN = { success: 1, error_plaid: 0, error_institution: 0 } as const

const institutionOf = ({ institutionId, name, routingNumber }: SandboxInstitution) => ({
  institution_id: institutionId,
  name,
  products: ['auth', 'transactions'],
  country_codes: ['US'],
  routing_numbers: [routingNumber],
  oauth: false,
})

const SUBTYPES = {
  [BankAccountType.checking]: 'checking',
  [BankAccountType.savings]: 'savings',
  [BankAccountType.moneyMarket]: 'money market',
} as const

const accountOf = ({ accountId, name, type, balance, accountNumber, tokenMask }: BankAccount) => ({
  account_id: accountId,
  balances: {
    available: null,
    current: Number(moneyToWire(balance)),
    limit: null,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  },
  mask: tokenMask ?? accountNumber.slice(-4),
  name,
  official_name: null,
  type: 'depository',
  subtype: SUBTYPES[type],
})

/** Members of a transaction that Plaid always sends and the product does not read. */
const LINE_EXTRAS = {
  account_owner: null,
  pending_transaction_id: null,
  payment_channel: 'other',
  payment_meta: {
    reference_number: null,
    ppd_id: null,
    payee: null,
    by_order_of: null,
    payer: null,
    payment_method: null,
    payment_processor: null,
    reason: null,
  },
  location: {
    address: null,
    city: null,
    region: null,
    postal_code: null,
    country: null,
    lat: null,
    lon: null,
    store_number: null,
  },
  authorized_date: null,
  authorized_datetime: null,
  datetime: null,
  transaction_code: null,
} as const

const linesOf = ({ accountId, transactions }: BankAccount) =>
  transactions.map((line) => ({
    ...LINE_EXTRAS,
    transaction_id: line.transactionId,
    account_id: accountId,
    amount: -Number(moneyToWire(line.amount)),
    date: formatLocalDate(line.date),
    name: line.description.slice(0, 8),
    original_description: line.description,
    pending: false,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  }))
