import { Button, BackButton, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { KeyFigures } from '@dolphin/ui/key-figures/key-figures'
import { PageContent } from '@dolphin/ui/page/page'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '../../api-client/use-call.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import styles from './agreement.module.css'
import { DocumentView } from './document-view.tsx'
import { agreementText } from './messages.ts'
import type { StepProps } from './step-props.ts'

/** The agreement to read, its key figures beside it; the PDF opens in a tab of its own. */
export function ReadStep({ details, change }: StepProps) {
  usePageTitle(agreementText('readTitle'))
  return (
    <PageContent width="wide">
      <StepHeading lead={agreementText('readLead')}>{agreementText('readTitle')}</StepHeading>
      <div className={styles.reading}>
        <aside className={styles.beside} aria-label={agreementText('keyFigures')}>
          <h2 className={styles.besideTitle}>{agreementText('keyFigures')}</h2>
          <KeyFigures
            figures={details.keyFigures.map(({ label, value, description }, index) => ({
              label,
              value,
              note: description,
              strong: index === 0,
            }))}
          />
          {details.documents.map(({ documentNo, title }) => (
            <PdfButton key={documentNo} documentNo={documentNo} title={title} />
          ))}
          <p className={styles.note}>{agreementText('printNote')}</p>
        </aside>
        <div>
          {details.documents.map(({ documentNo, model }) => (
            <Card key={documentNo}>
              <DocumentView model={model} />
            </Card>
          ))}
          <ButtonRow>
            <Button onClick={() => change({ step: 'sign' })}>{agreementText('readContinue')}</Button>
          </ButtonRow>
        </div>
      </div>
    </PageContent>
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

/** The way back to the agreement, from the signature. */
export function BackToReading({ change }: Pick<StepProps, 'change'>) {
  return <BackButton onClick={() => change({ step: 'read' })}>{agreementText('back')}</BackButton>
}
