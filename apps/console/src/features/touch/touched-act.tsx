import { readableDates } from '../../time/instant-text.ts'
import type { Touch } from './give-touch.ts'
import { touchText } from './messages.ts'
import styles from './touch.module.css'

/** Exactly what a passkey signs: the act, line by line, and its digest. */
export function TouchedAct({ touch: { lines, digest } }: { touch: Touch }) {
  return (
    <>
      <p>{touchText.lead}</p>
      <dl className={styles.lines}>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{readableDates(value)}</dd>
          </div>
        ))}
      </dl>
      <p className={`small muted ${styles.label}`}>{touchText.digestLabel}</p>
      <p className={styles.digest}>{digest.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
    </>
  )
}
