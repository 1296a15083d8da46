import type { DeliveryFault } from './delivery-fault.ts'

/**
 * Every reason for which SendGrid drops a mail before it is tried.
 * Source: Twilio SendGrid, Event Webhook Reference, dropped; docs/facts/delivery.md §5, SendGrid.
 */
export const FAULT_OF_SENDGRID_DROP: Readonly<Record<string, DeliveryFault>> = {
  'invalid smtpapi header': 'message',
  'spam content': 'message',
  'recipient list over package quota': 'sender',
  'unsubscribed address': 'optedOut',
  'bounced address': 'hard',
  'spam reporting address': 'hard',
  invalid: 'hard',
}

/** Why SendGrid dropped a mail; a reason that is new says nothing of the address. */
export const faultOfSendgridDrop = (reason: string): DeliveryFault =>
  FAULT_OF_SENDGRID_DROP[reason.trim().toLowerCase()] ?? 'unclear'

/** Every class of bounce. Source: as above, bounce_classification. */
export const FAULT_OF_SENDGRID_CLASS: Readonly<Record<string, DeliveryFault>> = {
  'invalid address': 'hard',
  technical: 'soft',
  content: 'message',
  reputation: 'sender',
  'frequency or volume too high': 'sender',
  'mailbox unavailable': 'mailbox',
  unclassified: 'unclear',
}

/** Why a mail bounced, where the receiving server named no code: by its class, else by whether SendGrid calls it a bounce. */
export function faultOfSendgridBounce(classification: string, type: string): DeliveryFault {
  const known = FAULT_OF_SENDGRID_CLASS[classification.trim().toLowerCase()]
  if (known !== undefined && known !== 'unclear') return known
  return type === 'blocked' ? 'unclear' : 'hard'
}
