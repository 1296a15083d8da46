import type { SavedList } from '@dolphin/domain/staff/saved-list'
import { type ReactNode, useState } from 'react'
import { PageHeading } from '../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../app/reading.tsx'
import type { CallFailure } from '../calls/call-failure.ts'
import { type Column, DeskTable } from './desk-table.tsx'
import styles from './list-page.module.css'
import { SavedViews } from './saved-views.tsx'
import type { SteadyRow } from './steady-rows.ts'
import type { ListPlace } from './use-list-place.ts'
import { useRowKeys } from './use-row-keys.ts'

/** A list as a page holds it: steady rows, and how to read again and on. */
export interface PagedList<Row> {
  readonly rows: readonly SteadyRow<Row>[] | undefined
  readonly newcomers: number
  readonly take: () => void
  readonly drop: (key: string) => void
  readonly failure: CallFailure | undefined
  readonly again: () => void
  readonly more: (() => void) | undefined
}

interface Leaving<Row> {
  readonly list: PagedList<Row>
  readonly place: ListPlace
  readonly keyOf: (row: Row) => string
}

/** The line that says what was done, and what follows where a row is done with: the next one is opened. */
export function useResult<Row>({ list, place, keyOf }: Leaving<Row>) {
  const [result, say] = useState<string>()
  const leave = (line: string, key: string) => {
    say(line)
    const next = list.rows?.find((row) => keyOf(row) !== key && !row.gone)
    place.open(next && keyOf(next))
    list.drop(key)
  }
  return { result, say, leave }
}

interface ListPageProps<Row> extends Leaving<Row> {
  title: string
  /** What the rows are, for who hears the page. */
  caption: string
  filters: ReactNode
  /** Under which the reader's named filters of it are kept. */
  views: SavedList
  result: string | undefined
  columns: readonly Column<SteadyRow<Row>>[]
  empty: string
  /** Where a row leads whose page is elsewhere: nothing stands beside such a list. */
  pageOf?: (row: Row) => string
  /** What stands beside the list while nothing is chosen. */
  choose?: string
  /** The chosen row needs more room than the list. */
  isWide?: boolean
  /** The chosen row, whole; undefined where none is. */
  children?: ReactNode
}

/** A page of the desk with a list and the chosen row beside it. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    caption,
    filters,
    views,
    result,
    list,
    place,
    keyOf,
    columns,
    empty,
    pageOf,
    choose,
    isWide,
    children,
  } = props
  const keys = list.rows?.map(keyOf) ?? []
  useRowKeys({ keys, chosen: place.chosen, open: place.open, take: list.take })
  return (
    <div className="page">
      <PageHeading title={title} />
      <div className={styles.filters}>
        {filters}
        <SavedViews list={views} place={place} />
      </div>
      <p role="status" className={styles.result}>
        {result}
      </p>
      {list.failure && <ReadingFailed failure={list.failure} onAgain={list.again} />}
      {list.rows === undefined && list.failure === undefined && <Waiting />}
      {list.rows && (
        <div
          className={
            pageOf === undefined ? `${styles.columns} ${isWide && children ? styles.wide : ''}` : undefined
          }
        >
          <DeskTable
            caption={caption}
            columns={columns}
            rows={list.rows}
            keyOf={keyOf}
            hrefOf={pageOf ?? ((row) => place.hrefOf(keyOf(row)))}
            leadsAway={pageOf !== undefined}
            chosen={place.chosen}
            empty={empty}
            newcomers={list.newcomers}
            onTake={list.take}
            onMore={list.more}
          />
          {children ||
            (choose !== undefined && (
              <section className="panel padded" aria-label={caption}>
                <p className="muted">{choose}</p>
              </section>
            ))}
        </div>
      )}
    </div>
  )
}
