import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { useLocation } from 'wouter'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import styles from './agreement.module.css'
import { DocumentView } from './document-view.tsx'
import { KeyFiguresBeside } from './key-figures-beside.tsx'
import { agreementText } from './messages.ts'
import { wordsOf } from './signing-words.ts'
import type { StepProps } from './step-props.ts'

/** The check before signing, in the guidance, which finds the open application by itself. */
const CHECK = `/guidance?section=${SectionKey.paymentFee}`

interface ReadStepProps extends StepProps {
  /** There is a check before it to go back to. */
  hasCheck: boolean
}

/**
 * The agreement to read, its key figures beside it where there is room, and on a phone between the heading and the
 * text. The way on stands at the end of the text: it is read first.
 */
export function ReadStep({ details, change, hasCheck }: ReadStepProps) {
  const [, navigate] = useLocation()
  const words = wordsOf(details)
  usePageTitle(words('readTitle'))
  return (
    <div className={styles.reading}>
      <StepHeading lead={words('readLead')}>{words('readTitle')}</StepHeading>
      <KeyFiguresBeside details={details} />
      <div className={styles.text}>
        <Afterwards>
          {details.documents.map(({ documentNo, model }) => (
            <Card key={documentNo}>
              <DocumentView model={model} />
            </Card>
          ))}
          <ButtonRow>
            {hasCheck && <BackButton onClick={() => navigate(CHECK)}>{agreementText('back')}</BackButton>}
            <Button onClick={() => change({ step: 'sign' })}>{agreementText('readContinue')}</Button>
          </ButtonRow>
        </Afterwards>
      </div>
    </div>
  )
}
