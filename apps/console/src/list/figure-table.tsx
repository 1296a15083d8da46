import styles from './desk-table.module.css'
import type { Column } from './desk-table.tsx'
import { TableHead } from './table-head.tsx'

interface FigureTableProps<Row> {
  /** What the rows are, for who hears the page. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The row that the reader came for. */
  chosen?: string | undefined
  empty: string
}

/** Rows to read, none of which opens: dense on a desk, cards on a phone. */
export function FigureTable<Row>({ caption, columns, rows, keyOf, chosen, empty }: FigureTableProps<Row>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>
  const [first, ...others] = columns
  return (
    <table className={styles.table}>
      <TableHead caption={caption} columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-chosen={keyOf(row) === chosen || undefined}>
            <th scope="row" data-kind={first?.kind} aria-current={keyOf(row) === chosen || undefined}>
              {first?.cell(row)}
            </th>
            {others.map(({ heading, cell, kind }) => (
              <td key={heading} data-label={heading} data-kind={kind}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
