// Laid out as blocks on a phone, a table loses its roles in some browsers unless they are written out
import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Numbers stand under each other, to the right. */
  numeric?: boolean
}

interface DataTableProps<Row> {
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Rows of figures; on a phone each row becomes a small card, so that nothing scrolls sideways. */
export function DataTable<Row>({ caption, hideCaption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table className={styles.table} role="table">
      <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={column.numeric ? styles.numeric : undefined}
            >
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={styles.row}>
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-heading={column.heading}
                className={column.numeric ? styles.numeric : undefined}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
