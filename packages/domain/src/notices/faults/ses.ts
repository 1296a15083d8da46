import type { DeliveryEvent } from '../delivery-state.ts'
import type { DeliveryFault } from './delivery-fault.ts'

/**
 * Every bounce that Amazon SES documents, as "type/subtype". What it did not send because an address stands on a list
 * was not tried at all; `Transient/General` and `Undetermined` are often out-of-office answers.
 * Source: Amazon SES Developer Guide, Amazon SNS notification contents, Bounce types; docs/facts/delivery.md §5, SES.
 */
export const FAULT_OF_SES_BOUNCE: Readonly<Record<string, DeliveryFault>> = {
  'Undetermined/Undetermined': 'undetermined',
  'Permanent/General': 'hard',
  'Permanent/NoEmail': 'hard',
  'Permanent/Suppressed': 'hard',
  'Permanent/OnAccountSuppressionList': 'hard',
  'Permanent/OnTenantSuppressionList': 'hard',
  'Permanent/EmailValidationSuppressed': 'hard',
  'Permanent/UnsubscribedRecipient': 'optedOut',
  'Transient/General': 'undetermined',
  'Transient/MailboxFull': 'mailbox',
  'Transient/MessageTooLarge': 'message',
  'Transient/ContentRejected': 'message',
  'Transient/AttachmentRejected': 'message',
  'Transient/CustomTimeoutExceeded': 'soft',
}

const FAULT_OF_SES_TYPE: Readonly<Record<string, DeliveryFault>> = { Permanent: 'hard', Transient: 'soft' }

/** Why SES says that a mail bounced; a subtype that is new counts as its type. */
export const faultOfSesBounce = (type: string, subtype: string): DeliveryFault =>
  FAULT_OF_SES_BOUNCE[`${type}/${subtype}`] ?? FAULT_OF_SES_TYPE[type] ?? 'undetermined'

/** Kinds of complaint: the last two are none. Source: as above, complaintFeedbackType; RFC 5965 §7.3. */
export const EVENT_OF_SES_COMPLAINT: Readonly<Record<string, DeliveryEvent | null>> = {
  abuse: 'complained',
  fraud: 'complained',
  virus: 'complained',
  other: 'complained',
  'not-spam': null,
  'auth-failure': null,
}

/** Complaint of the past: SES did not send the mail, because the address stands on the account's list. */
export const SES_COMPLAINT_NOT_SENT = 'OnAccountSuppressionList'
