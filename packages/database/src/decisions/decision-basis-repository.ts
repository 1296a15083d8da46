import type { RiskReport } from '@dolphin/domain/loans/codes'
import { and, desc, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, sealJson } from '../driver/field-cipher.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { KeyedLoan, LoanKey } from '../driver/owner.ts'
import { decisionBases, riskReports } from '../schema/loan.ts'

/** A policy with its products, as text, under the digest of that text. */
export type StoredBasis = typeof decisionBases.$inferSelect

/** Keeps what a decision was made on; the same content is kept once. */
export async function insertDecisionBasis(executor: Executor, basis: StoredBasis): Promise<void> {
  await executor.insert(decisionBases).values(basis).onConflictDoNothing()
}

/** The text of a basis. */
export async function findDecisionBasis(
  executor: Executor,
  { portfolioId, basisHash }: Pick<StoredBasis, 'portfolioId' | 'basisHash'>,
): Promise<string | undefined> {
  const [row] = await executor
    .select({ basis: decisionBases.basis })
    .from(decisionBases)
    .where(and(eq(decisionBases.portfolioId, portfolioId), eq(decisionBases.basisHash, basisHash)))
  return row?.basis
}

export interface NewRiskReport extends KeyedLoan {
  readonly requestCode: string
  readonly basisHash: string
  readonly result: RiskReport
  /** JSON without bigints. */
  readonly signals: unknown
  readonly madeAt: Date
}

const place = ({ portfolioId, loanNo, requestCode, basisHash }: NewRiskReport): FieldPlace => ({
  table: 'risk_reports',
  id: `${portfolioId}/${loanNo}/${requestCode}/${basisHash}`,
  column: 'signals',
  of: holderOf({ portfolioId, loanNo }),
})

/** Keeps a risk report; one for each bank report and policy content. */
export async function insertRiskReport(
  executor: Executor,
  cipher: FieldCipher,
  report: NewRiskReport,
): Promise<void> {
  const row = { ...report, signals: sealJson(cipher, place(report), report.signals) }
  await executor.insert(riskReports).values(row).onConflictDoNothing()
}

/** What the newest risk report on a loan says; undefined where none was made. */
export async function findRiskResult(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<RiskReport | undefined> {
  const [row] = await executor
    .select({ result: riskReports.result })
    .from(riskReports)
    .where(and(eq(riskReports.portfolioId, portfolioId), eq(riskReports.loanNo, loanNo)))
    .orderBy(desc(riskReports.madeAt))
    .limit(1)
  return row?.result
}
