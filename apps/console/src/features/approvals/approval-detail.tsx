import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { FileLink } from '../../app/file-link.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { serverClock } from '../../time/server-clock.ts'
import { agoText, dayAndTimeText, dayText, readableDates } from '../../time/instant-text.ts'
import { AnswerBar } from './answer-bar.tsx'
import styles from './approvals.module.css'
import { DifferenceTable } from './difference-table.tsx'
import { EnterAgainBar } from './enter-again-bar.tsx'
import { approvalText, KIND_NAMES, STATE_NAMES } from './messages.ts'
import { type Approval, useApproval } from './use-approvals.ts'
import { WhyConfirm } from './why-confirm.tsx'

interface ApprovalDetailProps {
  approvalNo: string
  /** The line that says what became of it. */
  onAnswered: (line: string, approvalNo: string) => void
  /** The line, and the number that it has now. */
  onEntered: (line: string, approvalNo: string) => void
}

/** One approval: what was entered, what it changes, and the way to answer it. */
export function ApprovalDetail({ approvalNo, onAnswered, onEntered }: ApprovalDetailProps) {
  const { approval, hasChanged, failure, look, again } = useApproval(approvalNo)
  if (failure !== undefined) return <ReadingFailed failure={failure} onAgain={() => void again()} />
  if (approval === undefined) return <Waiting />
  return (
    <>
      <div className={styles.body} tabIndex={0} role="group" aria-label={approval.title}>
        <Head approval={approval} />
        {hasChanged && (
          <Banner tone="warning" title={approvalText.changedTitle} live>
            <p>{approvalText.changed}</p>
            <Button variant="secondary" onClick={() => void again()}>
              {approvalText.showAgain}
            </Button>
          </Banner>
        )}
        {approval.blocked !== null && (
          <Banner tone="danger" title={approvalText.blockedTitle}>
            <p>{readableDates(approval.blocked)}</p>
          </Banner>
        )}
        {approval.answer !== null && <AnswerLine approval={approval} />}
        <div className={styles.columns}>
          <div>
            {hasDifferences(approval) && <DifferenceTable differences={approval.differences} />}
            <Effects effects={approval.effects} />
          </div>
          <div>
            <AsEntered approval={approval} />
            {approval.state === 'waiting' && <WhyConfirm approval={approval} />}
            <Basis approval={approval} />
          </div>
        </div>
      </div>
      {approval.state === 'waiting' && (
        <AnswerBar
          approval={approval}
          hasChanged={hasChanged}
          onStale={look}
          onAnswered={(line) => onAnswered(line, approval.approvalNo)}
        />
      )}
      {isOpenToAgain(approval) && <EnterAgainBar approval={approval} onEntered={onEntered} />}
    </>
  )
}

/** One's own that ended without a confirmation, and was not entered again yet. */
const isOpenToAgain = ({ own, state, enteredAgain }: Approval): boolean =>
  own && state !== 'waiting' && state !== 'confirmed' && enteredAgain === null

/** Of one that is over, or cannot be carried out, nothing is computed. */
const hasDifferences = ({ state, blocked, differences }: Approval): boolean =>
  (state === 'waiting' && blocked === null) || differences.length > 0

function Head({ approval }: { approval: Approval }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On a phone it stands below the list
    if (matchMedia('(max-width: 899.98px)').matches) heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const { approvalNo, kind, loanNo, enteredBy, enteredAt, endsAt, state } = approval
  const isNamed = loanNo === null || approval.subject.includes(loanNo)
  const about = isNamed ? approval.subject : `${approval.subject}, loan ${loanNo}`
  const entered = `Entered by ${enteredBy.name}, ${dayAndTimeText(enteredAt)}, ${agoText(enteredAt, serverClock.now())}.`
  return (
    <header className={styles.top}>
      <h2 ref={heading}>{approval.title}</h2>
      {approval.portfolioId !== null && <span className={styles.tag}>{approval.portfolioId}</span>}
      <span className={styles.chip} data-state={state}>
        {STATE_NAMES[state]}
      </span>
      <p className="muted">
        {KIND_NAMES[kind]} {approvalNo}, {about}. {entered}
        {state === 'waiting' && ` Ends ${dayText(endsAt)}.`}
        {state === 'expired' && ` Ended ${dayText(endsAt)}.`}
        {loanNo !== null && (
          <>
            {' '}
            <FileLink file={loanNo}>{approvalText.openFile(loanNo)}</FileLink>
          </>
        )}
      </p>
      <Again label={approvalText.againOf} approvalNo={approval.againOf} />
      <Again label={approvalText.againAs} approvalNo={approval.enteredAgain} />
    </header>
  )
}

function Again({ label, approvalNo }: { label: string; approvalNo: string | null }) {
  if (approvalNo === null) return null
  return (
    <p className="small">
      {label} <Link href={`/approvals/${approvalNo}`}>{approvalNo}</Link>
    </p>
  )
}

function AnswerLine({ approval: { answer, state } }: { approval: Approval }) {
  if (answer === null) return null
  return (
    <Banner tone={state === 'confirmed' ? 'success' : 'info'} title={STATE_NAMES[state]}>
      <p>
        {answer.by.name}, {dayAndTimeText(answer.at)}
        {answer.note !== '' && `: ${answer.note}`}
      </p>
    </Banner>
  )
}

function Effects({ effects }: { effects: readonly string[] }) {
  if (effects.length === 0) return null
  return (
    <section className="panel">
      <h3 className={styles.panelHead}>{approvalText.effects}</h3>
      <ul className={styles.effects}>
        {effects.map((effect) => (
          <li key={effect}>{readableDates(effect)}</li>
        ))}
      </ul>
    </section>
  )
}

function AsEntered({ approval: { asEntered, note } }: { approval: Approval }) {
  const lines = note === '' ? asEntered : [...asEntered, { label: approvalText.note, value: note }]
  if (lines.length === 0) return null
  return (
    <section className="panel">
      <h3 className={styles.panelHead}>{approvalText.asEntered}</h3>
      <dl className={styles.pairs}>
        {lines.map(({ label, value }) => (
          <div key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>{label === approvalText.note ? value : readableDates(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const DIGEST_SHOWN = 16

/** What it rests on: the rule of two people, and the digest that is signed. */
function Basis({ approval: { rule, digest } }: { approval: Approval }) {
  return (
    <section className="panel">
      <h3 className={styles.panelHead}>{approvalText.rule}</h3>
      <div className={styles.basis}>
        <p className="small">{rule}</p>
        <p className="small muted">
          {approvalText.digest} <code title={digest}>{digest.slice(0, DIGEST_SHOWN)}…</code>
        </p>
      </div>
    </section>
  )
}
