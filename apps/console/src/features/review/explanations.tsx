import { useQuery } from '@tanstack/react-query'
import { Waiting } from '../../app/reading.tsx'
import { reads } from '../../calls/queries.ts'
import listStyles from '../../list/list-page.module.css'
import { reviewText } from './messages.ts'
import styles from './review.module.css'

/** Every decision of the loan with its inputs, rule and source; what is long is folded. */
export function Explanations({ loanNo }: { loanNo: string }) {
  const { data, error } = useQuery(reads('explainDecision', { params: { id: loanNo } }))
  if (error) return <p className="muted">{reviewText.notRead}</p>
  if (data === undefined) return <Waiting />
  return (
    <>
      <h3 className={styles.section}>{reviewText.decision}</h3>
      {data.parts.map(({ title, explanations }) => (
        <details key={title} className={styles.part}>
          <summary>{title}</summary>
          <dl className={listStyles.pairs}>
            {explanations.map(({ subject, value, rule, source }) => (
              <div key={subject}>
                <dt>{subject}</dt>
                <dd>
                  {value}
                  <span className={`small muted ${styles.basis}`}>
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
