import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok, refused } from '@dolphin/domain/outcome'
import type { Clock } from '@dolphin/domain/time/clock'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkProgress } from '@dolphin/domain/verification/link-failure'
import { type JsonValue, readable } from '../json-value.ts'
import type { StoredLink, LinkStore } from '../link-store.ts'
import { ProviderFailure } from '../provider-failure.ts'
import {
  type Institution,
  INSTITUTION_LENGTHS,
  type LinkSession,
  type LinkSessionRequest,
  type ReportAnswer,
  type VendorIbvProvider,
  type WebhookMessage,
  type WebhookReading,
} from '../provider.ts'
import { institutionOf, institutionsOf } from './institutions.ts'
import type { MemberName, MxClient, MxSettings } from './mx-client.ts'
import { furthest, memberGuidsOf, type MemberState, memberStateOf } from './status.ts'
import {
  accountPageOf,
  linePageOf,
  type MxDeps,
  type MxOwner,
  type MxPage,
  numbersPageOf,
  ownersPageOf,
  reportOf,
} from './transform.ts'
import type { MxBank } from './tokenized-number.ts'
import { readMxWebhook } from './webhook.ts'

const LIFETIME_MS = 30 * MINUTE_MS
/** Days of history that are asked for; also what the income rules look at. Source: domain.md §5. */
const HISTORY_DAYS = 90
/** 1,000 each: far beyond what a person's accounts hold in 90 days. */
const MOST_PAGES = 20

export type MxDependencies = {
  readonly client: MxClient
  readonly links: LinkStore
  readonly clock: Clock
  readonly settings: Pick<MxSettings, 'webhookUsername' | 'webhookPassword'>
  /** Own page that shows MX's widget in a frame; the session's name is added as its last part. */
  readonly framePath: string
}

/** What the page around the widget needs. */
export type MxFrame = {
  readonly portfolioId: number
  readonly widgetUrl: string
  readonly returnUrl: string
}

/**
 * MX by its Connect widget. A session is a user of MX, made for one attempt and taken away after it; the bank that
 * is linked is its member. Widget addresses are good once, so each look at the frame page gets its own.
 */
export class MxIbvProvider implements VendorIbvProvider {
  readonly id = 'mx'
  readonly displayName = 'MX'
  readonly #dependencies: MxDependencies

  constructor(dependencies: MxDependencies) {
    this.#dependencies = dependencies
  }

  get isAvailable(): boolean {
    return this.#dependencies.client.isAvailable
  }

  async findInstitutions(words: string): Promise<readonly Institution[]> {
    return words === '' ? [] : await this.#dependencies.client.searchInstitutions(words, institutionsOf)
  }

  async readInstitution(institutionId: string): Promise<Institution | undefined> {
    try {
      return await this.#dependencies.client.institution(institutionId, institutionOf)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  async createLinkSession(request: LinkSessionRequest): Promise<LinkSession> {
    const { requestCode, portfolioId, returnUrl, institutionId = null } = request
    const { client, links, clock, framePath } = this.#dependencies
    const known = await links.findByRequestCode(requestCode)
    if (known) return sessionOf(known)
    const userGuid = await client.createUser(requestCode, (answer) => answer.at('user').at('guid').text())
    const link: StoredLink = {
      providerSessionId: userGuid,
      requestCode,
      portfolioId,
      linkUrl: `${framePath}/${encodeURIComponent(userGuid)}`,
      returnUrl,
      institutionId,
      expiresAt: new Date(clock.now().getTime() + LIFETIME_MS),
      connectionId: null,
      accessToken: null,
      askedFor: null,
      closedAt: null,
    }
    await links.save(link)
    return sessionOf(link)
  }

  /** A fresh address for the widget; refused where the session is unknown or over. */
  async openFrame(providerSessionId: string) {
    const { client, links, clock } = this.#dependencies
    const link = await links.find(providerSessionId)
    if (link === undefined) return refused('unknownSession')
    if (link.closedAt !== null || clock.now() >= link.expiresAt) return refused('expired')
    const asked = { userGuid: providerSessionId, institutionCode: link.institutionId }
    const widgetUrl = await client.widgetUrl(asked, (answer) => answer.at('widget_url').at('url').text())
    return ok<MxFrame>({ portfolioId: link.portfolioId, widgetUrl, returnUrl: link.returnUrl })
  }

  async pollStatus(providerSessionId: string): Promise<LinkProgress> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return IbvStatus.otherError
    try {
      const member = await this.#member(providerSessionId)
      if (member === undefined) return IbvStatus.notStarted
      if (member.status === IbvStatus.successful) return await this.#withParts(link, member)
      return member.cause ?? member.status
    } catch (error) {
      if (isGone(error)) return IbvStatus.otherError
      throw error
    }
  }

  async fetchReport(providerSessionId: string, asOf: LocalDate): Promise<ReportAnswer> {
    const link = await this.#dependencies.links.find(providerSessionId)
    if (link === undefined) return refused('unknownSession')
    if (link.closedAt !== null) return refused('notReady')
    const member = await this.#member(providerSessionId)
    if (member?.status !== IbvStatus.successful) return refused('notReady')
    if ((await this.#withParts(link, member)) !== IbvStatus.successful) return refused('notReady')
    const name = { userGuid: providerSessionId, memberGuid: member.memberGuid }
    return reportOf(await this.#parts(name, asOf), asOf)
  }

  async closeSession(providerSessionId: string): Promise<void> {
    const { client, links, clock } = this.#dependencies
    const link = await links.find(providerSessionId)
    if (link === undefined || link.closedAt !== null) return
    try {
      await client.deleteUser(providerSessionId)
    } catch (error) {
      // Taken away before, and only the answer was lost.
      if (!isGone(error)) throw error
    }
    await links.save({ ...link, closedAt: clock.now() })
  }

  readWebhook(message: WebhookMessage): Promise<WebhookReading> {
    return readMxWebhook(this.#dependencies, message)
  }

  async #member(userGuid: string): Promise<MemberState | undefined> {
    const { client } = this.#dependencies
    const states: MemberState[] = []
    for (const memberGuid of await client.members(userGuid, memberGuidsOf)) {
      states.push(
        await client.memberStatus({ userGuid, memberGuid }, (answer) => memberStateOf(answer, memberGuid)),
      )
    }
    return furthest(states)
  }

  /**
   * The widget fetches account numbers and, after them, owners. What it did not fetch is asked for once, numbers first,
   * because MX runs one job at a time; what is missing then, or the lender may not ask for, stays so.
   */
  async #withParts(link: StoredLink, { memberGuid, hasNumbers }: MemberState): Promise<IbvStatus> {
    const { client, links } = this.#dependencies
    const name = { userGuid: link.providerSessionId, memberGuid }
    const askedFor = link.connectionId === memberGuid ? link.askedFor : null
    if (!hasNumbers && askedFor === null) {
      const isAllowed = (await unlessForbidden(client.verify(name).then(() => true))) ?? false
      await links.save({ ...link, connectionId: memberGuid, askedFor: 'numbers' })
      if (isAllowed) return IbvStatus.inProgress
    }
    if (askedFor === 'owners') return IbvStatus.successful
    const owners = await this.#owners(name)
    if (owners === undefined || owners.length > 0) return IbvStatus.successful
    const isAllowed = await isDone(client.identify(name))
    await links.save({ ...link, connectionId: memberGuid, askedFor: 'owners' })
    return isAllowed ? IbvStatus.inProgress : IbvStatus.successful
  }

  /** Undefined where the lender may not ask for owners, a product of its own; a person looks then. */
  async #owners(name: MemberName): Promise<readonly MxOwner[] | undefined> {
    const { client } = this.#dependencies
    const owners = await unlessForbidden(everyPage((page) => client.owners(name, page, ownersPageOf)))
    return owners?.filter((owner) => owner !== undefined)
  }

  async #parts(name: MemberName, asOf: LocalDate): Promise<MxDeps> {
    const { client } = this.#dependencies
    // MX reads a day as its first instant, so the report's own day ends with the next one.
    const days = [addDays(asOf, -HISTORY_DAYS), addDays(asOf, 1)].map(formatLocalDate)
    const [from = '', to = ''] = days
    return {
      bank: await client.members(name.userGuid, (answer) => bankOf(answer, name)),
      accounts: await everyPage((page) => client.accounts(name, page, accountPageOf)),
      // A product of its own too: without it no account is usable.
      numbers:
        (await unlessForbidden(everyPage((page) => client.accountNumbers(name, page, numbersPageOf)))) ?? [],
      owners: await this.#owners(name),
      lines: await everyPage((page) => client.transactions(name, [from, to], page, linePageOf)),
    }
  }
}

function bankOf(answer: JsonValue, { memberGuid }: MemberName): MxBank {
  const member = answer
    .at('members')
    .list()
    .find((one) => one.at('guid').optionalText() === memberGuid)
  return {
    name: member?.at('name').optionalText() ?? 'Your bank',
    code: readable(() => member?.at('institution_code').text(INSTITUTION_LENGTHS.id)),
    isOauth: member?.at('is_oauth').optionalFlag() === true,
  }
}

async function everyPage<T>(read: (page: number) => Promise<MxPage<T>>): Promise<readonly (T | undefined)[]> {
  const items: (T | undefined)[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items: more, hasMore } = await read(page)
    items.push(...more)
    if (!hasMore) return items
  }
  throw new ProviderFailure({ provider: 'mx', operation: 'pages', reason: 'malformed' })
}

/** Whether MX took a job; a refusal (not allowed, one is running) is no reason to wait for it. */
async function isDone(job: Promise<void>): Promise<boolean> {
  try {
    await job
    return true
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'refused') return false
    throw error
  }
}

/** Undefined where the lender may not ask for it: each is a product of its own. */
async function unlessForbidden<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProviderFailure && error.vendorCode === 'HTTP_403') return undefined
    throw error
  }
}

/** MX answers 404 about a user that was taken away, and about a bank that it does not have. */
const isGone = (error: unknown) => error instanceof ProviderFailure && error.vendorCode === 'HTTP_404'

const sessionOf = ({ providerSessionId, linkUrl, expiresAt }: StoredLink): LinkSession => ({
  providerSessionId,
  linkUrl,
  expiresAt,
})
