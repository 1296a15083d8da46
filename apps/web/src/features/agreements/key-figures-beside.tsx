import { Button } from '@dolphin/ui/button/button'
import type { IconName } from '@dolphin/ui/icon/icon'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import styles from './agreement.module.css'
import { agreementText } from './messages.ts'
import { wordsOf } from './signing-words.ts'
import type { SigningDetails } from './step-props.ts'

/** In the order in which the answer has them: received, paid back, cost, rate, payments, the first of them. */
const ICONS: readonly IconName[] = ['bank', 'document', 'money', 'clock', 'calendar', 'calendar']

/** The figures that matter most, and the PDF, which opens in a tab of its own. */
export function KeyFiguresBeside({ details }: { details: SigningDetails }) {
  const words = wordsOf(details)
  return (
    <section className={styles.beside} aria-label={words('keyFigures')}>
      <h2 className={styles.besideTitle}>{words('keyFigures')}</h2>
      <KeyFigures
        figures={details.keyFigures.map(({ label, value, description }, index) => ({
          label,
          value,
          note: description,
          strong: index === 0,
          icon: ICONS[index],
        }))}
      />
      {details.documents.map(({ documentNo, title }) => (
        <PdfButton key={documentNo} documentNo={documentNo} title={title} />
      ))}
      <p className={styles.note}>{words('printNote')}</p>
    </section>
  )
}

function PdfButton({ documentNo, title }: { documentNo: string; title: string }) {
  const { busy, start } = useAct(async () => {
    const opened = await openDocument(documentNo, title)
    if (!opened.ok) await showFailure(opened.failure)
  })
  return (
    <Button variant="secondary" busy={busy} onClick={() => void start()}>
      {agreementText('openPdf')}
    </Button>
  )
}
