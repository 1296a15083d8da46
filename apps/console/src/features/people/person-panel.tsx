import { Button } from '@dolphin/ui/button/button'
import { useEffect, useRef, useState } from 'react'
import { ROLE_NAMES } from '../../app/role-names.ts'
import { useSession } from '../../app/session.tsx'
import { civilDayText } from '../../time/instant-text.ts'
import { AgainDialog } from './again-dialog.tsx'
import { ChangeDialog, type Change } from './change-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { peopleText, STATE_NAMES } from './messages.ts'
import type { Employee } from './people-page.tsx'
import styles from './people.module.css'
import { factorsText, roleText } from './role-text.ts'

interface PersonPanelProps {
  employee: Employee
  mayEnter: boolean
  onChanged: (line: string) => void
}

type Open = 'again' | 'grant' | Change | undefined

/** One person: roles with who granted them, and every act that is possible now. */
export function PersonPanel({ employee, mayEnter, onChanged }: PersonPanelProps) {
  const { employeeId } = useSession()
  const [open, setOpen] = useState<Open>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone it stands below the list
    if (matchMedia('(max-width: 1099.98px)').matches) panel.current?.scrollIntoView({ block: 'start' })
  }, [])
  const isOwn = employee.employeeId === employeeId
  const mayChange = mayEnter && !isOwn
  const close = () => setOpen(undefined)
  const finish = (line: string) => {
    close()
    onChanged(line)
  }
  return (
    <section ref={panel} className="panel padded" aria-label={employee.name}>
      <h2>{employee.name}</h2>
      <p className="small muted">
        {STATE_NAMES[employee.state]}. {employee.email}. {factorsText(employee.factors)}.
      </p>
      <ul className={styles.roles}>
        {employee.roles.map((role) => (
          <li key={role.grantNo}>
            <div>
              {roleText(role)}
              <span className="small muted">{grantText(role)}</span>
            </div>
            {mayChange && (
              <Button
                variant="secondary"
                aria-label={peopleText.endTitle(ROLE_NAMES[role.role])}
                onClick={() => setOpen({ kind: 'end', role })}
              >
                {peopleText.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOwn && mayEnter && <p className="muted">{peopleText.ownRow}</p>}
      {mayChange && <Acts state={employee.state} onOpen={setOpen} />}
      {open === 'again' && <AgainDialog employee={employee} onClose={close} onDone={() => finish('')} />}
      {open === 'grant' && (
        <GrantDialog employee={employee} onClose={close} onDone={() => finish(peopleText.granted)} />
      )}
      {open !== undefined && typeof open === 'object' && (
        <ChangeDialog employee={employee} change={open} onClose={close} onDone={finish} />
      )}
    </section>
  )
}

function grantText({ grantedBy, confirmedBy, from }: Employee['roles'][number]): string {
  const parts = [
    peopleText.from(civilDayText(from)),
    peopleText.grantedBy(personOf(grantedBy)),
    ...(confirmedBy === null ? [] : [peopleText.confirmedBy(personOf(confirmedBy))]),
  ]
  return parts.join(', ')
}

/** History names an employee as `employee:<id>`. */
export const personOf = (by: string): string => by.replace(/^employee:/, '')

interface ActsProps {
  state: Employee['state']
  onOpen: (open: Open) => void
}

function Acts({ state, onOpen }: ActsProps) {
  const isHere = state === 'active' || state === 'suspended'
  return (
    <div className="acts">
      <Button variant="secondary" onClick={() => onOpen('again')}>
        {peopleText.again}
      </Button>
      {state !== 'left' && (
        <Button variant="secondary" onClick={() => onOpen('grant')}>
          {peopleText.grant}
        </Button>
      )}
      {state === 'active' && (
        <Button variant="danger" onClick={() => onOpen({ kind: 'suspend' })}>
          {peopleText.suspend}
        </Button>
      )}
      {isHere && (
        <Button variant="secondary" onClick={() => onOpen({ kind: 'depart' })}>
          {peopleText.depart}
        </Button>
      )}
    </div>
  )
}
