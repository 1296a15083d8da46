import type { DeliveryFault } from '@dolphin/domain/notices/faults/delivery-fault'

/** One message to one person. `text` is never empty: a reader without HTML gets the whole message too. */
export type Mail = {
  readonly to: string
  /** "Name <address>" or an address. */
  readonly from: string
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string
  /** Where reports go: the sender of the envelope. */
  readonly returnPath?: string
  /** Comes back in reports (RFC 3461 §4.4). */
  readonly envelopeId?: string
  /** Also asks for a report of success: the proof of a notice of law. */
  readonly asksForDelivery?: boolean
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Chosen by the outbox and the same at every attempt, so that a mail sent twice is shown once. */
  readonly messageId: string
  /** Further header fields by name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
}

export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

/**
 * Delivers to the next hop, and returns the id that it gave the mail if it names one; or throws `MailFailure`. It does
 * not retry, the outbox does.
 */
export type MailSender = {
  send(mail: Mail): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * The mail was not taken. `permanent`: trying again will not help. `fault` says whose it is; what is the sender's and not
 * permanent (sign-in, sender address, connection) is no reason to give a notice up. The message holds no address.
 */
export class MailFailure extends Error {
  constructor(
    readonly permanent: boolean,
    readonly responseCode: number | undefined,
    readonly fault: DeliveryFault = 'soft',
    /** Enhanced status code, "5.1.1". */
    readonly status?: string,
  ) {
    super(`mail not accepted (${responseCode ?? 'no answer'})`)
    this.name = 'MailFailure'
  }
}

const LINE_BREAK = /[\r\n]/

/** Header values come from data; a line break in one would add a header of the writer's choice. */
export function assertPlainHeaders({
  to,
  from,
  replyTo = '',
  returnPath = '',
  subject,
  messageId,
  headers = {},
}: Mail): void {
  const values = [to, from, replyTo, returnPath, subject, messageId, ...Object.entries(headers).flat()]
  if (values.some((value) => LINE_BREAK.test(value))) {
    throw new RangeError('a mail header may not contain a line break')
  }
}
