import { Icon } from '@dolphin/ui/icon/icon'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from 'wouter'
import { queryClient, reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { HistoryList } from './history-list.tsx'
import styles from './message.module.css'
import { messageText } from './messages.ts'
import { Conversation } from './conversation.tsx'
import { conversationsOf } from './subject.ts'
import { threadHeads } from './thread-heads.ts'

/**
 * /messages: what borrower and lender write to each other. The history list and the room stand beside each other
 * where there is room, one after the other on a phone. Source: product.md §9 (chat views), pages.md.
 */
export default withQueries(function MessagesPage() {
  const open = new URLSearchParams(useSearch()).get('thread') ?? undefined
  const history = useQuery(threadHeads)
  const current = useQuery(reads('listDisbursementLoan', {}))
  const past = useQuery(reads('listRepaymentLoan', {}))
  useTickets(() => void queryClient.invalidateQueries({ queryKey: ['listMessage'] }))
  const loanNos = [...(current.data?.loans ?? []), ...(past.data?.loans ?? [])].map(({ loanNo }) => loanNo)
  return (
    <PageContent width="wide">
      <PageHeading lead={messageText('lead')}>{messageText('title')}</PageHeading>
      <QueryView query={history} headed>
        {({ threads }) => (
          <div className={styles.chat} data-open={open !== undefined}>
            <HistoryList conversations={conversationsOf(threads, loanNos)} open={open} />
            {open === undefined ? (
              <div className={styles.nothing}>
                <Icon name="mail" size={48} />
                <h2>{messageText('choose')}</h2>
                <p>{messageText('chooseHint')}</p>
              </div>
            ) : (
              <div className={styles.opened}>
                <Link href="/messages" className={styles.back}>
                  <Icon name="back" size={20} />
                  {messageText('back')}
                </Link>
                <Conversation thread={open} />
              </div>
            )}
          </div>
        )}
      </QueryView>
    </PageContent>
  )
})
