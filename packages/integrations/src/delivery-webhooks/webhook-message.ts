import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'

/** A message of a provider as it came. */
export interface DeliveryWebhookMessage {
  /** The bytes that a signature is over. */
  readonly body: Uint8Array
  /** Header fields by name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Path and query as they were asked for. */
  readonly path: string
}

/** What a provider says of one notice. */
export interface ProviderReport {
  /** The reference that we gave the notice; undefined where the provider lost it. */
  readonly reference: string | undefined
  /** The Message-ID that we gave the mail, where the provider shows it. */
  readonly messageId?: string | undefined
  /** The id under which the provider took it. */
  readonly providerId: string | undefined
  /** Names this report, so that a repeat counts once. */
  readonly eventId: string
  readonly event: DeliveryEvent
  readonly status: string | null
  readonly mailboxFull: boolean
}

/** `forged`: not of this provider. `unreadable`: of it, but in no shape that it documents. */
export type DeliveryWebhookReading =
  | { readonly kind: 'reports'; readonly reports: readonly ProviderReport[] }
  | { readonly kind: 'forged' }
  | { readonly kind: 'unreadable' }

export const FORGED: DeliveryWebhookReading = { kind: 'forged' }
export const UNREADABLE: DeliveryWebhookReading = { kind: 'unreadable' }

export const headerOf = ({ headers }: DeliveryWebhookMessage, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
