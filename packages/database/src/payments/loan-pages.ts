import { sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'

/** Loans whose numbers follow one, up to and with another. */
export interface LoanRange {
  readonly after: string
  readonly upTo: string
}

/** Loans that one query looks through: few enough to hold its answer, enough that asking costs little. */
const LOANS_IN_RANGE = 10_000

/** The last number of the portfolio's next loans after one; null where none follow. */
export async function findRangeEnd(
  executor: Executor,
  portfolioId: number,
  after: string,
): Promise<string | null> {
  const { rows } = await executor.execute<{ last: string | null }>(sql`
    select max(loan_no) as last from (select loan_no from loans
      where portfolio_id = ${portfolioId} and loan_no > ${after} order by loan_no limit ${LOANS_IN_RANGE}) next`)
  return rows[0]?.last ?? null
}

/** Which loans are looked for. */
export interface LoanPages {
  readonly portfolioId: number
  /** Most of a page. */
  readonly size: number
  /** The loan that the first one follows. */
  readonly after?: string
}

/**
 * What `list` finds among a portfolio's loans, page by page in order of their numbers: never all of it is in memory,
 * and no query is asked about more than ten thousand loans, however many the portfolio has.
 */
export async function* pagesOfLoans<Found>(
  executor: Executor,
  { portfolioId, size, after = '' }: LoanPages,
  list: (range: LoanRange) => Promise<readonly Found[]>,
): AsyncGenerator<readonly Found[]> {
  let from = after
  for (;;) {
    const upTo = await findRangeEnd(executor, portfolioId, from)
    if (upTo === null) return
    const found = await list({ after: from, upTo })
    for (let start = 0; start < found.length; start += size) yield found.slice(start, start + size)
    from = upTo
  }
}

/** The same, one by one. */
export async function* loansOneByOne<Found>(
  executor: Executor,
  portfolioId: number,
  list: (range: LoanRange) => Promise<readonly Found[]>,
): AsyncGenerator<Found> {
  for await (const page of pagesOfLoans(executor, { portfolioId, size: LOANS_IN_RANGE }, list)) yield* page
}
