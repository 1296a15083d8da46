import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { Database } from '@dolphin/database/driver/open'

/** Every column of a table, one of them with another value. */
async function copyRow(
  database: Database,
  table: string,
  where: string,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await database.executeSql(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names,
        string_agg(coalesce(($1::json ->> column_name), quote_ident(column_name)), ', ' order by ordinal_position) as picked
      from information_schema.columns where table_schema = 'public' and table_name = $2`,
    [JSON.stringify(changed), table],
  )
  const [{ names = '', picked = '' } = {}] = rows as { names?: string; picked?: string }[]
  await database.executeSql(
    `set session_replication_role = replica;
      insert into "${table}" (${names}) select ${picked} from "${table}" where portfolio_id = 110 and ${where};
      set session_replication_role = origin`,
  )
}

/**
 * Rows that only the twin at the other portfolio has, for queries that ask whether there is none: a payment of the third
 * installment, a later eligibility result, a loan put right by a person.
 */
export async function addStrays(database: Database, loanNo: string): Promise<void> {
  await copyRow(database, 'transactions', "transaction_no = '900002'", {
    transaction_no: "'900009'",
    instruction_key: `'installment/${loanNo}/3'`,
    installment_number: '3',
    trace_number: 'null',
  })
  await copyRow(database, 'transactions', "transaction_no = '900002'", {
    transaction_no: "'900010'",
    instruction_key: "'a payment on its way'",
    installment_number: '3',
    status: '4',
    trace_number: 'null',
  })
  await copyRow(database, 'guard_decisions', "decision_no = 'G900001'", {
    decision_no: "'G900009'",
    at: "'2027-01-01'",
  })
  await copyRow(database, 'loan_history', `loan_no = '${loanNo}' and from_status = ${LoanStatus.suspended}`, {
    sequence: '9000',
    at: "'2027-01-01'",
  })
}
