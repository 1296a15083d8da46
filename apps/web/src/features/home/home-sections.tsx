import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import { useDueInSlices } from '../../app/in-slices.ts'
import { AccountLinks } from './account-links.tsx'
import { HomeDocuments } from './home-documents.tsx'

/**
 * The papers and the links of the account. They come together: links that stood there first would be pushed away
 * under the reader's finger. Papers that could not be read are left out.
 */
export function HomeSections() {
  const documents = useQuery(reads('documentList', { query: {} }))
  const notices = useQuery(reads('noticeList', { query: {} }))
  const isRead = useDueInSlices(!documents.isPending && !notices.isPending)
  if (!isRead) return null
  return (
    <>
      <HomeDocuments documents={documents.data?.documents ?? []} notices={notices.data?.notices ?? []} />
      <AccountLinks />
    </>
  )
}
