import { Afterwards } from '@dolphin/ui/afterwards/afterwards'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import styles from './agreement.module.css'
import { DocumentView } from './document-view.tsx'
import { KeyFiguresBeside } from './key-figures-beside.tsx'
import { agreementText } from './messages.ts'
import { wordsOf } from './signing-words.ts'
import type { StepProps } from './step-props.ts'

/**
 * The agreement to read, its key figures beside it: under the steps where there is room, and on a phone between
 * the heading and the text.
 */
export function ReadStep({ details, change, stepsHead }: StepProps & { stepsHead: ReactNode }) {
  const words = wordsOf(details)
  usePageTitle(words('readTitle'))
  return (
    <div className={styles.reading}>
      {stepsHead}
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
            <Button onClick={() => change({ step: 'sign' })}>{agreementText('readContinue')}</Button>
          </ButtonRow>
        </Afterwards>
      </div>
    </div>
  )
}

/** The way back to the agreement, from the signature. */
export function BackToReading({ change }: Pick<StepProps, 'change'>) {
  return <BackButton onClick={() => change({ step: 'read' })}>{agreementText('back')}</BackButton>
}
