import type { DeliveryFault } from './faults/delivery-fault.ts'
import { faultOfReply, verdictOfStatus } from './faults/mail-status.ts'
import { faultOfWords } from './faults/server-words.ts'

/** What a mail server says of a failure. */
export interface MailFailureReport {
  /** "5.1.1", with whatever stands behind it; an enhanced status code (RFC 3463). */
  readonly status?: string | undefined
  /** The server's own words from every place that holds some; they may hold a status or a reply code. */
  readonly text?: string | undefined
  /** 250 to 599, where the server gave one. */
  readonly reply?: number | undefined
}

const STATUS = /(?<![\d.])[245]\.[0-7]\.\d{1,3}(?![\d.])/g
const REPLY = /(?<![\d.#-])([45]\d\d)(?![\d.])/

const codesIn = (text: string | undefined): readonly string[] => text?.match(STATUS) ?? []

/**
 * The enhanced status code of a failure: the first that says what happened, in the field for it or within the server's
 * words; else the first.
 */
export function statusCodeOf({ status, text }: MailFailureReport): string | undefined {
  const codes = [...codesIn(status), ...codesIn(text)]
  return codes.find((code) => verdictOfStatus(code)?.isVague === false) ?? codes[0]
}

/**
 * Why a mail failed: by its status, where that says little by the server's words, else by the reply. What nothing
 * explains is `unclear`, so that it switches no address off; a temporary failure is never `hard`.
 * Source: docs/facts/delivery.md §3.
 */
export function faultOfMail(report: MailFailureReport): DeliveryFault {
  const code = statusCodeOf(report)
  const verdict = code === undefined ? undefined : verdictOfStatus(code)
  if (verdict?.isVague === false) return verdict.fault
  const reply = replyOf(report)
  const words = faultOfWords(report.text ?? '')
  const isTemporary = code === undefined ? reply !== undefined && reply < 500 : code.startsWith('4')
  if (words !== undefined) return words === 'hard' && isTemporary ? 'soft' : words
  return verdict?.fault ?? faultOfReply(reply)
}

/** Whether the mailbox was full, which counts beside other failures of it. */
export const isMailboxFull = (report: MailFailureReport): boolean => faultOfMail(report) === 'mailbox'

function replyOf({ reply, text }: MailFailureReport): number | undefined {
  const [, found] = REPLY.exec(text ?? '') ?? []
  return reply ?? (found === undefined ? undefined : Number(found))
}
