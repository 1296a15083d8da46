import type { LegalFact, LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher, FieldPlace } from '../driver/field-cipher.ts'
import type { LoanKey } from '../driver/owner.ts'
import { holderOf } from '../driver/record-keys.ts'
import { legalFacts } from '../schema/loan.ts'
import { type Loan, writeLegalFacts } from './loan-repository.ts'

/** A fact of law on a loan; its reference is readable. */
export type NotedFact = typeof legalFacts.$inferSelect

/** What is noted of a fact. */
export interface NewFact {
  readonly kind: LegalFactKind
  readonly since: LocalDate
  /** Court and case number, or orders; null where none is known. */
  readonly reference: string | null
  readonly by: string
  readonly at: Date
}

const placeOf = ({ portfolioId, loanNo }: LoanKey, sequence: number): FieldPlace => ({
  table: 'legal_facts',
  id: `${portfolioId}/${loanNo}/${sequence}`,
  column: 'reference',
  of: holderOf({ portfolioId, loanNo }),
})

const isOf = ({ portfolioId, loanNo }: LoanKey) =>
  and(eq(legalFacts.portfolioId, portfolioId), eq(legalFacts.loanNo, loanNo))

/** Every fact that was noted on a loan, oldest first, with its reference. */
export async function listLegalFacts(
  executor: Executor,
  cipher: FieldCipher,
  loan: LoanKey,
): Promise<NotedFact[]> {
  const rows = await executor.select().from(legalFacts).where(isOf(loan)).orderBy(asc(legalFacts.sequence))
  return rows.map((row) => ({
    ...row,
    reference: row.reference === null ? null : cipher.open(placeOf(row, row.sequence), row.reference),
  }))
}

/** Notes a fact on a locked loan, in the table and on the loan's row; answers the facts of the loan then. */
export async function insertLegalFact(
  executor: Executor,
  cipher: FieldCipher,
  loan: Loan,
  { kind, since, reference, by, at }: NewFact,
): Promise<readonly LegalFact[]> {
  const { portfolioId, customerKey, loanNo } = loan
  const sequence = loan.legalFacts.length + 1
  await executor.insert(legalFacts).values({
    portfolioId,
    customerKey,
    loanNo,
    sequence,
    kind,
    since,
    notedAt: at,
    notedBy: by,
    reference: reference === null ? null : cipher.seal(placeOf(loan, sequence), reference),
  })
  return await copyToLoan(executor, loan, at)
}

/** How a fact ended: the day, who entered that and who confirmed it. */
export interface FactEnd {
  readonly kind: LegalFactKind
  readonly endedOn: LocalDate
  readonly endedBy: string
  readonly confirmedBy: string
  readonly at: Date
}

/** Ends a standing fact of a locked loan, in the table and on the loan's row; answers the facts of the loan then. */
export async function endLegalFact(
  executor: Executor,
  loan: Loan,
  { kind, endedOn, endedBy, confirmedBy, at }: FactEnd,
): Promise<readonly LegalFact[]> {
  await executor
    .update(legalFacts)
    .set({ endedOn, endedAt: at, endedBy, confirmedBy })
    .where(
      and(
        isOf(loan),
        eq(legalFacts.customerKey, loan.customerKey),
        eq(legalFacts.kind, kind),
        isNull(legalFacts.endedAt),
      ),
    )
  return await copyToLoan(executor, loan, at)
}

/** Writes what the table has on the row of a locked loan. Nothing else writes that column. */
async function copyToLoan(executor: Executor, loan: LoanKey, at: Date): Promise<readonly LegalFact[]> {
  const { kind, since, endedOn } = legalFacts
  const facts = await executor
    .select({ kind, since, endedOn })
    .from(legalFacts)
    .where(isOf(loan))
    .orderBy(asc(legalFacts.sequence))
  await writeLegalFacts(executor, loan, facts, at)
  return facts
}
