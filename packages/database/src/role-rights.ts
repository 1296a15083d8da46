import { sql } from 'drizzle-orm'
import type { Executor } from './driver/executor.ts'

/** The two roles of the schema: one that cannot rewrite history, one that reads the rows of one borrower alone. */
const APPLICATION = 'dolphin_application'
const BORROWER = 'dolphin_borrower'
const ROLES = [APPLICATION, BORROWER] as const

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const
type Privilege = (typeof PRIVILEGES)[number]

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Neither changed nor deleted. */
const APPEND_ONLY = names(
  'ach_inbox_entries audit_events bank_directory_versions business_events consents_given coupon_grants ' +
    'customer_emails customer_notes decision_bases decisions delivery_events erasures guard_decisions ledger_entries ledger_postings ' +
    'loan_history portfolio_releases portfolio_versions risk_reports secure_messages trace_numbers transaction_history',
)
const NEVER_CHANGED = names('coupon_places find_tokens suspended_addresses')
const NEVER_DELETED = names(
  'account_entries ach_inbox_files approvals coupon_redemptions debit_authorizations dishonored_returns ' +
    'data_requests document_requests employee_factors employee_invitations employee_links employee_roles ' +
    'employee_touches employees legal_facts legal_holds ' +
    'loan_accounts loan_changes manual_postings work_items',
)
/** Of no borrower. */
const OF_STAFF = names(
  'approvals customer_notes employee_browsers employee_challenges employee_factors employee_invitations employee_links ' +
    'employee_mirrors employee_roles employee_sessions employee_terminals employee_touches employees erasures find_tokens legal_holds object_removals saved_views',
)
/** What changes in a row that is otherwise append-only. */
const CHANGED_COLUMNS = {
  ach_inbox_entries: 'applied, transaction_no, loan_no',
  portfolio_releases: 'confirmed_by, confirmed_at, after',
  secure_messages: 'read_at',
} as const

/** What the role may do with the table. */
function privilegesOf(role: string, table: string): readonly Privilege[] {
  if (role === BORROWER) return OF_STAFF.has(table) ? [] : ['select']
  if (APPEND_ONLY.has(table)) return ['select', 'insert']
  if (NEVER_CHANGED.has(table)) return ['select', 'insert', 'delete']
  return NEVER_DELETED.has(table) ? ['select', 'insert', 'update'] : PRIVILEGES
}

/** insufficient_privilege: what the login may not do, an administrator does; `missingRights` names it. */
const REFUSED = '42501'
/** duplicate_object and unique_violation: another database of the server made the role at the same moment. */
const MADE_MEANWHILE = ['42710', '23505']

/**
 * Makes sure of the roles and their rights: a login that may not make roles migrates without them, and an administrator
 * makes them later. Runs after each migration under its lock, and changes only what is missing, because each grant
 * discards the prepared statements of all nodes. A login that may do nothing of this changes nothing.
 */
export async function ensureRights(executor: Executor): Promise<void> {
  for (const role of await missingRoles(executor))
    await orRefused(executor, `create role ${role} nologin`, MADE_MEANWHILE)
  for (const statement of await missingGrants(executor)) await orRefused(executor, statement)
}

async function orRefused(
  executor: Executor,
  statement: string,
  harmless: readonly string[] = [],
): Promise<void> {
  try {
    await executor.execute(sql.raw(statement))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code !== REFUSED && !harmless.includes(code)) throw error
  }
}

async function missingRoles(executor: Executor): Promise<readonly string[]> {
  const { rows } = await executor.execute<{ rolname: string }>(
    sql`select rolname from pg_roles where rolname in (${APPLICATION}, ${BORROWER})`,
  )
  return ROLES.filter((role) => !rows.some(({ rolname }) => rolname === role))
}

interface TableRights extends Record<string, unknown> {
  readonly role: string
  readonly table: string
  readonly privileges: readonly Privilege[]
}

async function missingGrants(executor: Executor): Promise<readonly string[]> {
  const { rows } = await executor.execute<TableRights>(sql`
    select rolname as role, relname as table, array(select privilege
      from unnest(${sql.raw(`array['${PRIVILEGES.join("','")}']`)}) privilege
      where has_table_privilege(r.oid, c.oid, privilege)) as privileges
    from pg_roles r cross join pg_class c
    where rolname in (${APPLICATION}, ${BORROWER}) and relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace order by 1, 2`)
  const { rows: others } = await executor.execute<{ statement: string }>(OTHER_GRANTS)
  return [...rows.flatMap(tableStatements), ...others.map(({ statement }) => statement)]
}

function tableStatements({ role, table, privileges }: TableRights): readonly string[] {
  const wanted = privilegesOf(role, table)
  const missing = wanted.filter((privilege) => !privileges.includes(privilege))
  const excess = privileges.filter((privilege) => !wanted.includes(privilege))
  const columns = CHANGED_COLUMNS[table as keyof typeof CHANGED_COLUMNS]
  const hasColumns = role === APPLICATION && columns !== undefined && missing.length > 0
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} on "${table}" to ${role}`] : []),
    ...(hasColumns ? [`grant update (${columns}) on "${table}" to ${role}`] : []),
    ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on "${table}" from ${role}`] : []),
  ]
}

/** Schema, sequences, and the login's own way into the borrower's role; a superuser has it without a grant. */
const OTHER_GRANTS = sql.raw(`
  select format('grant usage on schema public to %I', rolname) as statement from pg_roles
  where rolname in ('${APPLICATION}', '${BORROWER}') and not has_schema_privilege(oid, 'public', 'usage')
  union all
  select format('grant usage, select on sequence %I to ${APPLICATION}', relname) from pg_class, pg_roles r
  where rolname = '${APPLICATION}' and relkind = 'S' and relnamespace = 'public'::regnamespace
    and not has_sequence_privilege(r.oid, pg_class.oid, 'usage')
  union all
  select format('grant ${BORROWER} to %I', current_user) from pg_roles
  where rolname = '${BORROWER}' and not pg_has_role(current_user, oid, 'member')
  union all
  select format('grant execute on function %s to ${APPLICATION}', f.oid::regprocedure) from pg_proc f, pg_roles r
  where rolname = '${APPLICATION}' and f.pronamespace = 'public'::regnamespace
    and (proname = 'retention_records' or starts_with(proname, 'erase_')) and not has_function_privilege(r.oid, f.oid, 'execute')`)

/**
 * The statements, at most five, by which an administrator lets this login read as a borrower; none where it may. Rights
 * on tables are among them only where the next start cannot give them itself.
 */
export async function missingRights(executor: Executor): Promise<readonly string[]> {
  if (await canReadAsBorrower(executor)) return []
  const { rows } = await executor.execute<Facts>(sql`
    select current_user as login, exists (select from pg_roles where rolname = ${BORROWER}) as "hasRole",
      pg_has_role(current_user, relowner, 'usage') as "isOwner"
    from pg_class where oid = 'public.loans'::regclass`)
  const [{ login = '', hasRole = false, isOwner = true } = {}] = rows as Partial<Facts>[]
  return [
    ...(hasRole ? [] : [`create role ${BORROWER} nologin;`]),
    `grant ${BORROWER} to "${login.replaceAll('"', '""')}";`,
    ...(isOwner ? [] : OWNER_GRANTS),
  ]
}

interface Facts extends Record<string, unknown> {
  readonly login: string
  readonly hasRole: boolean
  readonly isOwner: boolean
}

/** For tables that belong to a login which starts no server. */
const OWNER_GRANTS = [
  `grant usage on schema public to ${BORROWER};`,
  `grant select on all tables in schema public to ${BORROWER};`,
  `revoke all on ${[...OF_STAFF].join(', ')} from ${BORROWER};`,
]

/** Whether this login may read as a borrower: it tries. Otherwise row-level security is off. */
export async function canReadAsBorrower(executor: Executor): Promise<boolean> {
  try {
    return await executor.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local role ${BORROWER}`))
      const { rows } = await tx.execute<{ reads: boolean }>(
        sql`select has_table_privilege('public.loans', 'select') as reads`,
      )
      return rows[0]?.reads === true
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // undefined_object, invalid_parameter_value: no such role
    if ([REFUSED, '42704', '22023'].includes(code)) return false
    throw error
  }
}
