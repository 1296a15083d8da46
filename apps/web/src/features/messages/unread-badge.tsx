import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api-client/with-queries.tsx'
import { menuText } from '../../app/after-paint/menu-messages.ts'
import { useTickets } from '../../channel/use-tickets.ts'
import { threadHeads } from './thread-heads.ts'
import styles from './unread-badge.module.css'

/** A longer number does not fit into the badge; a screen reader hears the whole count. */
const MOST_SHOWN = 99

/**
 * How many messages of the lender were not opened yet, beside the menu's word for them. There is no badge where there
 * are none, or where they could not be read. It is the page's own reading, so it goes when the page opens one.
 */
export default function UnreadBadge() {
  const { data } = useQuery(threadHeads, queryClient)
  useTickets(({ data: arrived }) => {
    if ('messageNo' in arrived) void queryClient.invalidateQueries({ queryKey: ['listMessage'] })
  })
  const count = (data?.threads ?? []).reduce((sum, { unread }) => sum + unread, 0)
  if (count === 0) return null
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      </span>
      <span className="visually-hidden">, {menuText('unread', { count })}</span>
    </>
  )
}
