import { Icon } from '@dolphin/ui/icon/icon'
import { Link } from 'wouter'
import { instantDayText } from '../../time/instant-text.ts'
import styles from './message.module.css'
import { messageText } from './messages.ts'
import { type Conversation, subjectText, type ThreadHead } from './subject.ts'

interface HistoryListProps {
  conversations: readonly Conversation[]
  open: string | undefined
}

/** What was written about, newest first, in a scroll area of its own beside the room (product.md §9). */
export function HistoryList({ conversations, open }: HistoryListProps) {
  return (
    <nav aria-label={messageText('history')} className={styles.history}>
      <ul>
        {conversations.map(({ thread, head }) => (
          <li key={thread}>
            <Link
              href={`/messages?thread=${thread}`}
              className={styles.conversation}
              aria-current={thread === open ? 'page' : undefined}
            >
              <Icon name={head === undefined ? 'mail' : 'person'} size={28} />
              <span className={styles.words}>
                <strong>{subjectText(thread)}</strong>
                <span className={styles.excerpt}>{head?.excerpt ?? messageText('nothingYet')}</span>
              </span>
              {head !== undefined && <Aside head={head} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Aside({ head: { lastAt, unread } }: { head: ThreadHead }) {
  return (
    <span className={styles.aside}>
      <span>{instantDayText(lastAt)}</span>
      {unread > 0 && <span className={styles.badge}>{messageText('newCount', { count: unread })}</span>}
    </span>
  )
}
