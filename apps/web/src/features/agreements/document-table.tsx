import type { TableBlock } from '@dolphin/domain/documents/document-model'
import styles from './document-table.module.css'

/** Laid out as blocks, a table loses its roles in some browsers unless they are written out. */
const TABLE = { role: 'table' }
const ROW_GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const COLUMN_HEADER = { role: 'columnheader' }
const ROW_HEADER = { role: 'rowheader' }
const CELL = { role: 'cell' }

/**
 * A table of the document. Where there is no room each row becomes a small card, so that nothing scrolls
 * sideways; the roles say again what the changed display would hide from screen readers.
 */
export function DocumentTable({ table: { caption, columns, rows } }: { table: TableBlock }) {
  const side = (index: number) => (columns[index]?.align === 'end' ? styles.end : undefined)
  return (
    <table {...TABLE} className={styles.table}>
      <caption>{caption}</caption>
      <thead {...ROW_GROUP}>
        <tr {...ROW}>
          {columns.map(({ label }, index) => (
            <th key={label} {...COLUMN_HEADER} scope="col" className={side(index)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROW_GROUP}>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex} {...ROW}>
            {row.map((cell, index) =>
              index === 0 ? (
                <th key={index} {...ROW_HEADER} scope="row" data-label={columns[index]?.label}>
                  {cell}
                </th>
              ) : (
                <td key={index} {...CELL} className={side(index)} data-label={columns[index]?.label}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
