import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import type { Owner } from '../driver/owner.ts'
import { nextNumber } from '../driver/serial.ts'
import { dataRequests } from '../schema/retention.ts'

type Row = typeof dataRequests.$inferSelect

/** What was answered to a request: in words, and what is kept until when, line by line. */
export interface DataAnswer {
  readonly words: string
  readonly kept: readonly string[]
}

/** A request of a customer about their own data, readable. */
export interface DataRequest extends Omit<Row, 'answer'> {
  readonly answer: DataAnswer | null
}

const place = (
  { portfolioId, openId, requestNo }: Pick<Row, 'portfolioId' | 'openId' | 'requestNo'>,
  column: 'details' | 'answer',
): FieldPlace => ({
  table: 'data_requests',
  id: `${portfolioId}/${openId}/${requestNo}`,
  column,
  of: `request/${portfolioId}/${requestNo}`,
})

const isOwner = ({ portfolioId, openId }: Owner) =>
  and(eq(dataRequests.portfolioId, portfolioId), eq(dataRequests.openId, openId))

/** Adds a request; answers its number, or undefined where one of its kind is open. */
export async function insertDataRequest(
  executor: Executor,
  cipher: FieldCipher,
  request: Pick<Row, 'portfolioId' | 'openId' | 'kind' | 'details' | 'askedAt' | 'due'>,
): Promise<string | undefined> {
  const requestNo = await nextNumber(executor, 'retention', 'P')
  const details = cipher.seal(place({ ...request, requestNo }, 'details'), request.details)
  const added = await executor
    .insert(dataRequests)
    .values({ ...request, requestNo, details })
    .onConflictDoNothing()
    .returning({ requestNo: dataRequests.requestNo })
  return added[0]?.requestNo
}

/** A customer's requests, in the order in which they were made. */
export async function listDataRequests(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
): Promise<DataRequest[]> {
  const rows = await executor
    .select()
    .from(dataRequests)
    .where(isOwner(owner))
    .orderBy(asc(dataRequests.requestNo))
  return rows.map((row) => ({
    ...row,
    details: cipher.open(place(row, 'details'), row.details),
    answer: row.answer === null ? null : (openJson(cipher, place(row, 'answer'), row.answer) as DataAnswer),
  }))
}

/** A page of the requests of all customers. */
export interface DataRequestPage {
  readonly portfolioId?: number | undefined
  readonly kind?: Row['kind'] | undefined
  readonly state: 'open' | 'answered'
  /** Goes on after this one. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Requests that wait, first asked first, so that what is due first leads; or those answered, the newest first. Opens none. */
export async function listDataRequestPage(
  executor: Executor,
  { portfolioId, kind, state, after, limit }: DataRequestPage,
): Promise<Omit<Row, 'details' | 'answer'>[]> {
  const { details: _, answer: __, ...columns } = getTableColumns(dataRequests)
  const [isIn, goesOn, order] =
    state === 'open' ? ([isNull, gt, asc] as const) : ([isNotNull, lt, desc] as const)
  return await executor
    .select(columns)
    .from(dataRequests)
    .where(
      and(
        portfolioId === undefined ? undefined : eq(dataRequests.portfolioId, portfolioId),
        kind === undefined ? undefined : eq(dataRequests.kind, kind),
        isIn(dataRequests.answeredAt),
        after === undefined ? undefined : goesOn(dataRequests.requestNo, after),
      ),
    )
    .orderBy(order(dataRequests.requestNo))
    .limit(limit)
}

/** Answers an open request; false where it has its answer, or is of another customer. */
export async function answerDataRequest(
  executor: Executor,
  cipher: FieldCipher,
  request: Owner & Pick<Row, 'requestNo' | 'outcome' | 'answeredBy' | 'answeredAt'>,
  answer: DataAnswer,
): Promise<boolean> {
  const { outcome, answeredBy, answeredAt } = request
  const answered = await executor
    .update(dataRequests)
    .set({ outcome, answeredBy, answeredAt, answer: sealJson(cipher, place(request, 'answer'), answer) })
    .where(
      and(isOwner(request), eq(dataRequests.requestNo, request.requestNo), isNull(dataRequests.answeredAt)),
    )
    .returning({ requestNo: dataRequests.requestNo })
  return answered.length === 1
}
