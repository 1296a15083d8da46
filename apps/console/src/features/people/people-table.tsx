import { peopleText, STATE_NAMES } from './messages.ts'
import type { Employee } from './people-page.tsx'
import styles from './people.module.css'
import { factorsText, roleText } from './role-text.ts'

interface PeopleTableProps {
  employees: readonly Employee[]
  chosen: string | undefined
  onChoose: (employeeId: string) => void
}

/** One row a person; the name opens what can be done. */
export function PeopleTable({ employees, chosen, onChoose }: PeopleTableProps) {
  return (
    <section className={`panel ${styles.tablePanel}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{peopleText.person}</th>
            <th scope="col">{peopleText.roles}</th>
            <th scope="col">{peopleText.factors}</th>
            <th scope="col">{peopleText.state}</th>
          </tr>
        </thead>
        <tbody>
          {employees.map((employee) => (
            <tr key={employee.employeeId} data-chosen={employee.employeeId === chosen || undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={employee.employeeId === chosen}
                  onClick={() => onChoose(employee.employeeId)}
                >
                  {employee.name}
                </button>
                <span className="small muted">{employee.email}</span>
              </th>
              <td data-label={peopleText.roles}>
                {employee.roles.length === 0 && <span className="muted">{peopleText.noRoles}</span>}
                {employee.roles.map((role) => (
                  <span key={role.grantNo} className={styles.roleLine}>
                    {roleText(role)}
                  </span>
                ))}
              </td>
              <td data-label={peopleText.factors}>{factorsText(employee.factors)}</td>
              <td data-label={peopleText.state}>
                <span className={styles.state} data-state={employee.state}>
                  {STATE_NAMES[employee.state]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
