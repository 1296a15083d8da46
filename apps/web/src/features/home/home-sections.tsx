import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import { useDueInSlices } from '../../app/in-slices.ts'
import { HomeDocuments } from './home-documents.tsx'

/** The newest documents and notices, once both are read; those that could not be read are left out. */
export function HomeSections() {
  const documents = useQuery(reads('documentList', { query: {} }))
  const notices = useQuery(reads('noticeList', { query: {} }))
  const isRead = useDueInSlices(!documents.isPending && !notices.isPending)
  if (!isRead) return null
  return <HomeDocuments documents={documents.data?.documents ?? []} notices={notices.data?.notices ?? []} />
}
