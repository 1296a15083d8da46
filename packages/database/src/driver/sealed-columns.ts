import type { FieldPlace } from './field-cipher.ts'
import type { KeyHolder } from './record-keys.ts'

/** A column whose values are sealed: where its rows' values live, as the repository that writes them says it. */
export interface SealedColumn {
  readonly table: string
  /** Name in the database. */
  readonly column: string
  /** The primary key but for the customer’s, in the order in which it names the row in the seal, parts joined by "/". */
  readonly key: readonly string[]
  /** Name of the column in the seal, where it is another. */
  readonly sealedAs?: string
  /** Columns that say what the row is erased with, the first that is not null: its values are under that record's key. */
  readonly heldBy?: readonly HolderColumn[]
}

type HolderColumn = 'loan_no' | 'application_no' | 'open_id'

const HOLDERS = { loan_no: 'loan', application_no: 'application', open_id: 'account' } as const

const ofAccount = { heldBy: ['open_id'] } as const
const ofLoan = { heldBy: ['loan_no'] } as const
const ofEither = { heldBy: ['loan_no', 'open_id'] } as const
const customer = { table: 'customers', key: ['portfolio_id', 'open_id'], ...ofAccount } as const
const outbox = { table: 'outbox', key: ['portfolio_id', 'notice_id'], ...ofEither } as const
const mails = { table: 'mails', key: ['portfolio_id', 'mail_id'], ...ofEither } as const
const account = { table: 'loan_accounts', key: ['portfolio_id', 'loan_no', 'sequence'], ...ofLoan } as const
const approval = { table: 'approvals', key: ['approval_no'] } as const
const hold = { table: 'legal_holds', key: ['hold_no'] } as const
const dataRequest = { table: 'data_requests', key: ['portfolio_id', 'open_id', 'request_no'] } as const
const report = ['portfolio_id', 'loan_no', 'request_code', 'basis_hash'] as const

/**
 * Every sealed column of the schema, those that borrowers meet most first. A test holds it against the schema and
 * opens a row of each. What lives for minutes is not among them: requests within jobs, visits at the sandbox bank.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { ...customer, column: 'email' },
  { ...customer, column: 'profile' },
  { ...customer, column: 'ssn' },
  { ...customer, column: 'totp_secret', sealedAs: 'totpSecret' },
  { ...customer, column: 'totp_pending_secret', sealedAs: 'totpPendingSecret' },
  { table: 'contacts', key: ['portfolio_id', 'open_id', 'contact_type'], column: 'value', ...ofAccount },
  {
    table: 'application_sections',
    key: ['portfolio_id', 'application_no', 'section_key'],
    column: 'answers',
    heldBy: ['application_no'],
  },
  { ...account, column: 'account_number' },
  { ...account, column: 'holder_name' },
  { table: 'ibv_reports', key: ['portfolio_id', 'request_code'], column: 'report', ...ofLoan },
  { table: 'ibv_links', key: ['provider', 'provider_session_id'], column: 'access_token' },
  { table: 'decisions', key: ['portfolio_id', 'decision_no'], column: 'decision', ...ofLoan },
  { table: 'risk_reports', key: report, column: 'signals', ...ofLoan },
  { table: 'resources', key: ['token_hash'], column: 'sealed_subject', sealedAs: 'sealedSubject' },
  { ...outbox, column: 'recipient' },
  { ...outbox, column: 'payload' },
  { ...mails, column: 'recipient' },
  { ...mails, column: 'content' },
  {
    table: 'delivery_events',
    key: ['portfolio_id', 'notice_id', 'event_id'],
    column: 'evidence',
    ...ofEither,
  },
  { table: 'paper_notices', key: ['portfolio_id', 'notice_id'], column: 'address', ...ofLoan },
  { table: 'customer_notes', key: ['portfolio_id', 'open_id', 'note_no'], column: 'text', ...ofEither },
  { table: 'secure_messages', key: ['portfolio_id', 'open_id', 'message_no'], column: 'text', ...ofEither },
  { table: 'manual_postings', key: ['portfolio_id', 'posting_no'], column: 'note' },
  { table: 'idempotency_keys', key: ['owner', 'key'], column: 'answer' },
  { ...approval, column: 'entered' },
  { ...approval, column: 'answer_note', sealedAs: 'answerNote' },
  { ...approval, column: 'act' },
  { ...hold, column: 'reason' },
  { ...hold, column: 'lift_reason', sealedAs: 'liftReason' },
  { ...dataRequest, column: 'details' },
  { ...dataRequest, column: 'answer' },
  { table: 'employees', key: ['employee_id'], column: 'email' },
  { table: 'employee_factors', key: ['factor_id'], column: 'totp_secret', sealedAs: 'totpSecret' },
]

/** Where the value of a row of the column lives. */
export const placeOf = (
  { table, column, sealedAs, key, heldBy = [] }: SealedColumn,
  row: Readonly<Record<string, unknown>>,
): FieldPlace => ({
  table,
  id: key.map((part) => String(row[part])).join('/'),
  column: sealedAs ?? column,
  of: holderIn(heldBy, row),
})

function holderIn(
  heldBy: readonly HolderColumn[],
  row: Readonly<Record<string, unknown>>,
): KeyHolder | undefined {
  const by = heldBy.find((column) => typeof row[column] === 'string')
  return by && `${HOLDERS[by]}/${Number(row['portfolio_id'])}/${String(row[by])}`
}
