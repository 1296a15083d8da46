import { Card } from '@dolphin/ui/card/card'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads, withQueries } from '../../api-client/with-queries.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { DocumentList } from './document-list.tsx'
import { NoticeList } from './notice-list.tsx'
import { documentText } from './messages.ts'

/** /documents: all papers and notices of a customer, newest first. */
export default withQueries(function DocumentsPage() {
  const documents = useQuery(reads('documentList', { query: {} }))
  const notices = useQuery(reads('noticeList', { query: {} }))
  return (
    <PageContent>
      <PageHeading lead={documentText('lead')}>{documentText('title')}</PageHeading>
      <QueryView query={documents} headed>
        {({ documents: found }) => (
          <>
            <Card>
              <h2>{documentText('documents')}</h2>
              <DocumentList documents={found} />
            </Card>
            <Card>
              <h2>{documentText('notices')}</h2>
              <NoticeList notices={notices.data?.notices ?? []} />
            </Card>
            <p>
              <Link href="/home">{documentText('backHome')}</Link>
            </p>
          </>
        )}
      </QueryView>
    </PageContent>
  )
})
