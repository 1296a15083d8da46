import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { mayAct, useSession } from '../../app/session.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { AccountLinks } from './account-links.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { peopleText } from './messages.ts'
import { OpenInvitations } from './open-invitations.tsx'
import styles from './people.module.css'
import { PeopleTable } from './people-table.tsx'
import { PersonPanel } from './person-panel.tsx'

export type Employee = CallValue<'listEmployee'>['employees'][number]
export type Invitation = CallValue<'listEmployee'>['invitations'][number]

const READ = reads('listEmployee', {})

/** Who the staff are, and everything that changes it. */
export function PeoplePage() {
  const session = useSession()
  const { data, error, refetch } = useQuery(READ)
  const [chosen, setChosen] = useState<string>()
  const [invites, setInvites] = useState(false)
  const [result, setResult] = useState<string>()
  const failure = data === undefined ? failureOf(error) : undefined
  const mayEnter = mayAct(session, 'employee.invite', ['enter'])
  const changed = (line: string) => {
    setResult(line)
    void refetch()
    void queryClient.invalidateQueries({ queryKey: ['listApproval'] })
  }
  const employee = data?.employees.find(({ employeeId }) => employeeId === chosen)
  return (
    <div className="page">
      <div className={styles.head}>
        <PageHeading title={peopleText.title} />
        {mayEnter && <Button onClick={() => setInvites(true)}>{peopleText.invite}</Button>}
      </div>
      {!mayEnter && <p className="muted">{peopleText.readOnly}</p>}
      <p role="status" className={styles.result}>
        {result}
      </p>
      {failure && <ReadingFailed failure={failure} onAgain={() => void refetch()} />}
      {data === undefined && failure === undefined && <Waiting />}
      {data && (
        <div className={styles.columns}>
          <PeopleTable employees={data.employees} chosen={chosen} onChoose={setChosen} />
          <div>
            {employee === undefined ? (
              <section className="panel padded">
                <p className="muted">{peopleText.choose}</p>
              </section>
            ) : (
              <PersonPanel key={chosen} employee={employee} mayEnter={mayEnter} onChanged={changed} />
            )}
            <AccountLinks links={data.links} mayEnter={mayEnter} onChanged={changed} />
            <OpenInvitations invitations={data.invitations} employees={data.employees} />
          </div>
        </div>
      )}
      {invites && (
        <InviteDialog
          onClose={() => setInvites(false)}
          onDone={() => {
            setInvites(false)
            changed('')
          }}
        />
      )}
    </div>
  )
}
