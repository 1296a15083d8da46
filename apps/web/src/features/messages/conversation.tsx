import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { bootData } from '../../app/boot.ts'
import { QueryView } from '../../app/query-view.tsx'
import { queryClient } from '../../api-client/with-queries.tsx'
import { momentText } from '../servicing/moment-text.ts'
import { Composer } from './composer.tsx'
import styles from './message.module.css'
import { messageText } from './messages.ts'
import { type SecureMessage, subjectText } from './subject.ts'
import { useConversation, useOpened } from './use-conversation.ts'

/** One conversation: its messages in a scroll area, the newest in sight, and where to write the next. */
export function Conversation({ thread }: { thread: string }) {
  const { query, messages } = useConversation(thread)
  const reread = useCallback(() => void queryClient.invalidateQueries({ queryKey: ['listMessage'] }), [])
  useOpened(thread, messages, reread)
  return (
    <section className={styles.room} aria-label={messageText('room', { subject: subjectText(thread) })}>
      <h2>{subjectText(thread)}</h2>
      <QueryView query={query} headed>
        {() => (
          <Scroll newest={messages.at(-1)?.messageNo}>
            {query.hasNextPage && (
              <Button
                variant="quiet"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {messageText('earlier')}
              </Button>
            )}
            {messages.length === 0 && <p>{messageText('empty')}</p>}
            <ol className={styles.messages}>
              {messages.map((message) => (
                <Message key={message.messageNo} message={message} />
              ))}
            </ol>
          </Scroll>
        )}
      </QueryView>
      <Composer key={thread} thread={thread} sent={reread} />
    </section>
  )
}

/** Its own scroll area, reached by keyboard; a new message at the end comes into sight. */
function Scroll({ newest, children }: { newest: string | undefined; children: ReactNode }) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (newest !== undefined) area.current?.scrollTo({ top: area.current.scrollHeight })
  }, [newest])
  return (
    <section
      ref={area}
      className={styles.scroll}
      tabIndex={0}
      aria-label={messageText('title')}
      aria-live="polite"
    >
      {children}
    </section>
  )
}

function Message({ message: { from, text, sentAt, readAt } }: { message: SecureMessage }) {
  const mine = from === 'customer'
  return (
    <li className={mine ? styles.mine : styles.theirs}>
      <p className={styles.writer}>
        {mine ? messageText('you') : bootData().portfolio.brandName}
        <time dateTime={sentAt}>{momentText(sentAt)}</time>
      </p>
      <p className={styles.text}>{text}</p>
      {mine && readAt !== null && (
        <p className={styles.seen}>{messageText('read', { when: momentText(readAt) })}</p>
      )}
    </li>
  )
}
