import { TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { Executor } from '@dolphin/database/driver/executor'
import { sql } from 'drizzle-orm'

/** How many loans went through something, and of how many. */
export interface FunnelStage {
  readonly name: string
  readonly count: number
  /** Base of the share: all applications, or all that were paid out. */
  readonly outOf: number
  /** Of stages of which a run needs its share. */
  readonly wanted: boolean
}

/** Of each of these at least so much, or the run shows less than it says. Source: issue "Proof" 1. */
export const LEAST_SHARE = 0.05
/** Below so many applications chance decides, and shares are only told. */
const LOANS_THAT_SHOW = 100

/** What became of everybody who came, from the rows. */
export async function readFunnel(db: Executor): Promise<readonly FunnelStage[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`select
    (select count(*) from loans) as applied,
    (select count(*) from loans where status = ${LoanStatus.withdrawn} and disbursement_date is null) as declined,
    (select count(*) from loans where signed_at is not null) as signed,
    (select count(*) from loans where effective_date is not null) as funded,
    (select count(distinct loan_no) from transactions where return_code = 'R01' and type = ${TransactionType.debit}) as r01,
    (select count(distinct loan_no) from transactions
      where return_code = 'R10' and returned_on > effective_date + 5) as late,
    (select count(distinct loan_no) from transactions where purpose = 'rescission') as rescinded,
    (select count(distinct loan_no) from loan_changes
      where change_type = 103 and status in ('applied', 'done')) as "paidDown",
    (select count(distinct loan_no) from loan_changes where change_type in (101, 102)
      and status in ('applied', 'done')) as "paidOff",
    (select count(distinct loan_no) from loan_changes where change_type = 104) as revoked,
    (select count(distinct loan_no) from loan_history where to_status = ${LoanStatus.suspended}) as suspended,
    (select count(distinct loan_no) from loan_history where to_status = ${LoanStatus.collecting}) as collecting,
    (select count(*) from loans l where exists (select from loans e where e.open_id = l.open_id
      and e.created_at < l.created_at and e.effective_date is not null)) as returned`)
  const count = (name: string): number => Number(rows[0]?.[name] ?? 0)
  const [applied, funded] = [count('applied'), count('funded')]
  const stage = (name: string, column: string, outOf: number, wanted = false): FunnelStage => ({
    name,
    count: count(column),
    outOf,
    wanted,
  })
  return [
    stage('applied', 'applied', applied),
    stage('declined', 'declined', applied, true),
    stage('signed', 'signed', applied),
    stage('paid out', 'funded', applied),
    stage('a payment came back as R01', 'r01', funded, true),
    stage('a payment came back late as R10', 'late', funded, true),
    stage('rescinded', 'rescinded', funded, true),
    stage('paid down', 'paidDown', funded, true),
    stage('paid off early', 'paidOff', funded, true),
    stage('revoked automatic payments', 'revoked', funded, true),
    stage('suspended', 'suspended', funded, true),
    stage('collecting', 'collecting', funded),
    stage('took another loan', 'returned', applied),
  ]
}

/** The stages that have less than their share, where there are loans enough to ask. */
export function missingShares(funnel: readonly FunnelStage[]): readonly FunnelStage[] {
  const applied = funnel[0]?.count ?? 0
  if (applied < LOANS_THAT_SHOW) return []
  return funnel.filter(({ wanted, count, outOf }) => wanted && count < outOf * LEAST_SHARE)
}
