import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { LoanKey } from '../driver/owner.ts'
import { decisions } from '../schema/loan.ts'

type Row = typeof decisions.$inferSelect

/** A stored decision; `decision` is whole (inputs, trace, reasons), as JSON without bigints. */
export type StoredDecision<T> = Omit<Row, 'decision'> & { readonly decision: T }

const place = ({ decisionNo, ...row }: Pick<Row, 'portfolioId' | 'decisionNo' | 'loanNo'>): FieldPlace => ({
  table: 'decisions',
  id: `${row.portfolioId}/${decisionNo}`,
  column: 'decision',
  of: holderOf({ portfolioId: row.portfolioId, loanNo: row.loanNo }),
})

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(decisions.portfolioId, portfolioId), eq(decisions.loanNo, loanNo))

/** Keeps a decision for good; false if the loan has one for these inputs. */
export async function insertDecision<T>(
  executor: Executor,
  cipher: FieldCipher,
  { decision, ...stored }: StoredDecision<T>,
): Promise<boolean> {
  const added = await executor
    .insert(decisions)
    .values({ ...stored, decision: sealJson(cipher, place(stored), decision) })
    .onConflictDoNothing()
    .returning({ decisionNo: decisions.decisionNo })
  return added.length === 1
}

/** The decision on the same inputs, if there was one. The caller names the shape it stored. */
export async function findDecision<T>(
  executor: Executor,
  cipher: FieldCipher,
  key: LoanKey,
  inputsHash: string,
): Promise<StoredDecision<T> | undefined> {
  const [row] = await executor
    .select()
    .from(decisions)
    .where(and(isOf(key), eq(decisions.inputsHash, inputsHash)))
  return row && { ...row, decision: openJson(cipher, place(row), row.decision) as T }
}

/** The newest decision on a loan. */
export async function findLatestDecision<T>(
  executor: Executor,
  cipher: FieldCipher,
  key: LoanKey,
): Promise<StoredDecision<T> | undefined> {
  const [row] = await executor
    .select()
    .from(decisions)
    .where(isOf(key))
    .orderBy(desc(decisions.decidedAt), asc(decisions.decisionNo))
    .limit(1)
  return row && { ...row, decision: openJson(cipher, place(row), row.decision) as T }
}

/** A decision by its number, whatever its portfolio. */
export async function findDecisionByNo<T>(
  executor: Executor,
  cipher: FieldCipher,
  decisionNo: string,
): Promise<StoredDecision<T> | undefined> {
  const [row] = await executor.select().from(decisions).where(eq(decisions.decisionNo, decisionNo)).limit(1)
  return row && { ...row, decision: openJson(cipher, place(row), row.decision) as T }
}

/** Decisions on one loan, oldest first. */
export async function listDecisionsOfLoan<T>(
  executor: Executor,
  cipher: FieldCipher,
  key: LoanKey,
): Promise<StoredDecision<T>[]> {
  const rows = await executor.select().from(decisions).where(isOf(key)).orderBy(asc(decisions.decidedAt))
  return rows.map((row) => ({ ...row, decision: openJson(cipher, place(row), row.decision) as T }))
}

/** Decisions of a portfolio by number, a page at a time; `after` is the last number of the page before. */
export async function listDecisions<T>(
  executor: Executor,
  cipher: FieldCipher,
  {
    portfolioId,
    after,
    limit,
  }: { readonly portfolioId: number; readonly after: string; readonly limit: number },
): Promise<StoredDecision<T>[]> {
  const rows = await executor
    .select()
    .from(decisions)
    .where(and(eq(decisions.portfolioId, portfolioId), gt(decisions.decisionNo, after)))
    .orderBy(asc(decisions.decisionNo))
    .limit(limit)
  return rows.map((row) => ({ ...row, decision: openJson(cipher, place(row), row.decision) as T }))
}
