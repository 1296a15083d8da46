import { actsOfRole } from '@dolphin/domain/staff/permissions'
import { ROLE_NAMES } from '../../app/role-names.ts'
import { useSession } from '../../app/session.tsx'
import styles from './approvals.module.css'
import { approvalText, OBSTACLE_TEXTS } from './messages.ts'
import type { Approval } from './use-approvals.ts'

/** Why the employee may confirm, or the one thing that stands in the way. */
export function WhyConfirm({ approval: { obstacle, permission } }: { approval: Approval }) {
  const { roles } = useSession()
  const confirming = [...new Set(roles.map(({ role }) => role))].filter((role) =>
    actsOfRole(role, permission).includes('confirm'),
  )
  if (obstacle !== null)
    return (
      <section className="panel">
        <h3 className={styles.panelHead}>{approvalText.whyNot}</h3>
        <p className={styles.basis}>{OBSTACLE_TEXTS[obstacle]}</p>
      </section>
    )
  return (
    <section className="panel">
      <h3 className={styles.panelHead}>{approvalText.why}</h3>
      <ul className={styles.reasons}>
        <li>
          {approvalText.right} <code>{permission}</code>
          {confirming.length > 0 && ` (${confirming.map((role) => ROLE_NAMES[role]).join(', ')})`}
        </li>
        <li>{approvalText.notEntered}</li>
        <li>{approvalText.otherPasskey}</li>
      </ul>
    </section>
  )
}
