import { useQuery } from '@tanstack/react-query'
import { NotForRole } from '../../app/not-for-role.tsx'
import { Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { reads } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import { readableDates } from '../../time/instant-text.ts'
import { reviewText } from './messages.ts'
import styles from './review.module.css'

type Part = CallValue<'explainDecision'>['parts'][number]
type Explanation = Part['explanations'][number]

/** Sources as the desk names them: a law, a rule or the lender's policy; pages of the program's own documents are left out. */
const sourceText = (source: string): string =>
  source
    .split(';')
    .filter((part) => !/\.md\b/.test(part))
    .join(';')
    .trim()

/** What gave the newest outcome first, then every decision of the loan with its inputs, rule and source, folded. */
export function Explanations({ loanNo }: { loanNo: string }) {
  return mayAct(useSession(), 'decision.read', ['may']) ? (
    <WholeExplanations loanNo={loanNo} />
  ) : (
    <NotForRole />
  )
}

function WholeExplanations({ loanNo }: { loanNo: string }) {
  const { data, error } = useQuery(reads('explainDecision', { params: { id: loanNo } }))
  if (error) return <p className="muted">{reviewText.notRead}</p>
  if (data === undefined) return <Waiting />
  const newest = data.parts.findLast(({ explanations }) => explanations.some(({ deciding }) => deciding))
  return (
    <>
      {newest && <Deciding part={newest} />}
      <h3 className={styles.section}>{reviewText.decision}</h3>
      {data.parts.map(({ title, explanations }) => (
        <details key={title} className={styles.part}>
          <summary>{readableDates(title)}</summary>
          <Lines explanations={explanations} />
        </details>
      ))}
    </>
  )
}

/** The rules that gave the outcome, with what they read. */
function Deciding({ part: { title, explanations } }: { part: Part }) {
  const deciding = explanations.filter((one) => one.deciding)
  return (
    <>
      <h3 className={styles.section}>
        {reviewText.deciding} <span className="small muted">{readableDates(title)}</span>
      </h3>
      <Lines explanations={deciding} />
    </>
  )
}

function Lines({ explanations }: { explanations: readonly Explanation[] }) {
  return (
    <dl className={listStyles.pairs}>
      {explanations.map((one) => (
        <div key={one.subject}>
          <dt>{one.subject}</dt>
          <dd>
            {readableDates(one.value)}
            <span className={`small muted ${styles.basis}`}>{readableDates(basisText(one))}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function basisText({ rule, source, inputs, deciding }: Explanation): string {
  const from = sourceText(source)
  // A rule of the policy says in words what it read; a person's decision names it beside.
  const unsaid = deciding ? inputs.filter(({ value }) => !rule.includes(value)) : []
  const read = unsaid.map(({ name, value }) => `${name}: ${value}`).join('; ')
  return [
    `${reviewText.rule}: ${rule}`,
    ...(read === '' ? [] : [read]),
    ...(from === '' ? [] : [`${reviewText.source}: ${from}`]),
  ]
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ')
}
