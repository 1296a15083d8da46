import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { type Column, DeskTable } from '../../list/desk-table.tsx'
import listStyles from '../../list/desk-table.module.css'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { type SteadyRow, useSteadyRows } from '../../list/steady-rows.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { useRowKeys } from '../../list/use-row-keys.ts'
import { ageText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { Conversation } from './conversation.tsx'
import { messageText } from './messages.ts'
import styles from './messages.module.css'

type Head = CallValue<'listConversation'>['conversations'][number]

/** Customers write at any time. */
const LOOK_AGAIN_MS = 30_000

/** Who waits for an answer, the longest first, and what was written. */
export function MessagesPage() {
  const place = useListPlace('/messages')
  const session = useSession()
  const portfolioId = useAskedPortfolio(place, 'loan.read')
  const query = useQuery({
    ...reads('listConversation', { query: { portfolioId } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const list = useSteadyRows({
    list: String(portfolioId),
    rows: query.data?.conversations,
    pages: 1,
    keyOf: ({ openId }: Head) => openId,
  })
  const [result, setResult] = useState<string>()
  const failure = query.data === undefined ? failureOf(query.error) : undefined
  const keys = list.rows?.map(({ openId }) => openId) ?? []
  useRowKeys({ keys, chosen: place.chosen, open: place.open, take: list.take })
  const answered = (line: string, openId: string) => {
    setResult(line)
    place.open(list.rows?.find((row) => row.openId !== openId && !row.gone)?.openId)
    list.drop(openId)
    void query.refetch()
  }
  const head = list.rows?.find(({ openId }) => openId === place.chosen)
  return (
    <div className="page">
      <PageHeading title={messageText.title} />
      <div className={listStyles.filters}>
        <PortfolioFilter
          place={place}
          permission="loan.read"
          found={list.rows?.map((row) => row.portfolioId) ?? []}
        />
      </div>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {failure && <ReadingFailed failure={failure} onAgain={() => void query.refetch()} />}
      {list.rows === undefined && failure === undefined && <Waiting />}
      {list.rows && (
        <div className={styles.columns}>
          <DeskTable
            caption={messageText.caption}
            columns={COLUMNS}
            rows={list.rows}
            keyOf={({ openId }) => openId}
            hrefOf={({ openId }) => place.hrefOf(openId)}
            chosen={place.chosen}
            empty={messageText.empty}
            newcomers={list.newcomers}
            onTake={list.take}
            onMore={undefined}
          />
          {place.chosen === undefined ? (
            <section className="panel padded" aria-label={messageText.caption}>
              <p className="muted">{messageText.choose}</p>
            </section>
          ) : (
            <Conversation
              key={place.chosen}
              openId={place.chosen}
              thread={head?.thread ?? 'account'}
              mayAnswer={mayAct(session, 'message.answer', ['may'])}
              onAnswered={answered}
            />
          )}
        </div>
      )}
    </div>
  )
}

const COLUMNS: readonly Column<SteadyRow<Head>>[] = [
  { heading: messageText.customer, cell: ({ customerName }) => customerName },
  {
    heading: messageText.about,
    cell: ({ thread }) => (thread === 'account' ? messageText.account : thread),
  },
  { heading: messageText.portfolio, kind: 'figure', cell: ({ portfolioId }) => portfolioId },
  { heading: messageText.waiting, kind: 'figure', cell: ({ waiting }) => waiting },
  { heading: messageText.since, kind: 'figure', cell: ({ since }) => ageText(since, serverClock.now()) },
]
