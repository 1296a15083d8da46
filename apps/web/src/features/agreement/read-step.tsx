import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { DocumentView } from './document-view.tsx'
import { agreementText } from './messages.ts'
import type { StepProps } from './step-props.ts'

/** The agreement to read; its key figures stand beside it. */
export function ReadStep({ details, change }: StepProps) {
  usePageTitle(agreementText('readTitle'))
  return (
    <>
      <StepHeading lead={agreementText('readLead')}>{agreementText('readTitle')}</StepHeading>
      {details.documents.map(({ documentNo, model }) => (
        <Card key={documentNo}>
          <DocumentView model={model} />
        </Card>
      ))}
      <ButtonRow>
        <Button onClick={() => change({ step: 'sign' })}>{agreementText('readContinue')}</Button>
      </ButtonRow>
    </>
  )
}

/** The way back to the agreement, from the signature. */
export function BackToReading({ change }: Pick<StepProps, 'change'>) {
  return <BackButton onClick={() => change({ step: 'read' })}>{agreementText('back')}</BackButton>
}
