import { DocumentType } from '@dolphin/domain/documents/document-type'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageContent } from '@dolphin/ui/page/page'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import type { CallValue } from '../../api-client/call.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { instantDayText } from '../../time/instant-text.ts'
import styles from './document.module.css'
import { documentText } from './messages.ts'

type VerdictOf = CallValue<'verifyDocument'>

interface VerdictProps {
  verdict: VerdictOf
  fileName: string
  onAgain: () => void
}

/** What the check found, in one sentence first. */
export function Verdict({ verdict, fileName, onAgain }: VerdictProps) {
  const { title, lead, tone, icon } = wordsOf(verdict)
  return (
    <PageContent width="narrow">
      <Card tone="accent">
        <StatePicture icon={icon} tone={tone} />
        <StepHeading lead={documentText(lead)}>{documentText(title)}</StepHeading>
        <p className={styles.fileName}>{fileName}</p>
        <SummaryList rows={rowsOf(verdict)} />
        <details>
          <summary>{documentText('fingerprintMore')}</summary>
          <p className={styles.fingerprint}>{verdict.sha256}</p>
        </details>
        <Button variant="secondary" onClick={onAgain}>
          {documentText('another')}
        </Button>
      </Card>
    </PageContent>
  )
}

const WHOLE = { title: 'wholeTitle', lead: 'whole', tone: 'success', icon: 'check' } as const
const CHANGED = { title: 'changedTitle', lead: 'changed', tone: 'danger', icon: 'warning' } as const
const FOREIGN = { title: 'foreignTitle', lead: 'foreign', tone: 'danger', icon: 'error' } as const

const wordsOf = ({ ours, whole }: VerdictOf) => (ours ? (whole ? WHOLE : CHANGED) : FOREIGN)

const KINDS: Readonly<Partial<Record<DocumentType, Parameters<typeof documentText>[0]>>> = {
  [DocumentType.agreement]: 'typeAgreement',
  [DocumentType.achAuthorization]: 'typeAuthorization',
  [DocumentType.electronicRecordsConsent]: 'typeConsent',
}

const rowsOf = ({ documentType, signedAt }: VerdictOf) => [
  ...(documentType === null
    ? []
    : [{ label: documentText('kind'), value: documentText(KINDS[documentType] ?? 'typeOther') }]),
  ...(signedAt === null ? [] : [{ label: documentText('signed'), value: instantDayText(signedAt) }]),
]
