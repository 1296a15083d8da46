import type { DeliveryEvent } from '../delivery-state.ts'
import type { DeliveryFault } from './delivery-fault.ts'

/** What one type of bounce says: a fault, another event, or nothing about delivery. */
export type PostmarkBounce =
  | { readonly fault: DeliveryFault }
  | { readonly event: DeliveryEvent }
  | { readonly event: null }

const fault = (one: DeliveryFault): PostmarkBounce => ({ fault: one })
const NOTHING: PostmarkBounce = { event: null }

/**
 * Every type of bounce by its code. Source: Postmark, Bounce API, Bounce types; docs/facts/delivery.md §5, Postmark.
 */
export const POSTMARK_BOUNCES: Readonly<Record<number, PostmarkBounce>> = {
  /** HardBounce */
  1: fault('hard'),
  /** Transient: it goes on trying */
  2: { event: 'delayed' },
  /** Unsubscribe, Subscribe: a request to us, not a failure */
  16: NOTHING,
  32: NOTHING,
  /** AutoResponder */
  64: NOTHING,
  /** AddressChange: the person asks for it, and the mail may have arrived */
  128: fault('undetermined'),
  /** DnsError */
  256: fault('soft'),
  /** SpamNotification */
  512: fault('message'),
  /** OpenRelayTest: no mail of ours */
  1_024: NOTHING,
  /** Unknown */
  2_048: fault('undetermined'),
  /** SoftBounce */
  4_096: fault('mailbox'),
  /** VirusNotification */
  8_192: fault('message'),
  /** ChallengeVerification: a person has to answer before it is delivered */
  16_384: fault('undetermined'),
  /** BadEmailAddress */
  100_000: fault('hard'),
  /** SpamComplaint */
  100_001: { event: 'complained' },
  /** ManuallyDeactivated */
  100_002: fault('hard'),
  /** Unconfirmed: our sender signature */
  100_003: fault('sender'),
  /** Blocked */
  100_006: fault('sender'),
  /** SMTPApiError */
  100_007: fault('message'),
  /** InboundError: of mail to us */
  100_008: NOTHING,
  /** DMARCPolicy */
  100_009: fault('sender'),
  /** TemplateRenderingFailed */
  100_010: fault('message'),
}

/** What a bounce says; a type that is new says only that something came back. */
export const postmarkBounce = (typeCode: number): PostmarkBounce =>
  POSTMARK_BOUNCES[typeCode] ?? fault('undetermined')
