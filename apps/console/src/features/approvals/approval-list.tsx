import { Button } from '@dolphin/ui/button/button'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { serverClock } from '../../time/server-clock.ts'
import { ageText } from '../../time/instant-text.ts'
import styles from './approvals.module.css'
import { approvalText, OBSTACLE_TEXTS, STATE_NAMES } from './messages.ts'
import type { ListRow } from './use-approvals.ts'

interface ApprovalListProps {
  rows: readonly ListRow[]
  empty: string
  chosen: string | undefined
  /** How many came since the list was taken. */
  newcomers: number
  onTake: () => void
  /** Reads the next ones; undefined where the list ends. */
  onMore: (() => void) | undefined
  href: (approvalNo: string) => string
}

/** The rows that can be confirmed, then those that cannot, with the reason. */
export function ApprovalList(props: ApprovalListProps) {
  const { rows, empty, chosen, newcomers, onTake, onMore, href } = props
  const open = rows.filter(isOpen)
  const closed = rows.filter((row) => !isOpen(row))
  return (
    <>
      {newcomers > 0 && (
        <button type="button" className={styles.fresh} onClick={onTake}>
          {approvalText.fresh(newcomers)}
        </button>
      )}
      {rows.length === 0 && <p className={`muted ${styles.none}`}>{empty}</p>}
      <Rows rows={open} chosen={chosen} href={href} />
      {closed.length > 0 && <h2 className={styles.divider}>{approvalText.others}</h2>}
      <Rows rows={closed} chosen={chosen} href={href} />
      {onMore && (
        <Button variant="quiet" onClick={onMore}>
          {approvalText.more}
        </Button>
      )}
    </>
  )
}

/** Own ones and answered ones stand among themselves, so nothing tells them apart. */
const isOpen = ({ state, own, obstacle }: ListRow): boolean => state !== 'waiting' || own || obstacle === null

interface RowsProps extends Pick<ApprovalListProps, 'rows' | 'chosen' | 'href'> {}

function Rows({ rows, chosen, href }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen === undefined) return
    const row = list.current?.querySelector<HTMLElement>('[aria-current]')
    row?.scrollIntoView?.({ block: 'nearest' })
    // Who walks the list by keys stands in it
    if (document.activeElement?.closest('ul') === list.current) row?.focus()
  }, [chosen])
  if (rows.length === 0) return null
  return (
    <ul ref={list} className={styles.rows}>
      {rows.map((row) => (
        <li key={row.approvalNo}>
          <Link
            href={href(row.approvalNo)}
            replace
            className={styles.row}
            aria-current={row.approvalNo === chosen ? 'true' : undefined}
          >
            <Row row={row} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Row({ row }: { row: ListRow }) {
  return (
    <>
      <span className={styles.title}>{row.title}</span>
      <span className={`figures ${styles.amount}`}>{row.amount}</span>
      <span className={`small muted ${styles.second}`}>{secondLine(row)}</span>
      <span className="small muted figures">{ageText(row.enteredAt, serverClock.now())}</span>
    </>
  )
}

function secondLine(row: ListRow): string {
  if (row.gone) return `${row.subject}, ${approvalText.gone}`
  if (row.state !== 'waiting') return `${row.subject}. ${STATE_NAMES[row.state]}`
  if (row.own || row.obstacle === null) return row.subject
  return `${row.subject}. ${OBSTACLE_TEXTS[row.obstacle]}`
}
