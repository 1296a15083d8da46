import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Executor } from '@dolphin/database/driver/executor'
import { loans } from '@dolphin/database/schema/loan'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { type Cents, cents } from '@dolphin/domain/money/cents'
import { sql } from 'drizzle-orm'
import { type FunnelStage, readFunnel } from './funnel.ts'
import type { SimulationOutcome } from './simulation.ts'

export interface NamedCount {
  readonly name: string
  readonly count: number
}

/** What a simulation came to, read from its rows. */
export interface SimulationReport {
  readonly funnel: readonly FunnelStage[]
  readonly portfolio: readonly NamedCount[]
  readonly returns: readonly NamedCount[]
  readonly cash: readonly { readonly name: string; readonly amount: Cents }[]
  /** Month by month: what went out and what came in. */
  readonly months: readonly { readonly name: string; readonly out: Cents; readonly in: Cents }[]
}

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : Number(left.name > right.name)

export async function readReport(db: Executor, { returned }: SimulationOutcome): Promise<SimulationReport> {
  return {
    funnel: await readFunnel(db),
    portfolio: await loansByPlace(db),
    returns: [...returned].map(([name, count]) => ({ name, count })).toSorted(byName),
    cash: await readCash(db),
    months: await readMonths(db),
  }
}

async function loansByPlace(db: Executor): Promise<NamedCount[]> {
  const counts = new Map<string, number>()
  for (const loan of await db.select().from(loans)) {
    const place = loanPlace(loan)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => ({ name, count })).toSorted(byName)
}

async function readCash(db: Executor) {
  const { rows } = await db.execute<Record<string, string>>(sql`select
    coalesce(sum(amount) filter (where type = ${TransactionType.credit} and status in (${TransactionStatus.notChecked}, ${TransactionStatus.checked})), 0)::text as "paid out",
    coalesce(sum(amount) filter (where type = ${TransactionType.debit} and status in (${TransactionStatus.notChecked}, ${TransactionStatus.checked})), 0)::text as collected,
    coalesce(sum(amount) filter (where type = ${TransactionType.refund} and status in (${TransactionStatus.notChecked}, ${TransactionStatus.checked})), 0)::text as "sent back",
    coalesce(sum(amount) filter (where type = ${TransactionType.debit} and return_code is not null), 0)::text as "came back from banks"
    from transactions`)
  const owed = await db.execute<Record<string, string>>(sql`select
    coalesce(sum(amount) filter (where account in ('principal', 'interestReceivable', 'fees')), 0)::text as "owed still",
    coalesce(sum(amount) filter (where account = 'writeOff'), 0)::text as "written off" from ledger_entries`)
  const behind = await db.execute<Record<string, string>>(sql`select
    coalesce(sum(e.amount), 0)::text as "at risk: owed by suspended and collecting loans" from ledger_entries e
      join loans l using (portfolio_id, loan_no)
      where l.status in (${LoanStatus.suspended}, ${LoanStatus.collecting}) and e.account in ('principal', 'interestReceivable', 'fees')`)
  const named = { ...rows[0], ...owed.rows[0], ...behind.rows[0] }
  return Object.entries(named).map(([name, amount]) => ({ name, amount: cents(BigInt(amount)) }))
}

async function readMonths(db: Executor) {
  const { rows } = await db.execute<{ name: string; out: string; in: string }>(sql`
    select to_char(effective_date, 'YYYY-MM') as name,
      coalesce(sum(amount) filter (where type in (${TransactionType.credit}, ${TransactionType.refund})), 0)::text as out,
      coalesce(sum(amount) filter (where type = ${TransactionType.debit}), 0)::text as in
      from transactions where status in (${TransactionStatus.notChecked}, ${TransactionStatus.checked}) group by 1 order by 1`)
  return rows.map((month) => ({
    name: month.name,
    out: cents(BigInt(month.out)),
    in: cents(BigInt(month.in)),
  }))
}
