import { capitalizeName } from '@dolphin/domain/format/person-name'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { CallValue } from '../../api-client/call.ts'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { usePersisted } from '../../app/use-persisted.ts'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { HomeView } from './home-view.tsx'
import { HomeSections } from './home-sections.tsx'
import { homeText } from './messages.ts'
import { NewAddress } from './new-address.tsx'
import { waitInterval } from './wait-interval.ts'

export type HomeLoans = CallValue<'listDisbursementLoan'>
export type HomeLoan = HomeLoans['loans'][number]

/** /home: one clear next step by the home flag, and what a customer comes back for. */
export default withQueries(function HomePage() {
  useEarlyReads()
  const loans = useQuery({
    ...reads('listDisbursementLoan', {}),
    refetchInterval: ({ state }) => waitInterval(state.data, state.dataUpdateCount),
    refetchIntervalInBackground: true,
  })
  useTickets(() => void loans.refetch())
  return (
    <PageContent width="wide">
      <Greeting />
      <NewAddress />
      <QueryView query={loans} headed>
        {(found) => (
          <HomeView loans={found} reread={() => void loans.refetch()}>
            <HomeSections />
          </HomeView>
        )}
      </QueryView>
    </PageContent>
  )
})

/** All that the page shows first is asked for at once, in the order of the page and before it is even drawn. */
function useEarlyReads() {
  usePrefetchQuery(reads('listDisbursementLoan', {}))
  usePrefetchQuery(reads('getPersonalInfo', {}))
  usePrefetchQuery(reads('listRepaymentLoan', {}))
  usePrefetchQuery(reads('documentList', { query: {} }))
  usePrefetchQuery(reads('noticeList', { query: {} }))
}

/** The name comes when it is read; the page does not wait for it, nor fall over without it. */
function Greeting() {
  const person = useQuery(reads('getPersonalInfo', {}))
  const consentPhone = person.data?.consentPhone ?? undefined
  usePersisted('session', consentPhone === undefined ? undefined : { consentPhone })
  usePersisted('portfolio', { portfolioId: bootData().portfolio.portfolioId })
  const name = person.data ? capitalizeName(person.data.name.firstName) : ''
  return (
    <PageHeading>{name === '' ? homeText('greetingUnnamed') : homeText('greeting', { name })}</PageHeading>
  )
}
