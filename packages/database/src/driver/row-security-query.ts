import pg from 'pg'
import type { QueryClient } from './executor.ts'

/**
 * Settings that last until the statement after them ends; `role` is one of PostgreSQL's own. The owner's loans are looked
 * up here, by an index: a policy that asked for them would have every loan of the lender read.
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

/** What the driver's query does that its types leave out. */
interface DriverConnection {
  readonly parsedStatements: Readonly<Record<string, string>>
  bind(portal: { readonly statement: string; readonly values: readonly string[] }): void
  execute(portal: { readonly portal: string }): void
}

interface DriverQuery {
  requiresPreparation(): boolean
  prepare(connection: DriverConnection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
}

type Settled = (error: Error | null, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (
  config: unknown,
  values: readonly unknown[] | undefined,
  settled: Settled,
) => DriverQuery

/**
 * PostgreSQL reads and plans a prepared statement anew whenever its last run had another role, which costs several times
 * as much as the run. One that is asked within the wall and without it therefore has a name for each.
 */
function namedForBorrower(config: unknown): unknown {
  const { name } = config as { readonly name?: string }
  return name === undefined ? config : { ...(config as object), name: `${name}_own` }
}

/**
 * A query with another one before it in the same message: both run in the one transaction that ends with the message,
 * so that what the first sets holds for the second and for nothing else, without a round trip of its own. A pooler that
 * gives a session to one transaction at a time passes the message on as one.
 */
class RowSecurityQuery extends Query {
  readonly #settings: readonly string[]
  #areSettingsApplied = false

  constructor(
    settings: readonly string[],
    config: unknown,
    values: readonly unknown[] | undefined,
    settled: Settled,
  ) {
    super(namedForBorrower(config), values, settled)
    this.#settings = settings
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: DriverConnection): void {
    connection.bind({ statement: ROW_SECURITY_SETTINGS.name, values: this.#settings })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#areSettingsApplied) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#areSettingsApplied) super.handleCommandComplete(message, connection)
    this.#areSettingsApplied = true
  }
}

interface DriverClient extends QueryClient {
  readonly connection: DriverConnection
  query(config: unknown, values?: readonly unknown[]): Promise<pg.QueryResult>
}

/** Runs a query as a borrower with these settings. Fails, and answers nothing, where the role may not be taken. */
export async function rowSecurityQuery(
  client: QueryClient,
  settings: readonly string[],
  text: unknown,
  values: readonly unknown[] | undefined,
): Promise<pg.QueryResult> {
  const driver = client as DriverClient
  // Prepared once a session; alone it sets nothing that outlives it.
  if (driver.connection.parsedStatements[ROW_SECURITY_SETTINGS.name] === undefined)
    await driver.query({ ...ROW_SECURITY_SETTINGS, values: settings })
  return await new Promise((done, failed) => {
    const settled: Settled = (error, result) => (error === null ? done(result) : failed(error))
    void driver.query(new RowSecurityQuery(settings, text, values, settled))
  })
}
