import type { CallReply } from '@dolphin/contract/call'
import type { sendMessageCall } from '@dolphin/contract/messages'
import type { SecureMessage, ThreadLoanNo } from '@dolphin/database/messages/secure-message-repository'
import { isoInZone } from '@dolphin/domain/time/new-york'

/** Messages that one answer carries; older ones are asked for with `before`. */
export const MESSAGE_PAGE = 50

/** A message as both sides of the conversation are sent it. */
export function messageView(
  { messageNo, sender, text, loanNo, sentAt, readAt }: SecureMessage,
  timeZone: string,
): CallReply<typeof sendMessageCall> {
  return {
    messageNo,
    from: sender,
    text,
    loanNo,
    sentAt: isoInZone(sentAt, timeZone),
    readAt: readAt === null ? null : isoInZone(readAt, timeZone),
  }
}

/** One page of messages and from where the next one goes on; `found` holds one more than a page shows. */
export function messagePage(found: readonly SecureMessage[], timeZone: string) {
  const shown = found.slice(0, MESSAGE_PAGE)
  return {
    messages: shown.map((message) => messageView(message, timeZone)),
    before: found.length > MESSAGE_PAGE ? (shown.at(-1)?.messageNo ?? null) : null,
  }
}

const ACCOUNT = 'account'

/** The name of a conversation on the wire: its loan's number, or "account". */
export const threadName = (loanNo: ThreadLoanNo): string => loanNo ?? ACCOUNT

/** The loan that a conversation is about; null for the account as a whole. */
export const threadLoanNo = (thread: string): ThreadLoanNo => (thread === ACCOUNT ? null : thread)
