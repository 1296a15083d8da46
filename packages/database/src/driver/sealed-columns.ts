import { type SQL, sql } from 'drizzle-orm'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
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
  /** What the row is erased with, the first that is not null: its values are under that record's key. */
  readonly heldBy?: readonly RowHolder[]
  /** A text that builds before wrote plain (`sealed-texts.ts`): the column itself, or a field of its JSON. */
  readonly text?: 'whole' | readonly string[]
  /** The column that keeps a keyed digest of the text, and its purpose: what is sealed is found by it. */
  readonly digest?: { readonly column: string; readonly purpose: string }
}

/** Names a record that a row is erased with. */
export interface RowHolder {
  readonly kind: 'loan' | 'application' | 'account' | 'request' | 'approval'
  /** The column that has its number; or its name in a read, where `by` says how the number is found. */
  readonly column: string
  /** SQL over the row. */
  readonly by?: SQL
}

/** Purpose of the digest by which a loan is found by the last four digits of its account. */
export const ACCOUNT_TAIL = 'account tail'

/** What the evidence of a signing keeps of its steps that tells of a person: step and field. */
export const SIGNING_TEXTS = [
  ...(['opened', 'consent', 'declined', 'reservation'] as const).flatMap((step) =>
    (['ip', 'userAgent'] as const).map((field) => [step, field] as const),
  ),
  ['declined', 'reason'],
] as const

const loan: RowHolder = { kind: 'loan', column: 'loan_no' }
const application: RowHolder = { kind: 'application', column: 'application_no' }
const ofCustomer: RowHolder = { kind: 'account', column: 'open_id' }
const loanOfRequest = (table: string): RowHolder => ({
  kind: 'loan',
  column: 'held_loan',
  by: sql`(select r.loan_no from ibv_requests r
    where (r.portfolio_id, r.request_code) = (${sql.identifier(table)}.portfolio_id, ${sql.identifier(table)}.request_code))`,
})
const holdOn = (kind: RowHolder['kind'], scope: string): RowHolder => ({
  kind,
  column: `held_${kind}`,
  by: sql`case when scope = ${scope} then subject end`,
})

const ofAccount = { heldBy: [ofCustomer] } as const
const ofLoan = { heldBy: [loan] } as const
const ofEither = { heldBy: [loan, ofCustomer] } as const
const customer = { table: 'customers', key: ['portfolio_id', 'open_id'], ...ofAccount } as const
const outbox = { table: 'outbox', key: ['portfolio_id', 'notice_id'], ...ofEither } as const
const mails = { table: 'mails', key: ['portfolio_id', 'mail_id'], ...ofEither } as const
const account = { table: 'loan_accounts', key: ['portfolio_id', 'loan_no', 'sequence'], ...ofLoan } as const
const approval = {
  table: 'approvals',
  key: ['approval_no'],
  heldBy: [loan, { kind: 'approval', column: 'approval_no' }],
} as const
const hold = {
  table: 'legal_holds',
  key: ['hold_no'],
  heldBy: [holdOn('loan', 'loan'), holdOn('application', 'application'), holdOn('account', 'person')],
} as const
const dataRequest = {
  table: 'data_requests',
  key: ['portfolio_id', 'open_id', 'request_no'],
  heldBy: [{ kind: 'request', column: 'request_no' }],
} as const
const consent = {
  table: 'consents_given',
  key: ['portfolio_id', 'open_id', 'sequence'],
  text: 'whole',
  ...ofAccount,
} as const
const signing = {
  table: STORED_NAMES.table.signingSessions,
  key: ['portfolio_id', 'request_code'],
  column: 'evidence',
  ...ofLoan,
} as const
const visit = { table: 'sandbox_bank_sessions', key: ['provider_session_id'], text: 'whole' } as const
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
    heldBy: [application],
  },
  { ...account, column: 'account_number' },
  { ...account, column: 'holder_name' },
  { ...account, column: 'routing_number', text: 'whole' },
  {
    ...account,
    column: 'account_tail',
    text: 'whole',
    digest: { column: 'tail_index', purpose: ACCOUNT_TAIL },
  },
  { table: 'ibv_reports', key: ['portfolio_id', 'request_code'], column: 'report', ...ofLoan },
  {
    table: 'ibv_links',
    key: ['provider', 'provider_session_id'],
    column: 'access_token',
    heldBy: [loanOfRequest('ibv_links')],
  },
  { table: 'decisions', key: ['portfolio_id', 'decision_no'], column: 'decision', ...ofLoan },
  { table: 'risk_reports', key: report, column: 'signals', ...ofLoan },
  {
    table: 'resources',
    key: ['token_hash'],
    column: 'sealed_subject',
    sealedAs: 'sealedSubject',
    heldBy: [{ kind: 'account', column: 'held_account', by: sql`subject ->> 'openId'` }],
  },
  { ...outbox, column: 'recipient' },
  { ...outbox, column: 'payload' },
  { ...mails, column: 'recipient' },
  { ...mails, column: 'content' },
  { ...mails, column: 'subject', text: 'whole' },
  {
    table: 'delivery_events',
    key: ['portfolio_id', 'notice_id', 'event_id'],
    column: 'evidence',
    ...ofEither,
  },
  { table: 'paper_notices', key: ['portfolio_id', 'notice_id'], column: 'address', ...ofLoan },
  { table: 'customer_notes', key: ['portfolio_id', 'open_id', 'note_no'], column: 'text', ...ofEither },
  { table: 'secure_messages', key: ['portfolio_id', 'open_id', 'message_no'], column: 'text', ...ofEither },
  { table: 'legal_facts', key: ['portfolio_id', 'loan_no', 'sequence'], column: 'reference', ...ofLoan },
  { table: 'manual_postings', key: ['portfolio_id', 'posting_no'], column: 'note', ...ofLoan },
  { table: 'idempotency_keys', key: ['owner', 'key'], column: 'answer' },
  { ...approval, column: 'entered' },
  { ...approval, column: 'answer_note', sealedAs: 'answerNote' },
  { ...approval, column: 'act' },
  { ...hold, column: 'reason' },
  { ...hold, column: 'lift_reason', sealedAs: 'liftReason' },
  { ...dataRequest, column: 'details' },
  { ...dataRequest, column: 'answer' },
  { ...consent, column: 'ip_address' },
  { ...consent, column: 'user_agent' },
  ...SIGNING_TEXTS.map((text) => ({ ...signing, text })),
  {
    table: 'document_requests',
    key: ['portfolio_id', 'loan_no', 'request_no'],
    column: 'note',
    text: 'whole',
    ...ofLoan,
  },
  { ...visit, column: 'owner_name', heldBy: [loanOfRequest('sandbox_bank_sessions')] },
  { ...visit, column: 'username', heldBy: [loanOfRequest('sandbox_bank_sessions')] },
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

/** The record under whose key the values of a row are; undefined of none. */
function holderIn(
  heldBy: readonly RowHolder[],
  row: Readonly<Record<string, unknown>>,
): KeyHolder | undefined {
  const held = heldBy.find(({ column }) => typeof row[column] === 'string')
  return held && `${held.kind}/${Number(row['portfolio_id'])}/${String(row[held.column])}`
}
