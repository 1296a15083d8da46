import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import styles from './desk-table.module.css'
import { listText } from './messages.ts'
import { TableHead } from './table-head.tsx'
import { useNearBlocks } from './use-near-blocks.ts'

export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** What stands in small letters below the cell, beside its link. */
  readonly note?: (row: Row) => ReactNode
  readonly kind?: 'figure' | 'name'
}

/** Rows that are drawn or left out together. */
const BLOCK = 20
/** Of a row with its note, in px. */
const ROW_HEIGHT = 62

interface DeskTableProps<Row> {
  /** What the rows are, for who hears the page. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  hrefOf: (row: Row) => string
  /** A row opens a page of its own: the reader comes back here, and Enter opens the chosen one. */
  leadsAway?: boolean
  chosen: string | undefined
  empty: string
  /** How many came since the list was taken. */
  newcomers: number
  onTake: () => void
  /** Reads the next ones; undefined where the list ends. */
  onMore: (() => void) | undefined
}

/** Rows to choose from: dense on a desk, cards on a phone. The first column is the link that opens a row. */
export function DeskTable<Row extends { readonly gone?: boolean }>(props: DeskTableProps<Row>) {
  const { caption, columns, rows, keyOf, empty, newcomers, onTake, onMore, chosen, leadsAway } = props
  const table = useRef<HTMLTableElement>(null)
  const stretches = useNearBlocks({
    table,
    count: Math.ceil(rows.length / BLOCK),
    usualHeight: BLOCK * ROW_HEIGHT,
    pinned: Math.floor(rows.findIndex((row) => keyOf(row) === chosen) / BLOCK),
  })
  useEffect(() => {
    if (chosen === undefined) return
    const row = table.current?.querySelector<HTMLElement>('[aria-current]')
    row?.scrollIntoView?.({ block: 'nearest' })
    if (leadsAway) row?.focus()
  }, [chosen, leadsAway])
  return (
    <section className={`panel ${styles.panel}`}>
      {newcomers > 0 && (
        <button type="button" className={styles.fresh} onClick={onTake}>
          {listText.fresh(newcomers)}
        </button>
      )}
      {rows.length === 0 ? (
        <p className={`muted ${styles.none}`}>{empty}</p>
      ) : (
        <table ref={table} className={styles.table}>
          <TableHead caption={caption} columns={columns} />
          {stretches.map(({ at, height }) =>
            height === undefined ? (
              <tbody key={at} data-block={at}>
                {rows.slice(at * BLOCK, (at + 1) * BLOCK).map((row) => (
                  <DeskRow key={keyOf(row)} {...props} row={row} />
                ))}
              </tbody>
            ) : (
              <tbody key={at} aria-hidden="true">
                <tr style={{ height }} />
              </tbody>
            ),
          )}
        </table>
      )}
      {onMore && (
        <Button variant="quiet" onClick={onMore}>
          {listText.more}
        </Button>
      )}
    </section>
  )
}

function DeskRow<Row extends { readonly gone?: boolean }>({
  row,
  columns: [first, ...others],
  keyOf,
  hrefOf,
  leadsAway = false,
  chosen,
}: DeskTableProps<Row> & { row: Row }) {
  const isChosen = keyOf(row) === chosen
  return (
    <tr data-chosen={isChosen || undefined} data-gone={row.gone || undefined}>
      <th scope="row">
        <Link href={hrefOf(row)} replace={!leadsAway} aria-current={isChosen ? 'true' : undefined}>
          {first?.cell(row)}
        </Link>
        {row.gone && <span className="small muted"> {listText.gone}</span>}
        {first?.note && <span className={`small ${styles.note}`}>{first.note(row)}</span>}
      </th>
      {others.map(({ heading, cell, kind }) => (
        <td key={heading} data-label={heading} data-kind={kind}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
