import { Ticket } from '@dolphin/domain/channel/ticket'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { pollInterval } from './poll-interval.ts'
import { SignedView } from './signed-view.tsx'
import { SigningSteps } from './signing-steps.tsx'
import { StoppedView } from './stopped-view.tsx'

interface SigningSessionProps {
  requestCode: string
  loanNo: string | null
  applicationNo: string | null
  /** A change of a loan that is paid out is signed, not its agreement. */
  isAmendment: boolean
}

/** One signing, by its status; kept alive by the channel, and by polling where the channel is blocked. */
export function SigningSession({ requestCode, loanNo, applicationNo, isAmendment }: SigningSessionProps) {
  // Beside the status, which nearly always says that it is still to be signed
  usePrefetchQuery(detailsOf(requestCode))
  const status = useQuery({
    ...reads('getRequestStatus', { query: { requestCode } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.final === true ? false : pollInterval(state.dataUpdateCount),
    refetchIntervalInBackground: true,
  })
  useTickets((message) => {
    if (message.ticket === Ticket.signatureCallback) void status.refetch()
  })
  return (
    <QueryView query={status}>
      {({ signStatus }) => {
        if (signStatus === SignStatus.notSigned) {
          return (
            <OpenSigningSession
              requestCode={requestCode}
              applicationNo={isAmendment ? null : applicationNo}
              reread={() => void status.refetch()}
            />
          )
        }
        if (signStatus === SignStatus.signed)
          return <SignedView requestCode={requestCode} isAmendment={isAmendment} />
        return <StoppedView signStatus={signStatus} loanNo={loanNo} isAmendment={isAmendment} />
      }}
    </QueryView>
  )
}

const detailsOf = (requestCode: string) => ({
  ...reads('getRequestDetails', { query: { requestCode } }),
  staleTime: Number.POSITIVE_INFINITY,
})

interface OpenSigningSessionProps {
  requestCode: string
  applicationNo: string | null
  reread: () => void
}

function OpenSigningSession({ requestCode, applicationNo, reread }: OpenSigningSessionProps) {
  const details = useQuery(detailsOf(requestCode))
  return (
    <QueryView query={details}>
      {(found) =>
        found.purpose === 'signature' ? (
          <SigningSteps
            details={found}
            applicationNo={applicationNo}
            reread={() => {
              void details.refetch()
              reread()
            }}
          />
        ) : null
      }
    </QueryView>
  )
}
