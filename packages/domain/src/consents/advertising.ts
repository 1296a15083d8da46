import { AccountStatus, hasOptInFlag, OptInFlag } from '../identity/codes.ts'
import { ConsentKind } from '../portfolios/consent-template.ts'

/** The consent without which no advertisement goes by a channel: one given for calls and texts opens no mailbox. */
export const ADVERTISING_CONSENTS = {
  mail: ConsentKind.marketingMail,
  sms: ConsentKind.marketingCallsAndTexts,
} as const satisfies Readonly<Record<'mail' | 'sms', ConsentKind>>

export type AdvertisingChannel = keyof typeof ADVERTISING_CONSENTS

/** Every consent to advertising. */
export const ADVERTISING_CONSENT_KINDS: readonly ConsentKind[] = Object.values(ADVERTISING_CONSENTS)

/** Why no advertisement goes to a customer by a channel, in the order in which they are looked at. */
export const ADVERTISING_OBSTACLES = [
  'accountNotActive',
  'uncontactable',
  'noConsent',
  'addressStopped',
] as const
export type AdvertisingObstacle = (typeof ADVERTISING_OBSTACLES)[number]

/** What decides whether a customer may be sent an advertisement. */
export interface Addressee {
  readonly accountStatus: AccountStatus
  readonly optInFlags: number
  /** Whether the channel's own consent is given now. */
  readonly consented: boolean
  /** Whether the address bounced, or its owner complained or replied STOP. */
  readonly addressStopped: boolean
}

/**
 * What keeps an advertisement from a customer; null where it goes. The page that promises it, the act that queues it and
 * the worker that sends it all ask here. Source: docs/decisions/coupons.md; 16 CFR 316.5; 47 CFR 64.1200(a)(2).
 */
export function advertisingObstacle(customer: Addressee): AdvertisingObstacle | null {
  const { accountStatus, optInFlags, consented, addressStopped } = customer
  if (accountStatus !== AccountStatus.active) return 'accountNotActive'
  if (hasOptInFlag(optInFlags, OptInFlag.uncontactable)) return 'uncontactable'
  if (!consented || !hasOptInFlag(optInFlags, OptInFlag.marketing)) return 'noConsent'
  return addressStopped ? 'addressStopped' : null
}

/** Why the link to a coupon is not mailed: `sentToday` where one was queued on the same day. */
export const COUPON_MAIL_OBSTACLES = [...ADVERTISING_OBSTACLES, 'sentToday'] as const
export type CouponMailObstacle = (typeof COUPON_MAIL_OBSTACLES)[number]

/** The same as staff read it, after "no mail goes:". */
export const COUPON_MAIL_OBSTACLE_TEXTS: Readonly<Record<CouponMailObstacle, string>> = {
  accountNotActive: 'the account is not active',
  uncontactable: 'the customer may not be contacted',
  noConsent: 'the customer has not agreed to offers by email',
  addressStopped: 'mails to the address come back, or were complained of',
  sentToday: 'one was queued today already',
}
