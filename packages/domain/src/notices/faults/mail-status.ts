import type { DeliveryFault } from './delivery-fault.ts'

/** What one enhanced status code says: given up by class 5, or after tries by class 4. */
export interface StatusVerdict {
  readonly permanent: DeliveryFault
  readonly temporary: DeliveryFault
  /** The code says little by itself, so that the server's words decide first. */
  readonly isVague: boolean
}

const verdict = (permanent: DeliveryFault, temporary: DeliveryFault, isVague = false): StatusVerdict => ({
  permanent,
  temporary,
  isVague,
})
const DEAD = verdict('hard', 'soft')
const FULL = verdict('mailbox', 'mailbox')
const THEIRS = verdict('soft', 'soft')
const MESSAGE = verdict('message', 'message')
const SENDER = verdict('sender', 'sender')
const VAGUE = verdict('unclear', 'soft', true)
const VAGUE_OF_THEIRS = verdict('soft', 'soft', true)

/**
 * Every code of the registry by subject and detail (RFC 3463, 4468, 4954, 5248, 6531, 6710, 7293, 7372, 7505, 8616).
 * Source: docs/facts/delivery.md §3.
 */
const VERDICT_OF_CODE: Readonly<Record<string, StatusVerdict>> = {
  '0.0': VAGUE,
  '1.0': VAGUE,
  '1.1': DEAD,
  '1.2': DEAD,
  '1.3': DEAD,
  '1.4': VAGUE,
  '1.5': VAGUE,
  '1.6': DEAD,
  '1.7': SENDER,
  '1.8': SENDER,
  '1.9': VAGUE,
  '1.10': DEAD,
  '2.0': VAGUE,
  '2.1': DEAD,
  '2.2': FULL,
  '2.3': MESSAGE,
  '2.4': THEIRS,
  '3.0': VAGUE_OF_THEIRS,
  '3.1': THEIRS,
  '3.2': THEIRS,
  '3.3': MESSAGE,
  '3.4': MESSAGE,
  '3.5': THEIRS,
  '3.6': THEIRS,
  '4.0': VAGUE_OF_THEIRS,
  // Microsoft sends it for an address that it does not know.
  '4.1': VAGUE_OF_THEIRS,
  '4.2': THEIRS,
  '4.3': THEIRS,
  '4.4': DEAD,
  '4.5': THEIRS,
  '4.6': THEIRS,
  '4.7': THEIRS,
  // Microsoft again, for a mailbox that it does not know.
  '5.0': VAGUE,
  '5.1': SENDER,
  '5.2': SENDER,
  '5.3': SENDER,
  '5.4': SENDER,
  '5.5': SENDER,
  '5.6': SENDER,
  '6.0': MESSAGE,
  '6.1': MESSAGE,
  '6.2': MESSAGE,
  '6.3': MESSAGE,
  '6.4': MESSAGE,
  '6.5': MESSAGE,
  '6.6': MESSAGE,
  '6.7': MESSAGE,
  '6.8': MESSAGE,
  '6.9': MESSAGE,
  '6.10': MESSAGE,
  '7.0': SENDER,
  '7.1': SENDER,
  '7.2': SENDER,
  '7.3': SENDER,
  '7.4': SENDER,
  '7.5': SENDER,
  '7.6': SENDER,
  '7.7': SENDER,
  '7.8': SENDER,
  '7.9': SENDER,
  '7.10': SENDER,
  '7.11': SENDER,
  '7.12': SENDER,
  '7.13': SENDER,
  '7.14': SENDER,
  '7.15': SENDER,
  '7.16': SENDER,
  // The mailbox, or its whole domain, belongs to somebody else by now (RFC 7293).
  '7.17': DEAD,
  '7.18': DEAD,
  '7.19': SENDER,
  '7.20': SENDER,
  '7.21': SENDER,
  '7.22': SENDER,
  '7.23': SENDER,
  '7.24': SENDER,
  '7.25': SENDER,
  '7.26': SENDER,
  '7.27': SENDER,
  '7.28': SENDER,
  '7.29': SENDER,
  '7.30': SENDER,
}

/** Of a detail that the registry does not hold, by its subject. */
const VERDICT_OF_SUBJECT: Readonly<Record<string, StatusVerdict>> = {
  '0': VAGUE,
  '1': VAGUE,
  '2': VAGUE,
  '3': VAGUE_OF_THEIRS,
  '4': VAGUE_OF_THEIRS,
  '5': SENDER,
  '6': MESSAGE,
  '7': SENDER,
}

/** What a code such as "5.1.1" says; undefined for one of class 2 or of no subject. */
export function verdictOfStatus(
  code: string,
): { readonly fault: DeliveryFault; readonly isVague: boolean } | undefined {
  const [, kind = '', subject = '', detail = ''] = /^([45])\.(\d)\.(\d{1,3})$/.exec(code) ?? []
  const found = VERDICT_OF_CODE[`${subject}.${detail}`] ?? VERDICT_OF_SUBJECT[subject]
  if (found === undefined) return undefined
  return { fault: kind === '5' ? found.permanent : found.temporary, isVague: found.isVague }
}

/** Replies without an enhanced code (RFC 5321 §4.2.3, RFC 4954, RFC 7504). */
const FAULT_OF_REPLY: Readonly<Record<number, DeliveryFault>> = {
  500: 'sender',
  501: 'sender',
  502: 'sender',
  503: 'sender',
  504: 'sender',
  521: 'hard',
  530: 'sender',
  534: 'sender',
  535: 'sender',
  538: 'sender',
  552: 'mailbox',
  555: 'sender',
  556: 'hard',
}

/** What a bare reply says: of class 4 that the server had trouble, of 550 and its like nothing. */
export function faultOfReply(reply: number | undefined): DeliveryFault {
  if (reply === undefined) return 'unclear'
  return FAULT_OF_REPLY[reply] ?? (reply < 500 ? 'soft' : 'unclear')
}
