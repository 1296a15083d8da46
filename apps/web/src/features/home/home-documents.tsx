import { Card } from '@dolphin/ui/card/card'
import { Link } from 'wouter'
import type { CallValue } from '../../api-client/call.ts'
import { DocumentList } from '../documents/document-list.tsx'
import { NoticeList } from '../documents/notice-list.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'

const NEWEST = 3

interface HomeDocumentsProps {
  documents: CallValue<'documentList'>['documents']
  notices: CallValue<'noticeList'>['notices']
}

/** The newest documents and notices; all of them stand under /documents. Without any, nothing is shown. */
export function HomeDocuments({ documents, notices }: HomeDocumentsProps) {
  if (documents.length === 0 && notices.length === 0) return null
  return (
    <Card>
      <div className={styles.documents}>
        {documents.length > 0 && (
          <section>
            <h2>{homeText('documentsTitle')}</h2>
            <DocumentList documents={documents.slice(0, NEWEST)} />
          </section>
        )}
        {notices.length > 0 && (
          <section>
            <h2>{homeText('noticesTitle')}</h2>
            <NoticeList notices={notices.slice(0, NEWEST)} />
          </section>
        )}
      </div>
      <p>
        <Link href="/documents">{homeText('allDocuments')}</Link>
      </p>
    </Card>
  )
}
