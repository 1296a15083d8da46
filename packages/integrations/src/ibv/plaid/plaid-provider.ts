import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok, refused } from '@dolphin/domain/outcome'
import type { Clock } from '@dolphin/domain/time/clock'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { StoredLink, LinkStore } from '../link-store.ts'
import { ProviderFailure } from '../provider-failure.ts'
import type {
  LinkSession,
  LinkSessionRequest,
  ReportAnswer,
  VendorIbvProvider,
  WebhookMessage,
  WebhookReading,
} from '../provider.ts'
import type { PlaidClient } from './plaid-client.ts'
import { linkProgress, statusOfHistory, statusOfRefusal } from './status.ts'
import { accountsOf, ownersOf, pageOf, type PlaidAccounts, type PlaidLine, reportOf } from './transform.ts'
import { PlaidWebhook } from './webhook.ts'

const WEBHOOK_PATH = '/webhooks/ibv/plaid'
const LIFETIME_SECONDS = 30 * 60
/** 500 lines each: far beyond what a person's accounts hold in 90 days. */
const MOST_PAGES = 40

export type PlaidDependencies = {
  readonly client: PlaidClient
  readonly links: LinkStore
  readonly clock: Clock
  /** Absolute address of one of our paths, on the host of a portfolio. */
  readonly addressOf: (portfolioId: number, path: string) => string
  /** What Plaid's page calls the lender of a portfolio. */
  readonly clientNameOf: (portfolioId: number) => string
}

/**
 * Plaid by Hosted Link: the borrower goes to Plaid's own page and comes back, so none of its script runs in ours.
 * A session is a link token; it becomes an item once its public token is exchanged. Source: plaid.com/docs.
 */
export class PlaidIbvProvider implements VendorIbvProvider {
  readonly id = 'plaid'
  readonly displayName = 'Plaid'
  readonly #dependencies: PlaidDependencies
  readonly #webhook: PlaidWebhook

  constructor(dependencies: PlaidDependencies) {
    this.#dependencies = dependencies
    this.#webhook = new PlaidWebhook(dependencies)
  }

  get isAvailable(): boolean {
    return this.#dependencies.client.isAvailable
  }

  async createLinkSession(request: LinkSessionRequest): Promise<LinkSession> {
    const { client, links, addressOf, clientNameOf } = this.#dependencies
    const known = await links.findByRequestCode(request.requestCode)
    if (known) return sessionOf(known)
    const { requestCode, portfolioId, returnUrl } = request
    const link = await client.createLinkToken(
      {
        requestCode,
        clientName: clientNameOf(portfolioId),
        webhookUrl: addressOf(portfolioId, WEBHOOK_PATH),
        returnUrl: addressOf(portfolioId, returnUrl),
        lifetimeSeconds: LIFETIME_SECONDS,
      },
      (answer): StoredLink => ({
        providerSessionId: answer.at('link_token').text(),
        requestCode,
        portfolioId,
        linkUrl: answer.at('hosted_link_url').text(),
        returnUrl,
        expiresAt: answer.at('expiration').instant(),
        connectionId: null,
        accessToken: null,
        closedAt: null,
      }),
    )
    await links.save(link)
    return sessionOf(link)
  }

  async pollStatus(providerSessionId: string): Promise<IbvStatus> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return IbvStatus.otherError
    try {
      return await this.#status(link)
    } catch (error) {
      const status = error instanceof ProviderFailure ? statusOfRefusal(error) : undefined
      if (status === undefined) throw error
      return status
    }
  }

  async fetchReport(providerSessionId: string, asOf: LocalDate): Promise<ReportAnswer> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined) return refused('unknownSession')
    if (link.accessToken === null) return refused('notReady')
    const { accessToken } = link
    const lines = await this.#lines(accessToken)
    if (lines === undefined) return refused('notReady')
    const accounts = await this.#accounts(accessToken)
    return ok(reportOf(accounts, await this.#owners(accessToken), lines, asOf))
  }

  async closeSession(providerSessionId: string): Promise<void> {
    const { client, links, clock } = this.#dependencies
    const link = await links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return
    if (link.accessToken !== null) {
      try {
        await client.removeItem(link.accessToken)
      } catch (error) {
        // Removed before, and only the answer was lost.
        if (!(error instanceof ProviderFailure) || error.vendorCode !== 'INVALID_ACCESS_TOKEN') throw error
      }
    }
    await links.save({ ...link, accessToken: null, closedAt: clock.now() })
  }

  readWebhook(message: WebhookMessage): Promise<WebhookReading> {
    return this.#webhook.read(message)
  }

  /** Link first; after it the item, whose history Plaid begins to gather when it is first asked for. */
  async #status(link: StoredLink): Promise<IbvStatus> {
    const { client } = this.#dependencies
    let { accessToken } = link
    if (accessToken === null) {
      const { status, publicToken } = await client.linkToken(link.providerSessionId, linkProgress)
      if (publicToken === undefined) return status
      accessToken = await this.#exchange(link, publicToken)
    }
    const { updateStatus } = await client.transactions(accessToken, '', pageOf)
    return statusOfHistory(updateStatus)
  }

  /** A public token is good once: of two nodes that learn of it, the slower one takes what the faster one kept. */
  async #exchange(link: StoredLink, publicToken: string): Promise<string> {
    const { client, links } = this.#dependencies
    try {
      const item = await client.exchange(publicToken, (answer) => ({
        accessToken: answer.at('access_token').text(),
        connectionId: answer.at('item_id').text(),
      }))
      await links.save({ ...link, ...item })
      return item.accessToken
    } catch (error) {
      const kept = await links.find(link.providerSessionId)
      if (kept?.accessToken) return kept.accessToken
      throw error
    }
  }

  /** A bank that gives no account numbers at all gives no account to lend to. */
  async #accounts(accessToken: string): Promise<PlaidAccounts> {
    try {
      return await this.#dependencies.client.accountNumbers(accessToken, accountsOf)
    } catch (error) {
      if (error instanceof ProviderFailure && error.vendorCode === 'NO_AUTH_ACCOUNTS') {
        return { institution: undefined, accounts: [] }
      }
      throw error
    }
  }

  /** Not every bank names owners; missing owners do not count against the applicant. */
  async #owners(accessToken: string): Promise<ReadonlyMap<string, readonly string[]>> {
    try {
      return await this.#dependencies.client.owners(accessToken, ownersOf)
    } catch (error) {
      if (error instanceof ProviderFailure && error.reason === 'refused') return new Map()
      throw error
    }
  }

  /** All lines; undefined while the history is incomplete. A change in the middle is refused by Plaid, and tried later. */
  async #lines(accessToken: string): Promise<readonly PlaidLine[] | undefined> {
    const lines = new Map<string, PlaidLine>()
    let cursor = ''
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await this.#dependencies.client.transactions(accessToken, cursor, pageOf)
      if (statusOfHistory(read.updateStatus) !== IbvStatus.successful) return undefined
      for (const line of read.lines) lines.set(line.transactionId, line)
      for (const removed of read.removed) lines.delete(removed)
      if (!read.hasMore) return [...lines.values()]
      cursor = read.nextCursor
    }
    throw new ProviderFailure({ provider: this.id, operation: 'transactions', reason: 'malformed' })
  }
}

const sessionOf = ({ providerSessionId, linkUrl, expiresAt }: StoredLink): LinkSession => ({
  providerSessionId,
  linkUrl,
  expiresAt,
})
