import { packedRows } from '../driver/packed-rows.ts'
import { workItems } from '../schema/work-item.ts'
import type { WorkItem } from './work-item-repository.ts'

const items = packedRows(workItems, ['kind'])

/** The kinds of open work items that are or may be about the loan $2 of the portfolio $1, as one column. */
export const openItemsColumn = `(select json_agg(${items.row} order by work_item_no) from work_items
    where portfolio_id = $1 and closed_at is null and (loan_no = $2 or concerns @> array[$2])) as open_items`

/** What that column holds. */
export const openItemsOf = (row: Readonly<Record<string, unknown>>): Pick<WorkItem, 'kind'>[] =>
  items.unpackAll(row['open_items'])
