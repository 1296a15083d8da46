import type { Column } from './desk-table.tsx'

interface TableHeadProps<Row> {
  /** What the rows are, for who hears the page. */
  caption: string
  columns: readonly Column<Row>[]
}

/** Caption and headings of a table of the desk. */
export function TableHead<Row>({ caption, columns }: TableHeadProps<Row>) {
  return (
    <>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ heading, kind }) => (
            <th key={heading} scope="col" data-kind={kind}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}
