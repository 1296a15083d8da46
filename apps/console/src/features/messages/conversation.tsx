import { Button } from '@dolphin/ui/button/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FileLink } from '../../app/file-link.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { CallError, failureOf } from '../../calls/queries.ts'
import { dayAndTimeText } from '../../time/instant-text.ts'
import { AnswerForm } from './answer-form.tsx'
import { messageText } from './messages.ts'
import styles from './messages.module.css'

type Message = CallValue<'showConversation'>['messages'][number]

interface ConversationProps {
  openId: string
  /** The conversation that waits: a loan's number, or "account"; undefined where none does. */
  thread: string | undefined
  mayAnswer: boolean
  /** Which colleague has it; nothing where the customer does not wait. */
  hold: ReactNode
  onAnswered: (line: string, openId: string) => void
}

/** What one customer and the lender wrote, oldest first, and the answer. */
export function Conversation({ openId, thread, mayAnswer, hold, onAnswered }: ConversationProps) {
  const query = useInfiniteQuery({
    queryKey: ['showConversation', 'pages', openId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const result = await call('showConversation', { params: { openId }, query: { before: pageParam } })
      if (!result.ok) throw new CallError(result.failure)
      return result.value
    },
    getNextPageParam: ({ before }) => before ?? undefined,
  })
  const [newest] = query.data?.pages ?? []
  const failure = newest === undefined ? failureOf(query.error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void query.refetch()} />
  if (newest === undefined) return <Waiting />
  const name = newest.customerName
  // Nothing waits: who writes first goes on where the two spoke last
  const about = thread ?? newest.messages[0]?.loanNo ?? 'account'
  const messages = query.data?.pages.flatMap((page) => page.messages).toReversed() ?? []
  return (
    <section className="panel padded" aria-label={name}>
      <h2>
        <FileLink file={openId}>{name}</FileLink>
      </h2>
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messageText.earlier}
        </Button>
      )}
      {messages.length === 0 && <p className="muted">{messageText.none}</p>}
      <ol className={styles.thread}>
        {messages.map((message) => (
          <Line key={message.messageNo} message={message} name={name} />
        ))}
      </ol>
      {hold && <div className={styles.hold}>{hold}</div>}
      {mayAnswer && (
        <AnswerForm
          openId={openId}
          loanNo={about === 'account' ? undefined : about}
          onSent={() => onAnswered(messageText.sent(name), openId)}
          onSettled={() => onAnswered(messageText.settled(name), openId)}
        />
      )}
    </section>
  )
}

function Line({ message: { from, text, loanNo, sentAt, readAt }, name }: { message: Message; name: string }) {
  const waits = from === 'customer' && readAt === null
  return (
    <li data-from={from}>
      <p className="small muted">
        <b>{from === 'lender' ? messageText.lender : name}</b>, {dayAndTimeText(sentAt)}
        {loanNo !== null && `, ${messageText.loan(loanNo)}`}
        {waits && <span className={styles.waits}>{messageText.waits}</span>}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
