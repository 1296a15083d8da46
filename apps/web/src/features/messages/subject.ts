import type { CallValue } from '../../api-client/call.ts'
import { messageText } from './messages.ts'
import { ACCOUNT_THREAD } from './thread-heads.ts'

export type ThreadHead = CallValue<'listMessage'>['threads'][number]
export type SecureMessage = CallValue<'listMessage'>['messages'][number]

/** One row of the history list: an existing conversation, or a loan without messages. */
export interface Conversation {
  readonly thread: string
  readonly head: ThreadHead | undefined
}

/** What a conversation is about, in the reader's words. */
export const subjectText = (thread: string): string =>
  thread === ACCOUNT_THREAD ? messageText('aboutAccount') : messageText('aboutLoan', { loanNo: thread })

/** Conversations with the newest message first, then what could be written about: the account, each loan. */
export function conversationsOf(
  heads: readonly ThreadHead[],
  loanNos: readonly string[],
): readonly Conversation[] {
  const known = new Set(heads.map(({ thread }) => thread))
  const silent = [ACCOUNT_THREAD, ...loanNos].filter((thread) => !known.has(thread))
  return [
    ...heads.map((head) => ({ thread: head.thread, head })),
    ...[...new Set(silent)].map((thread) => ({ thread, head: undefined })),
  ]
}
