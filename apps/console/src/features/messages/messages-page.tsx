import { useQuery } from '@tanstack/react-query'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { ListPage, useResult } from '../../list/list-page.tsx'
import { PortfolioFilter } from '../../list/portfolio-filter.tsx'
import { useAskedPortfolio } from '../../list/portfolio-scope.ts'
import { SaveList } from '../../list/save-list.tsx'
import { type SteadyRow, useSteadyRows } from '../../list/steady-rows.ts'
import { useListPlace } from '../../list/use-list-place.ts'
import { ageText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { ItemHold } from '../work/item-hold.tsx'
import { TakeNext } from '../work/take-next.tsx'
import { takerText } from '../work/taker.ts'
import { Conversation } from './conversation.tsx'
import { messageText } from './messages.ts'

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
  const steady = useSteadyRows({
    list: String(portfolioId),
    rows: query.data?.conversations,
    pages: 1,
    keyOf,
  })
  const list = {
    ...steady,
    failure: query.data === undefined ? failureOf(query.error) : undefined,
    again: () => void query.refetch(),
    more: undefined,
  }
  const { result, say, leave } = useResult({ list, place, keyOf })
  const works = mayAct(session, 'workItem.own', ['may'])
  const head = list.rows?.find(({ openId }) => openId === place.chosen)
  return (
    <ListPage
      title={messageText.title}
      caption={messageText.caption}
      views="messages"
      filters={
        <>
          <PortfolioFilter place={place} permission="loan.read" rows={list.rows} />
          <SaveList name="exportConversation" query={{ portfolioId }} />
          {works && (
            <TakeNext
              among={{ kind: 'messageToAnswer', portfolioId }}
              onNone={say}
              onTaken={({ facts }) => {
                place.open(String(facts['openId']))
                say(messageText.yoursNow)
                void query.refetch()
              }}
            />
          )}
        </>
      }
      result={result}
      list={list}
      place={place}
      keyOf={keyOf}
      columns={columnsFor(session.employeeId)}
      empty={messageText.empty}
      choose={messageText.choose}
    >
      {place.chosen && (
        <Conversation
          key={place.chosen}
          openId={place.chosen}
          thread={head?.thread}
          mayAnswer={mayAct(session, 'message.answer', ['may'])}
          hold={
            head?.workItemNo &&
            works && (
              <ItemHold
                workItemNo={head.workItemNo}
                takenBy={head.takenBy}
                takenAt={null}
                onTaken={() => {
                  void query.refetch()
                  say(messageText.yours(head.customerName))
                }}
                onLookAgain={() => void query.refetch()}
              />
            )
          }
          onAnswered={leave}
        />
      )}
    </ListPage>
  )
}

const keyOf = ({ openId }: Head) => openId

const columnsFor = (ownId: string): readonly Column<SteadyRow<Head>>[] => [
  { heading: messageText.customer, cell: ({ customerName }) => customerName },
  {
    heading: messageText.about,
    cell: ({ thread }) => (thread === 'account' ? messageText.account : thread),
  },
  { heading: messageText.portfolio, kind: 'figure', cell: ({ portfolioId }) => portfolioId },
  { heading: messageText.waiting, kind: 'figure', cell: ({ waiting }) => waiting },
  { heading: messageText.since, kind: 'figure', cell: ({ since }) => ageText(since, serverClock.now()) },
  { heading: messageText.takenBy, cell: ({ takenBy }) => takerText(takenBy, ownId) },
]
