import type { DeliveryEvent } from '../delivery-state.ts'

/**
 * Why a message failed, and so whose the failure is.
 * The person's, which counts against the address: `hard`, it is dead; `mailbox`, it is full or out of use for now;
 * `optedOut`, the recipient forbade it. Theirs: `soft`, the server or carrier of the recipient has trouble. Ours: `message`,
 * or `sender` with account, registration and pace. Unclear, so that a person looks: `unclear`, it failed and nothing says
 * why; `undetermined`, not even that it failed is known, as with an out-of-office answer. Source: docs/facts/delivery.md §3.
 */
export const DELIVERY_FAULTS = [
  'hard',
  'mailbox',
  'soft',
  'message',
  'sender',
  'optedOut',
  'unclear',
  'undetermined',
] as const

export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** What a failure says of its notice, whichever way it became known. */
export const EVENT_OF_FAULT: Readonly<Record<DeliveryFault, DeliveryEvent>> = {
  hard: 'failedHard',
  mailbox: 'failedSoft',
  soft: 'failedSoft',
  message: 'failedByUs',
  sender: 'failedByUs',
  optedOut: 'optedOut',
  unclear: 'failedUnclear',
  undetermined: 'undetermined',
}
