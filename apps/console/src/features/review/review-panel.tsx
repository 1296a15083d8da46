import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayAct, useSession } from '../../app/session.tsx'
import { Waiting } from '../../app/reading.tsx'
import { reads } from '../../calls/queries.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { reviewText } from './messages.ts'
import { PassOnDialog } from './pass-on-dialog.tsx'
import type { ReviewRow } from './review-page.tsx'
import styles from './review.module.css'

interface ReviewPanelProps {
  row: ReviewRow
  onDecided: (line: string, loanNo: string) => void
}

type Act = 'approve' | 'decline' | 'passOn'

/** One loan in review: why it waits, what was decided by which rule, and what may be done. */
export function ReviewPanel({ row, onDecided }: ReviewPanelProps) {
  const session = useSession()
  const [open, setOpen] = useState<Act>()
  const close = () => setOpen(undefined)
  const decided = (line: string) => {
    close()
    onDecided(line, row.loanNo)
  }
  const props = { row, onClose: close, onDecided: decided }
  return (
    <section className={`panel padded ${styles.item}`} aria-label={row.customerName}>
      <h2>{row.customerName}</h2>
      <p className="muted">{row.loanNo}</p>
      {row.newTermsReason !== null && (
        <Banner tone="info" title={reviewText.newTerms}>
          <p>{row.newTermsReason}</p>
        </Banner>
      )}
      <h3>{reviewText.why}</h3>
      {row.reasons.length === 0 && <p>{reviewText.noReason}</p>}
      <ul>
        {row.reasons.map(({ code, reason }) => (
          <li key={code}>{reason}</li>
        ))}
      </ul>
      <div className="acts">
        {mayAct(session, 'review.approve', ['may', 'enter']) && (
          <Button onClick={() => setOpen('approve')}>{reviewText.approve}</Button>
        )}
        {mayAct(session, 'review.decline', ['may', 'enter']) && (
          <Button variant="secondary" onClick={() => setOpen('decline')}>
            {reviewText.decline}
          </Button>
        )}
        {mayAct(session, 'review.passOn', ['may']) && (
          <Button variant="secondary" onClick={() => setOpen('passOn')}>
            {reviewText.passOn}
          </Button>
        )}
      </div>
      <Explanations loanNo={row.loanNo} />
      {open === 'approve' && <ApproveDialog {...props} />}
      {open === 'decline' && <DeclineDialog {...props} />}
      {open === 'passOn' && <PassOnDialog {...props} />}
    </section>
  )
}

/** Every decision of the loan with its inputs, rule and source; what is long is folded. */
function Explanations({ loanNo }: { loanNo: string }) {
  const { data, error } = useQuery(reads('explainDecision', { params: { id: loanNo } }))
  if (error) return <p className="muted">{reviewText.notRead}</p>
  if (data === undefined) return <Waiting />
  return (
    <>
      <h3>{reviewText.decision}</h3>
      {data.parts.map(({ title, explanations }) => (
        <details key={title} className={styles.part}>
          <summary>{title}</summary>
          <dl className={styles.pairs}>
            {explanations.map(({ subject, value, rule, source }) => (
              <div key={subject}>
                <dt>{subject}</dt>
                <dd>
                  {value}
                  <span className="small muted">
                    {reviewText.rule}: {rule}. {reviewText.source}: {source}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </>
  )
}
