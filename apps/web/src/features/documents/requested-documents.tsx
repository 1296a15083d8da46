import { isOutstanding } from '@dolphin/domain/applications/document-request-state'
import { isUnderReview } from '@dolphin/domain/loans/review-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { reads } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { loadChunk } from '../../app/page-loader.ts'
import { Waiting } from '../../app/waiting.tsx'
import { useTickets } from '../../channel/use-tickets.ts'

/** Few applications are asked for documents, so what shows them comes only then. */
const DocumentsCard = lazy(() => loadChunk(() => import('./documents-card.tsx'), import.meta.url))

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
        <Suspense fallback={<Waiting />}>
          {requests.length > 0 && (
            <DocumentsCard
              loanNo={loanNo}
              headed={headed}
              requests={requests}
              onSent={(sent) => queries.setQueryData(read.queryKey, sent)}
            />
          )}
          {children({ any: requests.length > 0, isAsked: requests.some(isOutstanding) })}
        </Suspense>
      )}
    </QueryView>
  )
}
