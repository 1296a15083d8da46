import type { CountryCode, LinkTokenCreateRequest, PlaidApi, Products } from 'plaid'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { JsonValue } from '../json-value.ts'
import { transportOptions, VendorClient, type VendorClientDeps } from '../vendor-client.ts'

export const PLAID_BASE_URLS = {
  sandbox: 'https://sandbox.plaid.com',
  production: 'https://production.plaid.com',
} as const

export type PlaidSettings = {
  readonly clientId: string
  readonly secret: string
  readonly environment: keyof typeof PLAID_BASE_URLS
  /** Another address than the environment's own, such as a proxy's or a local server's. */
  readonly baseUrl?: string | undefined
}

/** What is needed to open Link on Plaid's own page. */
export type HostedLinkRequest = {
  /** Names the customer to Plaid over several links, and to no one else. */
  readonly customerAlias: string
  readonly locale: Locale
  /** At most 30 characters are shown. */
  readonly clientName: string
  readonly webhookUrl: string
  /** Absolute; where Plaid's page sends the browser at the end. */
  readonly returnUrl: string
  readonly lifetimeSeconds: number
  /** Of the bank that Plaid's page puts first; undefined where none was chosen. */
  readonly routingNumber: string | undefined
}

/** Plaid's own names of what is asked for. */
type PlaidCodes = {
  readonly countries: CountryCode[]
  readonly products: Products[]
  readonly ifSupported: Products[]
}

/** Days of history that are asked for; also what the income rules look at. Source: domain.md §5. */
export const HISTORY_DAYS = 90
const PAGE_SIZE = 500
const CLIENT_NAME_LENGTH = 30

/**
 * Plaid's calls as this product uses them, by the official client. Answers are read by `decode`, never by the
 * client's types alone.
 */
export class PlaidClient {
  readonly #api: PlaidApi
  readonly #calls: VendorClient
  /** Apart, so that a directory that is away stops no link. */
  readonly #directory: VendorClient
  readonly #codes: PlaidCodes

  private constructor(api: PlaidApi, codes: PlaidCodes, deps: VendorClientDeps) {
    this.#api = api
    this.#codes = codes
    this.#calls = new VendorClient('plaid', deps)
    this.#directory = new VendorClient('plaid', deps)
  }

  /** Loads the official client, which is large, only for those who link through Plaid. */
  static async open(
    { clientId, secret, environment, baseUrl }: PlaidSettings,
    deps: VendorClientDeps,
  ): Promise<PlaidClient> {
    const { Configuration, CountryCode, PlaidApi, Products } = await import('plaid')
    const configuration = new Configuration({
      basePath: baseUrl ?? PLAID_BASE_URLS[environment],
      baseOptions: {
        ...transportOptions(deps.timeoutMs),
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
      },
    })
    const codes = {
      countries: [CountryCode.Us],
      products: [Products.Auth, Products.Transactions],
      ifSupported: [Products.Identity],
    }
    return new PlaidClient(new PlaidApi(configuration), codes, deps)
  }

  get isAvailable(): boolean {
    return this.#calls.isAvailable
  }

  createLinkToken<T>(request: HostedLinkRequest, decode: (answer: JsonValue) => T): Promise<T> {
    const body: LinkTokenCreateRequest = {
      client_name: request.clientName.slice(0, CLIENT_NAME_LENGTH),
      language: request.locale,
      country_codes: this.#codes.countries,
      // An alias that stays: Plaid knows a customer who returns, and nothing about the person.
      user: { client_user_id: request.customerAlias },
      products: this.#codes.products,
      required_if_supported_products: this.#codes.ifSupported,
      transactions: { days_requested: HISTORY_DAYS },
      webhook: request.webhookUrl,
      hosted_link: {
        completion_redirect_uri: request.returnUrl,
        url_lifetime_seconds: request.lifetimeSeconds,
      },
      ...(request.routingNumber === undefined
        ? {}
        : { institution_data: { routing_number: request.routingNumber } }),
    }
    return this.#calls.change('createLinkToken', () => this.#api.linkTokenCreate(body), decode)
  }

  /** Banks by words of their name, those alone that have what is asked for. */
  searchInstitutions<T>(words: string, decode: (answer: JsonValue) => T): Promise<T> {
    const { products, countries } = this.#codes
    const body = { query: words, products, country_codes: countries }
    return this.#directory.read('searchInstitutions', () => this.#api.institutionsSearch(body), decode)
  }

  /** One bank, with how its sign-ins go just now. */
  institution<T>(institutionId: string, decode: (answer: JsonValue) => T): Promise<T> {
    const body = {
      institution_id: institutionId,
      country_codes: this.#codes.countries,
      options: { include_status: true },
    }
    return this.#directory.read('institution', () => this.#api.institutionsGetById(body), decode)
  }

  linkToken<T>(linkToken: string, decode: (answer: JsonValue) => T): Promise<T> {
    return this.#calls.read('linkToken', () => this.#api.linkTokenGet({ link_token: linkToken }), decode)
  }

  exchange<T>(publicToken: string, decode: (answer: JsonValue) => T): Promise<T> {
    const ask = () => this.#api.itemPublicTokenExchange({ public_token: publicToken })
    return this.#calls.change('exchange', ask, decode)
  }

  accountNumbers<T>(accessToken: string, decode: (answer: JsonValue) => T): Promise<T> {
    return this.#calls.read('accountNumbers', () => this.#api.authGet({ access_token: accessToken }), decode)
  }

  owners<T>(accessToken: string, decode: (answer: JsonValue) => T): Promise<T> {
    return this.#calls.read('owners', () => this.#api.identityGet({ access_token: accessToken }), decode)
  }

  /** One page of transactions; an empty cursor begins with the oldest. */
  transactions<T>(accessToken: string, cursor: string, decode: (answer: JsonValue) => T): Promise<T> {
    const body = {
      access_token: accessToken,
      count: PAGE_SIZE,
      ...(cursor === '' ? {} : { cursor }),
      options: { include_original_description: true, days_requested: HISTORY_DAYS },
    }
    return this.#calls.read('transactions', () => this.#api.transactionsSync(body), decode)
  }

  removeItem(accessToken: string): Promise<void> {
    const ask = () => this.#api.itemRemove({ access_token: accessToken })
    return this.#calls.change('removeItem', ask, () => undefined)
  }

  webhookKey<T>(keyId: string, decode: (answer: JsonValue) => T): Promise<T> {
    return this.#calls.read(
      'webhookKey',
      () => this.#api.webhookVerificationKeyGet({ key_id: keyId }),
      decode,
    )
  }
}
