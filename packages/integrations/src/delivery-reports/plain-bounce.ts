import type { MessagePart } from './message-parts.ts'

/** Servers that speak for themselves; a person's vacation answer comes from the person. */
const FROM_SERVER = /\b(mailer-daemon|postmaster|mail delivery (sub)?system|mail-?daemon)\b/i
const FAILED_RECIPIENTS = 'x-failed-recipients'
/** The beginning of bounces of Exim, qmail, Postfix, Sendmail, Exchange, T-Online and their like, also in Spanish. */
const FAILS =
  /(delivery (has )?(status notification \()?fail|failure notice|undeliver|returned (mail|to sender)|returning message|(could|can) ?not be delivered|couldn't be delivered|wasn't able to deliver|unable to deliver|delivery failure|permanent(ly)? (error|failure|failed)|no se (pudo|ha podido) entregar|unzustellbar)/i
const DELAYED =
  /\b(delayed|warning: (message|could not)|still trying|will (keep|continue) trying|not yet been delivered|demorad[oa]|retrasad[oa])\b/i

/**
 * Whether a message without a delivery report in it is a bounce in plain words: a server names the recipient that failed,
 * or says in its own name that the mail did not arrive. `Auto-Submitted` and an empty return path prove nothing, for
 * vacation answers have them too. Source: docs/facts/delivery.md §2.
 */
export function plainBounce(whole: MessagePart, words: string): 'failed' | 'delayed' | undefined {
  const from = whole.header('from') ?? ''
  const subject = whole.header('subject') ?? ''
  const isOfServer = FROM_SERVER.test(from) || whole.header(FAILED_RECIPIENTS) !== undefined
  if (!isOfServer) return undefined
  if (DELAYED.test(subject)) return 'delayed'
  if (whole.header(FAILED_RECIPIENTS) !== undefined || FAILS.test(`${subject} ${words}`)) return 'failed'
  return DELAYED.test(words) ? 'delayed' : undefined
}
