import { Link } from 'wouter'
import { dayAndTimeText, timeText } from '../../time/instant-text.ts'
import { peopleText } from './messages.ts'
import type { Employee, Invitation } from './people-page.tsx'
import styles from './people.module.css'
import { personOf } from './person-panel.tsx'

interface OpenInvitationsProps {
  invitations: readonly Invitation[]
  employees: readonly Employee[]
}

/** Invitations that wait for a colleague, or for the employee to come in. */
export function OpenInvitations({ invitations, employees }: OpenInvitationsProps) {
  if (invitations.length === 0) return null
  const nameOf = (id: string) => employees.find(({ employeeId }) => employeeId === id)?.name ?? id
  return (
    <section className="panel padded">
      <h2>{peopleText.invitations}</h2>
      <ul className={styles.roles}>
        {invitations.map(({ invitationNo, employeeId, invitedBy, invitedAt, confirmedBy, expiresAt }) => (
          <li key={invitationNo}>
            <div>
              <b>{nameOf(employeeId)}</b>
              <span className="small muted">
                {peopleText.invitedBy(personOf(invitedBy), dayAndTimeText(invitedAt))}{' '}
                {confirmedBy === null
                  ? peopleText.toConfirm
                  : peopleText.linkOut(personOf(confirmedBy), timeText(expiresAt))}
              </span>
              {confirmedBy === null && <Link href="/approvals">{peopleText.answerHere}</Link>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
