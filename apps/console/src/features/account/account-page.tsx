import { useQuery } from '@tanstack/react-query'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { accountText } from './messages.ts'
import { OwnFactors } from './own-factors.tsx'
import { OwnSessions } from './own-sessions.tsx'

const READ = reads('readStaffAccount', {})

/** The employee's own passkeys, sessions and terminals. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(READ)
  const failure = data === undefined ? failureOf(error) : undefined
  return (
    <div className="page narrow">
      <PageHeading title={accountText.title} />
      {failure && <ReadingFailed failure={failure} onAgain={() => void refetch()} />}
      {data === undefined && failure === undefined && <Waiting />}
      {data && (
        <>
          <OwnFactors
            factors={data.factors}
            syncedConfirms={data.syncedConfirms}
            onChanged={(account) => queryClient.setQueryData(READ.queryKey, account)}
          />
          <OwnSessions sessions={data.sessions} onChanged={() => void refetch()} />
        </>
      )}
    </div>
  )
}
