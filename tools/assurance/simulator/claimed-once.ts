import type { Database } from '@dolphin/database/driver/open'
import { UNDERWAY_STATUSES } from '@dolphin/domain/loans/codes'

const KINDS = ['e-mail', 'loan number', 'loan under way', 'trace number', 'place of a coupon'] as const

/** What exists once over all customers: docs/decisions/customer-key.md, 4. */
export type ClaimKind = (typeof KINDS)[number]

/** Each kind as the rows of customers have it. */
const HELD: Readonly<Record<ClaimKind, string>> = {
  'e-mail': "select portfolio_id || '/' || email_index as name from customers",
  'loan number': "select portfolio_id || '/' || loan_no as name from loans",
  'loan under way': `select portfolio_id || '/' || open_id as name from loans
    where open_id is not null and status in (${UNDERWAY_STATUSES.join(', ')})`,
  'trace number': `select portfolio_id || '/' || trace_number as name from ach_entries
    union all select portfolio_id || '/' || prenote_trace from loan_accounts where prenote_trace is not null
    union all select portfolio_id || '/' || trace_number from dishonored_returns where trace_number is not null`,
  'place of a coupon': `select portfolio_id || '/' || coupon_code || '/' || place as name from coupon_redemptions
    where state <> 'released'`,
}

/** Each kind as it was claimed. */
const CLAIMED: Readonly<Record<ClaimKind, string>> = {
  'e-mail': "select portfolio_id || '/' || email_index as name from customer_emails",
  'loan number': "select portfolio_id || '/' || loan_no as name from loan_directory",
  'loan under way': `select portfolio_id || '/' || under_way_of as name from loan_directory where under_way_of is not null`,
  'trace number': "select portfolio_id || '/' || trace_number as name from trace_numbers",
  'place of a coupon': "select portfolio_id || '/' || coupon_code || '/' || place as name from coupon_places",
}

/** Names by kind, in order; one that is there twice is there twice. */
type Names = Readonly<Record<ClaimKind, readonly string[]>>

type Asked = Pick<Database, 'executeSql'>

async function namesIn(
  databases: readonly Asked[],
  queries: Readonly<Record<ClaimKind, string>>,
): Promise<Names> {
  const entries = KINDS.map(async (kind) => {
    const found = await Promise.all(databases.map((one) => one.executeSql(queries[kind])))
    const names = found.flatMap(({ rows }) => (rows as { name: string }[]).map(({ name }) => name))
    return [kind, names.toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as unknown as Names
}

/** What the rows of all cells hold. */
export const heldIn = async (cells: readonly Asked[]): Promise<Names> => await namesIn(cells, HELD)

/** What is claimed in the database that the cells share. */
export const claimedIn = async (claims: Asked): Promise<Names> => await namesIn([claims], CLAIMED)

/** The kinds of which a name is held more than once. */
export const heldTwice = (held: Names): readonly ClaimKind[] =>
  KINDS.filter((kind) => new Set(held[kind]).size < held[kind].length)
