import { isOutstanding } from '@dolphin/domain/applications/document-request-state'
import { Card } from '@dolphin/ui/card/card'
import { StepHeading } from '../../app/step-heading.tsx'
import { RequestedDocument } from './requested-document.tsx'
import { requestedText } from './requested-messages.ts'
import type { Requested } from './requested-upload.tsx'
import styles from './requested.module.css'

interface DocumentsCardProps extends Pick<Requested, 'requests'> {
  loanNo: string
  headed: boolean
  onSent: (sent: Requested) => void
}

/** Each document that is asked for, with its state and its upload. */
export default function DocumentsCard({ loanNo, headed, requests, onSent }: DocumentsCardProps) {
  const isAsked = requests.some(isOutstanding)
  const title = requestedText(isAsked ? 'askTitle' : 'sentTitle')
  const lead = requestedText(isAsked ? 'askLead' : 'sentLead')
  return (
    <Card tone={isAsked ? 'accent' : 'plain'}>
      {headed ? (
        <StepHeading lead={lead}>{title}</StepHeading>
      ) : (
        <>
          <h2>{title}</h2>
          <p>{lead}</p>
        </>
      )}
      {requests.some((one) => isOutstanding(one) && !one.overdue) && <p>{requestedText('warning')}</p>}
      <ul className={styles.list}>
        {requests.map((request) => (
          <RequestedDocument
            key={request.requestNo}
            loanNo={loanNo}
            request={request}
            under={headed ? 'h1' : 'h2'}
            onSent={onSent}
          />
        ))}
      </ul>
    </Card>
  )
}
