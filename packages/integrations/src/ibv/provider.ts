import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import type { LinkFailure, LinkProgress } from '@dolphin/domain/verification/link-failure'

/** Who links a bank for what: no personal data, the provider knows the session by its request code only. */
export type LinkSessionRequest = {
  readonly requestCode: string
  readonly portfolioId: number
  /** The same for every link of one customer, and nothing else to anyone. */
  readonly customerAlias: string
  /** Of the provider's page, where it has one in this language. */
  readonly locale: Locale
  /** Where the provider's page sends the browser when it is done; an own address. */
  readonly returnUrl: string
  /** The bank to begin with, out of the provider's own directory; undefined where its page asks for one. */
  readonly institutionId: string | undefined
}

/** Longest id and name of a bank in a provider's directory; an entry beyond that is left out. */
export const INSTITUTION_LENGTHS = { id: 100, name: 120 } as const

/** A bank as a provider's directory lists it. */
export type Institution = {
  readonly institutionId: string
  readonly name: string
  /** False while the provider says that signing in at this bank fails. */
  readonly isUp: boolean
}

/** An open session at a provider. */
export type LinkSession = {
  /** The provider's own name of the session; kept beside the request code. */
  readonly providerSessionId: string
  /** Where the browser goes to. */
  readonly linkUrl: string
  readonly expiresAt: Date
}

/** Why no report can be had, yet or for good; anything else that goes wrong is thrown as ProviderFailure. */
type ReportRefusal = 'notReady' | 'unknownSession' | LinkFailure
export type ReportAnswer =
  | { readonly ok: true; readonly value: BankReport }
  | { readonly ok: false; readonly error: ReportRefusal }

/**
 * Instant bank verification as the product needs it, from any provider. Every adapter passes the same contract suite.
 * domain.md §5.
 */
export interface IbvProvider {
  readonly id: 'sandbox' | 'plaid' | 'mx'
  readonly displayName: string
  /** False while nothing is asked of it because it failed too often: who has a choice takes another. */
  readonly isAvailable: boolean
  /**
   * Banks whose name has the words, the likeliest first; without words those to begin with, where the provider names any.
   *
   * @throws ProviderFailure where the directory cannot be asked just now.
   */
  findInstitutions(words: string): Promise<readonly Institution[]>
  /**
   * One bank and whether it is up now; undefined where the directory does not have it.
   *
   * @throws ProviderFailure where the directory cannot be asked just now.
   */
  readInstitution(institutionId: string): Promise<Institution | undefined>
  /** Opens a session; the same request code again answers the same session. */
  createLinkSession(request: LinkSessionRequest): Promise<LinkSession>
  /**
   * Reads how far a session has come, or the cause for which it ended. Reading changes nothing; unknown sessions are
   * otherError.
   */
  pollStatus(providerSessionId: string): Promise<LinkProgress>
  /** Fetches accounts and transactions of a successful session, as of a day of the portfolio. */
  fetchReport(providerSessionId: string, asOf: LocalDate): Promise<ReportAnswer>
  /** Ends our access at the provider, once the report is stored or no caller waits for it. Idempotent. */
  closeSession(providerSessionId: string): Promise<void>
}

/** A message as it came in. */
export type WebhookMessage = {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * Of a linked bank: its permission was taken back (`ended`), or it ends unless the borrower signs in again (`ending`).
 */
export type ConnectionNews = 'ended' | 'ending'

/** What a message turned out to be; `news` names the session to ask about. */
export type WebhookReading =
  | { readonly kind: 'forged' | 'unreadable' | 'irrelevant' }
  | {
      readonly kind: 'news'
      readonly eventId: string
      readonly providerSessionId: string
      /** What the message says of a bank that is linked already; undefined where it is about something else. */
      readonly connection: ConnectionNews | undefined
    }

/** A provider outside of our house, which tells of changes by webhook. */
export interface VendorIbvProvider extends IbvProvider {
  /**
   * Checks who sent a message and which session it is about. How far the session is, the provider is asked, so that
   * order, age and repetition of messages decide nothing; that a permission has ended, only a signed message says.
   *
   * @throws ProviderFailure where the sender cannot be checked just now.
   */
  readWebhook(message: WebhookMessage): Promise<WebhookReading>
}
