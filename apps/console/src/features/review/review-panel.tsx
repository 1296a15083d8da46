import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useState } from 'react'
import { FileLink } from '../../app/file-link.tsx'
import { NotForRole } from '../../app/not-for-role.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import { queryClient } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import { ItemHold } from '../work/item-hold.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { AskForMoreDialog } from './ask-for-more-dialog.tsx'
import { AskedDocuments } from './asked-documents.tsx'
import { caseText } from './case-messages.ts'
import { CounterDialog } from './counter-dialog.tsx'
import { counterText } from './counter-messages.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { Explanations } from './explanations.tsx'
import { reviewText } from './messages.ts'
import { PassOnDialog } from './pass-on-dialog.tsx'
import { ReviewCase } from './review-case.tsx'
import type { ReviewRow } from './review-page.tsx'

interface ReviewPanelProps {
  row: ReviewRow
  onDecided: (line: string, loanNo: string) => void
  /** The loan waits on: for a colleague above one's limit, or for its borrower's documents. */
  onEntered: (line: string) => void
}

type Act = 'approve' | 'counter' | 'decline' | 'askForMore' | 'passOn'

/** One loan in review: why it waits, what was decided by which rule, and what may be done. */
export function ReviewPanel({ row, onDecided, onEntered }: ReviewPanelProps) {
  const session = useSession()
  const [open, setOpen] = useState<Act>()
  const close = () => setOpen(undefined)
  const decided = (done: string, approvalNo: string | null) => {
    close()
    if (approvalNo === null) onDecided(done, row.loanNo)
    else onEntered(reviewText.entered(approvalNo))
  }
  /** The loan stays where it is. */
  const said = (done: string) => {
    close()
    onEntered(done)
  }
  const props = { row, onClose: close, onDecided: decided }
  return (
    <section className={`panel padded ${listStyles.side}`} aria-label={row.customerName}>
      <h2>{row.customerName}</h2>
      <p className="muted">
        <FileLink file={row.loanNo} />
      </p>
      {row.newTermsReason !== null && (
        <Banner tone="info" title={reviewText.newTerms}>
          <p>{row.newTermsReason}</p>
        </Banner>
      )}
      <h3>{reviewText.why}</h3>
      {row.reasons === null && <NotForRole />}
      {row.reasons?.length === 0 && <p>{reviewText.noReason}</p>}
      <ul>
        {row.reasons?.map(({ code, reason }) => (
          <li key={code}>{reason}</li>
        ))}
      </ul>
      <Held row={row} onTaken={() => onEntered(reviewText.yours(row.loanNo))}>
        {mayAct(session, 'review.approve', ['may', 'enter']) && (
          <>
            <Button onClick={() => setOpen('approve')}>{reviewText.approve}</Button>
            <Button variant="secondary" onClick={() => setOpen('counter')}>
              {counterText.act}
            </Button>
          </>
        )}
        {mayAct(session, 'review.decline', ['may', 'enter']) && (
          <Button variant="secondary" onClick={() => setOpen('decline')}>
            {reviewText.decline}
          </Button>
        )}
        {mayAct(session, 'review.askForMore', ['may']) && (
          <Button variant="secondary" onClick={() => setOpen('askForMore')}>
            {caseText.ask}
          </Button>
        )}
        {mayAct(session, 'review.passOn', ['may']) && (
          <Button variant="secondary" onClick={() => setOpen('passOn')}>
            {reviewText.passOn}
          </Button>
        )}
      </Held>
      <ReviewCase loanNo={row.loanNo} />
      <AskedDocuments loanNo={row.loanNo} onDone={onEntered} />
      <Explanations loanNo={row.loanNo} />
      {open === 'approve' && <ApproveDialog {...props} />}
      {open === 'counter' && <CounterDialog {...props} />}
      {open === 'decline' && <DeclineDialog {...props} />}
      {open === 'askForMore' && <AskForMoreDialog {...props} onDecided={said} />}
      {open === 'passOn' && <PassOnDialog {...props} />}
    </section>
  )
}

interface HeldProps {
  row: ReviewRow
  onTaken: () => void
  children: ReactNode
}

/** What may be decided, and who has the review; those who only read take none. */
function Held({ row: { workItemNo, takenBy }, onTaken, children }: HeldProps) {
  const works = mayAct(useSession(), 'workItem.own', ['may'])
  if (workItemNo === null || !works) return <div className="acts">{children}</div>
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: ['reviewQueue'] })
  const taken = () => {
    lookAgain()
    onTaken()
  }
  return (
    <ItemHold
      workItemNo={workItemNo}
      takenBy={takenBy}
      takenAt={null}
      onTaken={taken}
      onLookAgain={lookAgain}
    >
      {children}
    </ItemHold>
  )
}
