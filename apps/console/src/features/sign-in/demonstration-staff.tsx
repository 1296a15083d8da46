import { useEffect, useState } from 'react'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { Trouble } from '../../form/trouble.tsx'
import { type DemonstrationEmployee, listDemonstration, signInAs } from '../../passkey/demonstration.ts'
import { roleList } from '../../app/role-names.ts'
import { signInText } from './messages.ts'
import styles from './sign-in.module.css'

/** Outside production: one click signs in as any of the demonstration's staff. */
export function DemonstrationStaff({ onEnter }: { onEnter: () => void }) {
  const [team, setTeam] = useState<readonly DemonstrationEmployee[]>([])
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    const load = async () => {
      const listed = await listDemonstration()
      if (listed.ok) setTeam(listed.value.employees)
      else setTrouble(failureText(listed.failure))
    }
    void load()
  }, [])
  const { busy, start } = useAct(async (employee: DemonstrationEmployee) => {
    setTrouble(undefined)
    const opened = await signInAs(employee)
    if (opened.ok) onEnter()
    else setTrouble(failureText(opened.failure))
  })
  return (
    <section className={styles.demo} aria-labelledby="demonstration" aria-busy={busy}>
      <h2 id="demonstration">{signInText.demoTitle}</h2>
      <p className="small muted">{signInText.demoLead}</p>
      <Trouble text={trouble} />
      <ul className={styles.team}>
        {team.map((employee) => (
          <li key={employee.employeeId}>
            <button type="button" className={styles.member} onClick={() => void start(employee)}>
              <b>{employee.name}</b>
              <span className="small muted">{roleList(employee.roles)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
