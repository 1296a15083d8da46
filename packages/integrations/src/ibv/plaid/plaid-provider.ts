import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok, refused } from '@dolphin/domain/outcome'
import type { Clock } from '@dolphin/domain/time/clock'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkProgress } from '@dolphin/domain/verification/link-failure'
import type { JsonValue } from '../json-value.ts'
import type { StoredLink, LinkStore } from '../link-store.ts'
import { ProviderFailure } from '../provider-failure.ts'
import type {
  Institution,
  LinkSession,
  LinkSessionRequest,
  ReportAnswer,
  VendorIbvProvider,
  WebhookMessage,
  WebhookReading,
} from '../provider.ts'
import { institutionOf, institutionsOf, type PlaidInstitution } from './institutions.ts'
import type { PlaidClient } from './plaid-client.ts'
import { linkVisits, progressOfError, progressOfItem, statusOfHistory } from './status.ts'
import {
  accountsOf,
  type Owners,
  ownersOf,
  pageOf,
  type PlaidLine,
  type PlaidItem,
  reportOf,
} from './transform.ts'
import { PlaidWebhook } from './webhook.ts'

const WEBHOOK_PATH = '/webhooks/ibv/plaid'
const UNKNOWN_BANK: ReadonlySet<string> = new Set(['INVALID_INSTITUTION', 'INSTITUTION_NO_LONGER_SUPPORTED'])
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

  async findInstitutions(words: string): Promise<readonly Institution[]> {
    if (words === '') return []
    const found = await this.#dependencies.client.searchInstitutions(words, institutionsOf)
    return found.map(listed)
  }

  async readInstitution(institutionId: string): Promise<Institution | undefined> {
    const found = await this.#institution(institutionId)
    return found && listed(found)
  }

  async createLinkSession(request: LinkSessionRequest): Promise<LinkSession> {
    const { client, links, addressOf, clientNameOf } = this.#dependencies
    const known = await links.findByRequestCode(request.requestCode)
    if (known) return sessionOf(known)
    const { requestCode, portfolioId, customerAlias, locale, returnUrl, institutionId } = request
    const link = await client.createLinkToken(
      {
        customerAlias,
        locale,
        clientName: clientNameOf(portfolioId),
        webhookUrl: addressOf(portfolioId, WEBHOOK_PATH),
        returnUrl: addressOf(portfolioId, returnUrl),
        lifetimeSeconds: LIFETIME_SECONDS,
        routingNumber: institutionId && (await this.#routingNumberOf(institutionId)),
      },
      (answer): StoredLink => ({
        providerSessionId: answer.at('link_token').text(),
        requestCode,
        portfolioId,
        linkUrl: answer.at('hosted_link_url').text(),
        returnUrl,
        institutionId: institutionId ?? null,
        expiresAt: answer.at('expiration').instant(),
        connectionId: null,
        accessToken: null,
        askedFor: null,
        closedAt: null,
      }),
    )
    await links.save(link)
    return sessionOf(link)
  }

  async pollStatus(providerSessionId: string): Promise<LinkProgress> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return IbvStatus.otherError
    try {
      if (link.accessToken === null) return await this.#visits(link)
      // While the page is open, the borrower may link a second time.
      if (this.#dependencies.clock.now() < link.expiresAt) await this.#removeOthers(link)
      return await this.#history(link.accessToken)
    } catch (error) {
      const progress = progressOf(error, link)
      if (progress === undefined) throw error
      return progress
    }
  }

  async fetchReport(providerSessionId: string, asOf: LocalDate): Promise<ReportAnswer> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined) return refused('unknownSession')
    if (link.accessToken === null) return refused('notReady')
    try {
      return await this.#report(link.accessToken, asOf)
    } catch (error) {
      const progress = progressOf(error, link)
      if (progress === undefined) throw error
      return refused(typeof progress === 'string' ? progress : 'notReady')
    }
  }

  async closeSession(providerSessionId: string): Promise<void> {
    const { links, clock } = this.#dependencies
    const link = await links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return
    await this.#removeOthers(link)
    if (link.accessToken !== null) await this.#remove(link.accessToken)
    await links.save({ ...link, accessToken: null, closedAt: clock.now() })
  }

  readWebhook(message: WebhookMessage): Promise<WebhookReading> {
    return this.#webhook.read(message)
  }

  /** Undefined where Plaid does not know it. */
  async #institution(institutionId: string): Promise<PlaidInstitution | undefined> {
    try {
      return await this.#dependencies.client.institution(institutionId, institutionOf)
    } catch (error) {
      if (error instanceof ProviderFailure && UNKNOWN_BANK.has(error.vendorCode ?? '')) return undefined
      throw error
    }
  }

  /** Undefined where there is none or Plaid cannot be asked: its page asks for the bank then. */
  async #routingNumberOf(institutionId: string): Promise<string | undefined> {
    try {
      return (await this.#institution(institutionId))?.routingNumber
    } catch (error) {
      if (error instanceof ProviderFailure) return undefined
      throw error
    }
  }

  /** How far the visits to Plaid's page have come; the first that succeeded becomes the item. */
  async #visits(link: StoredLink): Promise<LinkProgress> {
    const { progress, publicTokens } = await this.#dependencies.client.linkToken(
      link.providerSessionId,
      linkVisits,
    )
    const [publicToken] = publicTokens
    if (publicToken === undefined) return progress
    await this.#exchange(link, publicToken)
    return IbvStatus.inProgress
  }

  /** Plaid begins to gather the history when it is first asked for. */
  async #history(accessToken: string): Promise<LinkProgress> {
    const { updateStatus } = await this.#dependencies.client.transactions(accessToken, '', pageOf)
    return statusOfHistory(updateStatus)
  }

  /** A public token is good once: of two nodes that learn of it, the slower one finds what the faster one kept. */
  async #exchange(link: StoredLink, publicToken: string): Promise<void> {
    const { client, links } = this.#dependencies
    try {
      await links.save({ ...link, ...(await client.exchange(publicToken, itemOf)) })
    } catch (error) {
      const kept = await links.find(link.providerSessionId)
      if (!kept?.accessToken) throw error
    }
  }

  /**
   * Removes what further visits to the page have linked, because an item costs until it is removed. The token of an item
   * that is kept or removed already is refused.
   */
  async #removeOthers(link: StoredLink): Promise<void> {
    const { client } = this.#dependencies
    try {
      const { publicTokens } = await client.linkToken(link.providerSessionId, linkVisits)
      if (link.connectionId !== null && publicTokens.length < 2) return
      for (const publicToken of publicTokens) await this.#removeOther(link, publicToken)
    } catch (error) {
      if (!isLost(error)) throw error
    }
  }

  async #removeOther({ connectionId }: StoredLink, publicToken: string): Promise<void> {
    try {
      const item = await this.#dependencies.client.exchange(publicToken, itemOf)
      if (item.connectionId !== connectionId) await this.#remove(item.accessToken)
    } catch (error) {
      if (!isLost(error)) throw error
    }
  }

  async #remove(accessToken: string): Promise<void> {
    try {
      await this.#dependencies.client.removeItem(accessToken)
    } catch (error) {
      // Removed before, and only the answer was lost; or the borrower has taken the permission back.
      if (!isLost(error)) throw error
    }
  }

  async #report(accessToken: string, asOf: LocalDate): Promise<ReportAnswer> {
    const { client } = this.#dependencies
    const history = await this.#lines(accessToken)
    if (history === undefined) return refused('notReady')
    const accounts = await client.accountNumbers(accessToken, accountsOf)
    if (!accounts.ok) return accounts
    const owners = await this.#owners(accessToken)
    return ok(reportOf({ ...history, accounts: accounts.value, owners }, asOf))
  }

  /** Undefined where the bank cannot be asked; a person looks then. Not ready, or not allowed, is the caller's. */
  async #owners(accessToken: string): Promise<Owners | undefined> {
    try {
      return await this.#dependencies.client.owners(accessToken, ownersOf)
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.reason !== 'refused') throw error
      const progress = progressOfItem(error)
      if (progress === undefined || progress === 'notSupported') return undefined
      throw error
    }
  }

  /** All lines; undefined while the history is incomplete. A change in the middle is refused by Plaid, and tried later. */
  async #lines(accessToken: string): Promise<Pick<PlaidItem, 'lines' | 'unreadLines'> | undefined> {
    const lines = new Map<string, PlaidLine>()
    let [cursor, unreadLines] = ['', 0]
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await this.#dependencies.client.transactions(accessToken, cursor, pageOf)
      if (statusOfHistory(read.updateStatus) !== IbvStatus.successful) return undefined
      for (const line of read.lines) lines.set(line.transactionId, line)
      for (const removed of read.removed) lines.delete(removed)
      unreadLines += read.unread
      if (!read.hasMore) return { lines: [...lines.values()], unreadLines }
      cursor = read.nextCursor
    }
    throw new ProviderFailure({ provider: this.id, operation: 'transactions', reason: 'malformed' })
  }
}

const listed = ({ institutionId, name, isUp }: PlaidInstitution): Institution => ({
  institutionId,
  name,
  isUp,
})

const itemOf = (answer: JsonValue) => ({
  accessToken: answer.at('access_token').text(),
  connectionId: answer.at('item_id').text(),
})

/** What a failure means for a link; undefined where it says nothing of it and has to be known. */
function progressOf(error: unknown, { accessToken }: StoredLink): LinkProgress | undefined {
  if (!(error instanceof ProviderFailure)) return undefined
  if (accessToken !== null) return progressOfItem(error)
  return error.reason === 'refused' ? progressOfError(error.vendorType, error.vendorCode) : undefined
}

/** Plaid knows the token no more. */
const isLost = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  error.reason === 'refused' &&
  progressOfError(error.vendorType, error.vendorCode) === IbvStatus.otherError

const sessionOf = ({ providerSessionId, linkUrl, expiresAt }: StoredLink): LinkSession => ({
  providerSessionId,
  linkUrl,
  expiresAt,
})
