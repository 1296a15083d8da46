import { Button } from '@dolphin/ui/button/button'
import { Icon } from '@dolphin/ui/icon/icon'
import type { CallValue } from '../../api-client/call.ts'
import { openDocument, saveDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import { instantDayText } from '../../time/instant-text.ts'
import { documentsText } from './list-messages.ts'
import styles from './documents.module.css'

export type DocumentEntry = CallValue<'documentList'>['documents'][number]

/** Documents with their day and two ways to get each: open beside the page, or save. */
export function DocumentList({ documents }: { documents: readonly DocumentEntry[] }) {
  if (documents.length === 0) return <p>{documentsText('noDocuments')}</p>
  return (
    <ul className={styles.list}>
      {documents.map((entry) => (
        <DocumentItem key={entry.documentNo} entry={entry} />
      ))}
    </ul>
  )
}

function DocumentItem({ entry }: { entry: DocumentEntry }) {
  const { documentNo, title, loanNo } = entry
  const open = useAct(async () => {
    const result = await openDocument(documentNo, title)
    if (!result.ok) await showFailure(result.failure)
  })
  const save = useAct(async () => {
    const result = await saveDocument(documentNo, title)
    if (!result.ok) await showFailure(result.failure)
  })
  return (
    <li className={styles.item}>
      <Icon name="document" size={28} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.note}>
          {dayOf(entry)}
          {loanNo !== null && ` · ${documentsText('loan', { loanNo })}`}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          variant="quiet"
          busy={open.busy}
          aria-label={documentsText('openNamed', { title })}
          onClick={() => void open.start()}
        >
          {documentsText('open')}
        </Button>
        <Button
          variant="quiet"
          busy={save.busy}
          aria-label={documentsText('saveNamed', { title })}
          onClick={() => void save.start()}
        >
          {documentsText('save')}
        </Button>
      </div>
    </li>
  )
}

const dayOf = ({ signedAt, createdAt }: DocumentEntry): string =>
  signedAt === null
    ? documentsText('madeOn', { date: instantDayText(createdAt) })
    : documentsText('signedOn', { date: instantDayText(signedAt) })
