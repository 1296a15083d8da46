/** One message to one person. `text` is never empty: a reader without HTML gets the whole message too. */
export type Mail = {
  readonly to: string
  /** "Name <address>" or an address. */
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Chosen by the outbox and the same at every attempt, so that a mail sent twice is shown once. */
  readonly messageId: string
  readonly attachments?: readonly MailAttachment[]
}

export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** Delivers to the next hop or throws `MailFailure`; it does not retry, the outbox does. */
export type MailSender = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The mail was not taken. `permanent` (5xx): trying again will not help. The message holds no address. */
export class MailFailure extends Error {
  constructor(
    readonly permanent: boolean,
    readonly responseCode: number | undefined,
  ) {
    super(`mail not accepted (${responseCode ?? 'no answer'})`)
    this.name = 'MailFailure'
  }
}

const LINE_BREAK = /[\r\n]/

/** Header values come from data; a line break in one would add a header of the writer's choice. */
export function assertPlainHeaders({ to, from, subject, messageId }: Mail): void {
  if ([to, from, subject, messageId].some((value) => LINE_BREAK.test(value))) {
    throw new RangeError('a mail header may not contain a line break')
  }
}
