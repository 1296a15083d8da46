import type pg from 'pg'
import { type DriverSession, inReadOnly } from './read-only.ts'

/**
 * Settings that last until the transaction ends; `role` is one of PostgreSQL's own. The owner's loans and applications
 * are looked up here, by an index: a policy that asked for them would have every loan of the lender read.
 */
const ROW_SECURITY_SETTINGS = {
  name: 'dolphin_row_security',
  text: `select set_config('dolphin.portfolio', $1, true), set_config('dolphin.customer', $2, true),
    set_config('dolphin.application', $3, true), set_config('dolphin.loans', own.loans, true),
    set_config('dolphin.applications', own.applications, true), set_config('role', 'dolphin_borrower', true)
    from (
      select coalesce(array_agg(loan_no), '{}')::text as loans,
        coalesce(array_agg(application_no), '{}')::text as applications
      from (
        select loan_no, application_no from loans where portfolio_id = $1::text::integer and open_id = $2
        union all
        select loan_no, application_no from loans where portfolio_id = $1::text::integer and application_no = $3) found) own`,
} as const

/**
 * PostgreSQL reads and plans a prepared statement anew whenever its last run had another role, which costs several times
 * as much as the run. One that is asked within the wall and without it therefore has a name for each.
 */
function namedForBorrower(query: unknown): unknown {
  const { name } = query as { readonly name?: string }
  return name === undefined ? query : { ...(query as object), name: `${name}_own` }
}

/** Runs a query as a borrower with these settings. Fails, and answers nothing, where the role may not be taken. */
export const rowSecurityQuery = async (
  client: DriverSession,
  settings: readonly string[],
  text: unknown,
  values: unknown[] | undefined,
): Promise<pg.QueryResult> =>
  await inReadOnly(client, [
    { text: ROW_SECURITY_SETTINGS, values: [...settings] },
    { text: namedForBorrower(text), values },
  ])
