import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import type { LoanKey } from '../driver/owner.ts'
import { holderOf } from '../driver/record-keys.ts'
import { sealText } from '../driver/sealed-texts.ts'
import { documentRequests } from '../schema/document-request.ts'

/** A document that a review asked its borrower for. */
export type DocumentRequest = typeof documentRequests.$inferSelect

/** Records a request. A second open one for the same document breaks a unique index. */
export async function insertDocumentRequest(
  executor: Executor,
  cipher: FieldCipher,
  request: DocumentRequest,
): Promise<void> {
  const { portfolioId, loanNo, note } = request
  await executor
    .insert(documentRequests)
    .values({ ...request, note: sealText(cipher, holderOf({ portfolioId, loanNo }), note) })
}

/** All requests of a loan, in the order in which they were made. */
export async function listDocumentRequests(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<DocumentRequest[]> {
  return await executor
    .select()
    .from(documentRequests)
    .where(and(eq(documentRequests.portfolioId, portfolioId), eq(documentRequests.loanNo, loanNo)))
    .orderBy(asc(documentRequests.requestNo))
}

/** Moves a request by compare-and-set; false if it has left that state meanwhile. */
export async function storeRequestMove(
  executor: Executor,
  { portfolioId, loanNo, requestNo, state }: DocumentRequest,
  to: Pick<DocumentRequest, 'state' | 'changedAt'> &
    Partial<Pick<DocumentRequest, 'answerBy' | 'turn' | 'refusal' | 'decidedBy'>>,
): Promise<boolean> {
  const moved = await executor
    .update(documentRequests)
    .set(to)
    .where(
      and(
        eq(documentRequests.portfolioId, portfolioId),
        eq(documentRequests.loanNo, loanNo),
        eq(documentRequests.requestNo, requestNo),
        eq(documentRequests.state, state),
      ),
    )
    .returning({ requestNo: documentRequests.requestNo })
  return moved.length === 1
}

/** Loans of a portfolio whose borrower did not send a document in time: its last day is before `today`; a page by number. */
export async function listLoansWithOverdueRequests(
  executor: Executor,
  {
    portfolioId,
    today,
    after,
    limit,
  }: {
    readonly portfolioId: number
    readonly today: LocalDate
    readonly after: string
    readonly limit: number
  },
): Promise<LoanKey[]> {
  const rows = await executor
    .select({ loanNo: documentRequests.loanNo })
    .from(documentRequests)
    .where(
      and(
        eq(documentRequests.portfolioId, portfolioId),
        // Literals, as the index of what is outstanding has them
        sql`state in ('asked', 'refused')`,
        lt(documentRequests.answerBy, today),
        gt(documentRequests.loanNo, after),
      ),
    )
    .groupBy(documentRequests.loanNo)
    .orderBy(asc(documentRequests.loanNo))
    .limit(limit)
  return rows.map(({ loanNo }) => ({ portfolioId, loanNo }))
}
