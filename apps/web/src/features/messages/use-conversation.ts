import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api-client/call.ts'
import { CallError } from '../../api-client/with-queries.tsx'
import type { SecureMessage } from './subject.ts'

/** One conversation, page by page from its newest message; `messages` has the oldest first, as it is read. */
export function useConversation(thread: string) {
  const query = useInfiniteQuery({
    queryKey: ['listMessage', thread],
    queryFn: async ({ pageParam, signal }) => {
      const page = pageParam === '' ? {} : { before: pageParam }
      const result = await call('listMessage', { query: { thread, ...page } }, { signal })
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
    initialPageParam: '',
    getNextPageParam: ({ before }) => before,
  })
  const messages = (query.data?.pages ?? []).flatMap((page) => page.messages).toReversed()
  return { query, messages }
}

/** Tells the lender that its newest message was opened, once it is on the page. */
export function useOpened(thread: string, messages: readonly SecureMessage[], told: () => void): void {
  const newest = messages.findLast(({ from, readAt }) => from === 'lender' && readAt === null)?.messageNo
  useEffect(() => {
    if (newest === undefined) return
    // Where it fails, the message stays new: the next look at it tells again
    void call('readMessage', { body: { thread, through: newest } }, { quiet: true }).then(
      (result) => result.ok && told(),
    )
  }, [thread, newest, told])
}
