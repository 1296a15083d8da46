import { useQuery } from '@tanstack/react-query'
import { FileLink } from '../../app/file-link.tsx'
import { NotForRole } from '../../app/not-for-role.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import type { Column } from '../../list/desk-table.tsx'
import { FigureTable } from '../../list/figure-table.tsx'
import { civilDayText, wholeText } from '../../time/instant-text.ts'
import { ALIKE_NAMES, caseText, STEP_NAMES } from './case-messages.ts'
import styles from './review.module.css'
import { Statements } from './statements.tsx'

type Case = CallValue<'showReviewCase'>

/** What a reviewer reads beside the reasons; one call for all of it. */
export function ReviewCase({ loanNo }: { loanNo: string }) {
  return mayAct(useSession(), 'decision.read', ['may']) ? <WholeCase loanNo={loanNo} /> : <NotForRole />
}

function WholeCase({ loanNo }: { loanNo: string }) {
  const { data, error, refetch } = useQuery(reads('showReviewCase', { params: { loanNo } }))
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  return (
    <>
      <Days {...data} />
      <Facts facts={data.facts} />
      <Offer offer={data.offer} />
      <Alike {...data} />
      <Statements statements={data.statements} />
    </>
  )
}

function Days({ deadline, steps }: Pick<Case, 'deadline' | 'steps'>) {
  return (
    <>
      <h3 className={styles.section}>{caseText.days}</h3>
      {deadline === null ? (
        <p>{caseText.notComplete}</p>
      ) : (
        <p>
          <strong className={styles.days} data-late={deadline.daysLeft < 0 || undefined}>
            {caseText.daysLeft(deadline.daysLeft, civilDayText(deadline.notifyBy))}
          </strong>{' '}
          <span className="muted">{caseText.completeSince(civilDayText(deadline.completeOn))}</span>
        </p>
      )}
      <ol className={styles.steps}>
        {steps.map(({ step, at }, index) => (
          <li key={`${step}/${index}`}>
            {STEP_NAMES[step]} <span className="muted">{wholeText(at)}</span>
          </li>
        ))}
      </ol>
      <p className="small muted">{caseText.daysLead}</p>
    </>
  )
}

type Fact = Case['facts'][number] & { readonly key: string }

const FACT_COLUMNS: readonly Column<Fact>[] = [
  { heading: caseText.fact, cell: ({ fact }) => fact },
  { heading: caseText.value, kind: 'figure', cell: ({ value }) => value },
  { heading: caseText.bound, cell: ({ bound }) => bound },
  { heading: caseText.rule, cell: ({ rule, effect, fired }) => (fired ? `${rule}: ${effect}` : rule) },
]

function Facts({ facts }: Pick<Case, 'facts'>) {
  const rows = facts.map((fact, index) => ({ ...fact, key: String(index) }))
  const fired = rows.filter((fact) => fact.fired)
  const table = (shown: readonly Fact[], empty: string) => (
    <FigureTable
      caption={caseText.facts}
      columns={FACT_COLUMNS}
      rows={shown}
      keyOf={({ key }) => key}
      empty={empty}
    />
  )
  return (
    <>
      <h3 className={styles.section}>{caseText.facts}</h3>
      {table(fired, rows.length === 0 ? caseText.noFacts : caseText.noneFired)}
      {rows.length > fired.length && (
        <details className={styles.part}>
          <summary>{caseText.allFacts(rows.length)}</summary>
          {table(rows, caseText.noFacts)}
        </details>
      )}
    </>
  )
}

function Offer({ offer }: Pick<Case, 'offer'>) {
  return (
    <>
      <h3 className={styles.section}>{caseText.offer}</h3>
      {offer === null ? (
        <p className="muted">{caseText.noOffer}</p>
      ) : (
        <>
          <p>
            <strong>{caseText.offerLine(offer.minimum, offer.maximum, offer.step)}</strong>{' '}
            <span className="muted">
              {caseText.offerBasis(offer.tier, offer.policyVersion, wholeText(offer.until))}
            </span>
          </p>
          <ul>
            {offer.bounds.map(({ text, held }) => (
              <li key={text}>{held ? <strong>{text}</strong> : text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const ALIKE_COLUMNS: readonly Column<Case['alike'][number]>[] = [
  {
    heading: caseText.other,
    cell: ({ file, name }) => <FileLink file={file}>{name === '' ? caseText.noName : name}</FileLink>,
  },
  { heading: caseText.sameBy, cell: ({ by }) => by.map((one) => ALIKE_NAMES[one]).join(', ') },
  {
    heading: caseText.loans,
    cell: ({ loans }) => loans.map(({ loanNo, loanStatus }) => `${loanNo} (${loanStatus})`).join(', '),
  },
]

function Alike({ alike, moreAlike }: Pick<Case, 'alike' | 'moreAlike'>) {
  return (
    <>
      <h3 className={styles.section}>{caseText.alike}</h3>
      <FigureTable
        caption={caseText.alike}
        columns={ALIKE_COLUMNS}
        rows={alike}
        keyOf={({ file }) => file}
        empty={caseText.noneAlike}
      />
      {moreAlike && <p className="muted">{caseText.moreAlike}</p>}
      <p className="small muted">{caseText.alikeLead}</p>
    </>
  )
}
