import { isOutstanding } from '@dolphin/domain/applications/document-request'
import { isUnderReview } from '@dolphin/domain/loans/review-status'
import { Card } from '@dolphin/ui/card/card'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { StepHeading } from '../../app/step-heading.tsx'
import { useTickets } from '../../channel/use-tickets.ts'
import { RequestedDocument } from './requested-document.tsx'
import { requestedText } from './requested-messages.ts'
import styles from './requested.module.css'
import type { Requested } from './requested-upload.tsx'

interface RequestedDocumentsProps {
  loanNo: string
  subStatus: Parameters<typeof isUnderReview>[0]['subStatus']
  /** The card of the documents carries the heading of the page, where there are any. */
  headed?: boolean
  children: (shown: ShownDocuments) => ReactNode
}

/** What the rest of the page is to know. */
interface ShownDocuments {
  /** Documents stand above. */
  readonly any: boolean
  /** The borrower is to send one. */
  readonly isAsked: boolean
}

const NONE: ShownDocuments = { any: false, isAsked: false }
/** A limited session has no channel that tells of news. */
const LOOK_AGAIN_MS = 30_000

/**
 * What the review of an application asks its borrower for, above the rest of the page, which comes with it and so is
 * not pushed away.
 */
export function RequestedDocuments({ subStatus, ...rest }: RequestedDocumentsProps) {
  return isUnderReview({ subStatus }) ? <ReviewDocuments {...rest} /> : rest.children(NONE)
}

function ReviewDocuments({ loanNo, headed = false, children }: Omit<RequestedDocumentsProps, 'subStatus'>) {
  const read = reads('listRequestedDocument', { query: { loanNo } })
  const query = useQuery({ ...read, refetchInterval: LOOK_AGAIN_MS })
  const queries = useQueryClient()
  useTickets(() => void query.refetch())
  return (
    <QueryView query={query} headed={!headed}>
      {({ requests }) => (
        <>
          {requests.length > 0 && (
            <DocumentsCard
              loanNo={loanNo}
              headed={headed}
              requests={requests}
              onSent={(sent) => queries.setQueryData(read.queryKey, sent)}
            />
          )}
          {children({ any: requests.length > 0, isAsked: requests.some(isOutstanding) })}
        </>
      )}
    </QueryView>
  )
}

interface DocumentsCardProps extends Pick<Requested, 'requests'> {
  loanNo: string
  headed: boolean
  onSent: (sent: Requested) => void
}

function DocumentsCard({ loanNo, headed, requests, onSent }: DocumentsCardProps) {
  const isAsked = requests.some(isOutstanding)
  const title = requestedText(isAsked ? 'askTitle' : 'sentTitle')
  const lead = requestedText(isAsked ? 'askLead' : 'sentLead')
  return (
    <Card tone={isAsked ? 'accent' : 'plain'}>
      {headed ? (
        <StepHeading lead={lead}>{title}</StepHeading>
      ) : (
        <>
          <h2>{title}</h2>
          <p>{lead}</p>
        </>
      )}
      {requests.some((one) => isOutstanding(one) && !one.overdue) && <p>{requestedText('warning')}</p>}
      <ul className={styles.list}>
        {requests.map((request) => (
          <RequestedDocument
            key={request.requestNo}
            loanNo={loanNo}
            request={request}
            under={headed ? 'h1' : 'h2'}
            onSent={onSent}
          />
        ))}
      </ul>
    </Card>
  )
}
