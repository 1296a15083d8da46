import type { Erasable } from '@dolphin/domain/retention/hold'
import type { RetentionClass } from '@dolphin/domain/retention/schedule'
import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'

/** Classes whose records are erased one by one; the others are swept. */
export const LISTED_CLASSES = [
  'fundedLoan',
  'coveredBorrowerCheck',
  'undoneApplication',
  'neverSubmittedDraft',
  'begunAnswers',
  'abandonedAccount',
  'unusedUpload',
  'unusedBankReport',
  'accountMessage',
  'accountMail',
  'auditTrail',
  'dataRequest',
  'approval',
] as const satisfies readonly RetentionClass[]

export type ListedClass = (typeof LISTED_CLASSES)[number]

/** A record whose period may be over. */
export interface DueRecord extends Erasable {
  readonly recordClass: ListedClass
  /** Names it in its table. */
  readonly key: string
  /** Its trigger. */
  readonly since: Date
}

/** What begins the subject of an erase line: "loan/118-0000011". */
const SUBJECTS: Readonly<Record<ListedClass, string>> = {
  fundedLoan: 'loan',
  coveredBorrowerCheck: 'document',
  undoneApplication: 'loan',
  neverSubmittedDraft: 'loan',
  begunAnswers: 'begunAnswers',
  abandonedAccount: 'account',
  unusedUpload: 'document',
  unusedBankReport: 'bankReport',
  accountMessage: 'message',
  accountMail: 'mail',
  auditTrail: 'audit',
  dataRequest: 'dataRequest',
  approval: 'approval',
}

/** What an erase line names: never a word of the content. */
export const subjectOf = ({ recordClass, key }: Pick<DueRecord, 'recordClass' | 'key'>): string =>
  `${SUBJECTS[recordClass]}/${key}`

/** Where a page ended. */
export interface DueCursor {
  readonly portfolioId: number
  readonly key: string
}

const BEFORE_ALL: DueCursor = { portfolioId: -1, key: '' }

interface DuePage {
  readonly before: Date
  readonly after?: DueCursor | undefined
  readonly limit: number
}

/** As it was listed, if it is still due: asked again in the transaction that erases it. */
export async function findDue(
  executor: Executor,
  { recordClass, portfolioId, key }: DueRecord,
  before: Date,
): Promise<DueRecord | undefined> {
  const { rows } = await executor.execute<Row>(
    sql`${dueRows(recordClass, before)} and (portfolio_id, key) = (${portfolioId}::integer, ${key})`,
  )
  const [row] = rows
  return row && fromRow(recordClass, row)
}

interface Row extends Record<string, unknown> {
  readonly portfolio_id: number
  readonly key: string
  readonly open_ids: readonly (string | null)[]
  readonly loan_no: string | null
  readonly application_no: string | null
  readonly since_ms: string
}

/** Records of a class that were triggered by an instant and not erased since, by portfolio and key; holds are the caller's. */
export async function listDue(
  executor: Executor,
  recordClass: ListedClass,
  { before, after = BEFORE_ALL, limit }: DuePage,
): Promise<DueRecord[]> {
  const { rows } = await executor.execute<Row>(sql`${dueRows(recordClass, before)}
    and (portfolio_id, key) > (${after.portfolioId}::integer, ${after.key}) order by portfolio_id, key limit ${limit}`)
  return rows.map((row) => fromRow(recordClass, row))
}

/** Records of a class of some loans, whatever their trigger. */
export async function listRecordsOfLoans(
  executor: Executor,
  recordClass: ListedClass,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<DueRecord[]> {
  const { rows } = await executor.execute<Row>(sql`${rowsOf(recordClass)}
    where portfolio_id = ${portfolioId}::integer and key = any(${sql.param([...loanNos])}::text[]) order by key`)
  return rows.map((row) => fromRow(recordClass, row))
}

const rowsOf = (recordClass: ListedClass): SQL => sql`
  select portfolio_id, key, open_ids, loan_no, application_no,
    floor(extract(epoch from since) * 1000)::bigint::text as since_ms
  from retention_records(${recordClass})`

const dueRows = (recordClass: ListedClass, before: Date): SQL =>
  sql`${rowsOf(recordClass)} where since <= ${before.toISOString()}::timestamptz`

const fromRow = (recordClass: ListedClass, row: Row): DueRecord => ({
  recordClass,
  portfolioId: row.portfolio_id,
  key: row.key,
  openIds: row.open_ids.filter((one) => one !== null),
  loanNo: row.loan_no,
  applicationNo: row.application_no,
  since: new Date(Number(row.since_ms)),
})
