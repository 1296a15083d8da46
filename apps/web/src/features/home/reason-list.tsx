import type { HomeLoan } from './home-page.tsx'
import styles from './home.module.css'
import { homeText } from './messages.ts'

/** The specific reasons, each with what would change the outcome (12 CFR 1002.9(b)(2)). */
export function ReasonList({ reasons }: Pick<HomeLoan, 'reasons'>) {
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ code, reason, change }) => (
        <li key={code}>
          <strong>{reason}</strong>
          <br />
          {homeText('reasonChange', { change })}
        </li>
      ))}
    </ul>
  )
}
