import { readableDates } from '../../time/instant-text.ts'
import styles from './approvals.module.css'
import { approvalText } from './messages.ts'
import type { Approval } from './use-approvals.ts'

const FIGURE = /^[−+-]?\$?[\d,.]+%?$/

const isSame = ({ before, after }: Approval['differences'][number]): boolean => before === after

/** What changes first, then in gray what does not. */
export function DifferenceTable({ differences }: Pick<Approval, 'differences'>) {
  const ordered = [...differences.filter((row) => !isSame(row)), ...differences.filter(isSame)]
  return (
    <section className="panel">
      <h3 className={styles.panelHead}>
        {approvalText.changes} <span className="small muted">{approvalText.computed}</span>
      </h3>
      {ordered.length === 0 ? (
        <p className={`muted ${styles.none}`}>{approvalText.nothingChanges}</p>
      ) : (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{approvalText.figure}</span>
              </th>
              <th scope="col">{approvalText.before}</th>
              <th scope="col">{approvalText.after}</th>
              <th scope="col">{approvalText.difference}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.label} data-same={isSame(row) || undefined}>
                <th scope="row">{row.label}</th>
                <Cell text={row.before} label={approvalText.before} />
                <Cell text={row.after} label={approvalText.after} isNew={!isSame(row)} />
                <Cell
                  text={row.change ?? (isSame(row) ? approvalText.noChange : '')}
                  label={approvalText.difference}
                />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Cell({ text, label, isNew = false }: { text: string; label: string; isNew?: boolean }) {
  const kind = FIGURE.test(text) ? 'figure' : 'words'
  return (
    <td data-kind={kind} data-label={label} data-new={isNew || undefined}>
      {readableDates(text)}
    </td>
  )
}
