import { Button } from '@dolphin/ui/button/button'
import { Icon } from '@dolphin/ui/icon/icon'
import type { CallValue } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import { instantDayText } from '../../time/instant-text.ts'
import { documentsText } from './list-messages.ts'
import styles from './documents.module.css'

export type NoticeEntry = CallValue<'noticeList'>['notices'][number]

/** What the lender wrote to the customer: subject and day, the whole text folded under it. */
export function NoticeList({ notices }: { notices: readonly NoticeEntry[] }) {
  if (notices.length === 0) return <p>{documentsText('noNotices')}</p>
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <NoticeItem key={notice.noticeNo} notice={notice} />
      ))}
    </ul>
  )
}

function NoticeItem({ notice }: { notice: NoticeEntry }) {
  return (
    <li className={styles.item}>
      <Icon name="mail" size={28} />
      <details className={styles.words}>
        <summary>{notice.subject}</summary>
        <NoticeText body={notice.body} />
        {notice.documentNo !== null && <NoticePdf documentNo={notice.documentNo} subject={notice.subject} />}
      </details>
      <p className={styles.day}>{sentOf(notice)}</p>
    </li>
  )
}

/** A notice's words; paragraphs are parted by a blank line. */
export function NoticeText({ body }: { body: string }) {
  return (
    <div className={styles.body}>
      {body.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

/** The same notice as a file. */
export function NoticePdf({ documentNo, subject }: { documentNo: string; subject: string }) {
  const { busy, start } = useAct(async () => {
    const result = await openDocument(documentNo, subject)
    if (!result.ok) await showFailure(result.failure)
  })
  return (
    <Button variant="secondary" busy={busy} onClick={() => void start()}>
      {documentsText('noticePdf')}
    </Button>
  )
}

const sentOf = ({ sentAt, sentTo }: NoticeEntry): string =>
  sentAt === null
    ? documentsText('onItsWay', { address: sentTo })
    : documentsText('sentOn', { date: instantDayText(sentAt), address: sentTo })
