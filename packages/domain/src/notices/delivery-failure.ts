/**
 * Whose fault a final failure is: `hard` and `soft` are the address's, `message` and `sender` are ours, so they leave
 * the address alone. Source: docs/facts/delivery.md §3.
 */
export type DeliveryFault = 'hard' | 'soft' | 'message' | 'sender'

/** What a mail server says of a failure. */
export interface MailFailureReport {
  /** "5.1.1", with whatever stands behind it; an enhanced status code (RFC 3463). */
  readonly status?: string | undefined
  /** The server's own words, which may hold a status or a reply code. */
  readonly text?: string | undefined
  /** 250 to 599, where the server gave one. */
  readonly reply?: number | undefined
}

const STATUS = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/
const REPLY = /(?<![\d.-])([45]\d\d)(?![\d.])/
const UNKNOWN_USER =
  /user (is )?unknown|unknown (user|recipient|mailbox)|no such (user|recipient|mailbox|address)|(user|mailbox|recipient|address|account) (\S+ )?(does not exist|doesn't exist|not found)|recipient address rejected|mailbox disabled/i

const FAULT_OF_STATUS: Readonly<Record<string, DeliveryFault>> = {
  '5.1.1': 'hard',
  '5.1.2': 'hard',
  '5.1.3': 'hard',
  '5.1.6': 'hard',
  '5.1.10': 'hard',
  '5.2.1': 'hard',
  '5.4.4': 'hard',
  '5.2.2': 'soft',
  '5.4.7': 'soft',
  '5.1.7': 'sender',
  '5.1.8': 'sender',
  '5.2.3': 'message',
  '5.3.4': 'message',
}
/** Codes that say little by themselves; Microsoft sends 5.4.1 for an address that it does not know. */
const UNCLEAR_STATUS = /^5\.(0\.0|1\.0|4\.1)$/
const FULL_STATUS = /^[45]\.2\.2$/

/** The enhanced status code of a failure: its own, else the one within the server's words. */
export function statusCodeOf({ status, text }: MailFailureReport): string | undefined {
  const found = STATUS.exec(status ?? '') ?? STATUS.exec(text ?? '')
  return found === null ? undefined : found[0]
}

/** Whether the mailbox was full, which counts beside other soft failures. */
export const isMailboxFull = (report: MailFailureReport): boolean =>
  FULL_STATUS.test(statusCodeOf(report) ?? '')

/**
 * Whose fault the failure of a mail is: by its status, else by the reply code and words. What is unknown counts as
 * soft, so that one unclear report never switches an address off.
 */
export function faultOfMail(report: MailFailureReport): DeliveryFault {
  const status = statusCodeOf(report)
  const isUnknownUser = UNKNOWN_USER.test(report.text ?? '')
  if (status === undefined) return isUnknownUser && replyOf(report) >= 500 ? 'hard' : 'soft'
  const known = FAULT_OF_STATUS[status]
  if (known !== undefined) return known
  if (UNCLEAR_STATUS.test(status)) return isUnknownUser ? 'hard' : 'soft'
  const [, subject] = status.split('.')
  if (subject === '7') return 'sender'
  return subject === '6' && status.startsWith('5') ? 'message' : 'soft'
}

const replyOf = ({ reply, text }: MailFailureReport): number =>
  reply ?? Number(REPLY.exec(text ?? '')?.[1] ?? 0)

/** What a code of the text message carrier says of a failure. */
export type TextFault = DeliveryFault | 'optedOut'

const FAULT_OF_TEXT_CODE: Readonly<Record<number, TextFault>> = {
  21_610: 'optedOut',
  21_211: 'hard',
  21_612: 'hard',
  21_614: 'hard',
  21_635: 'hard',
  30_005: 'hard',
  30_006: 'hard',
  30_003: 'soft',
  30_008: 'soft',
  30_004: 'message',
  30_007: 'message',
  20_003: 'sender',
  20_404: 'sender',
  20_429: 'sender',
  30_001: 'sender',
  30_002: 'sender',
  30_034: 'sender',
}

/** Whose fault the failure of a text message is, by Twilio's error code. Source: docs/facts/delivery.md §5, Twilio. */
export const faultOfText = (code: number | undefined): TextFault =>
  (code === undefined ? undefined : FAULT_OF_TEXT_CODE[code]) ?? 'soft'
