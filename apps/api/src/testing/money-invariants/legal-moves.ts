import type { Executor } from '@dolphin/database/driver/executor'
import { isOneOf } from '@dolphin/database/driver/one-of'
import { loanHistory } from '@dolphin/database/schema/loan'
import { transactionHistory } from '@dolphin/database/schema/payment'
import { LOAN_EDGES, type LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { isLoanState, LOAN_STATES, loanPlace, moveLoan } from '@dolphin/domain/loans/loan-life'
import { TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { TRANSACTION_TRANSITIONS } from '@dolphin/domain/payments/transaction-status'
import { asc } from 'drizzle-orm'
import { type LoanScope, type MoneyRows, type Violation, within } from './money-rows.ts'

/** One step of any history. */
interface Step {
  readonly sequence: number
  readonly from: string | null
  readonly to: string
  readonly cause: string
  readonly actor: string
}

/** Every pair of places that some event joins. */
const LOAN_STEPS: ReadonlySet<string> = new Set(
  LOAN_STATES.flatMap((state) =>
    (Object.keys(LOAN_EDGES) as LoanEvent[]).flatMap((event) => {
      const moved = moveLoan(state, event, { tribeReview: true })
      return moved.ok ? [`${loanPlace(state)} → ${loanPlace(moved.value)}`] : []
    }),
  ),
)

const TRANSACTION_STEPS: ReadonlySet<string> = new Set(
  Object.entries(TRANSACTION_TRANSITIONS).flatMap(([from, edges]) =>
    Object.keys(edges).map((to) => `${from} → ${to}`),
  ),
)

/** Why a history is invalid: a gap, a jump, an edge that the table does not have, no actor. */
function faultOf(steps: readonly Step[], known: ReadonlySet<string>, now: string): string | undefined {
  let before: string | null = null
  for (const [index, { sequence, from, to, cause, actor }] of steps.entries()) {
    if (sequence !== index + 1) return `step ${index + 1} is missing`
    if (from !== before) return `step ${sequence} begins at ${from} and not at ${before}`
    if (from !== null && !known.has(`${from} → ${to}`)) return `${from} → ${to} is no edge`
    if (cause === '' || actor === '') return `step ${sequence} has no cause or no actor`
    before = to
  }
  return before === now ? undefined : `the history ends at ${before} and the row says ${now}`
}

/** I9: statuses move only along their tables, step by step. */
export async function moveViolations(
  executor: Executor,
  rows: MoneyRows,
  scope: LoanScope,
): Promise<Violation[]> {
  return [...(await loanFaults(executor, rows, scope)), ...(await transactionFaults(executor, rows, scope))]
}

async function loanFaults(executor: Executor, { loans }: MoneyRows, scope: LoanScope): Promise<Violation[]> {
  const history = new Map<string, Step[]>()
  const rows = await executor
    .select()
    .from(loanHistory)
    .where(within(loanHistory.loanNo, scope))
    .orderBy(asc(loanHistory.sequence))
  for (const row of rows) {
    const { loanNo, fromStatus, fromSubStatus, toStatus, toSubStatus, sequence, cause, actor } = row
    const place = (status: typeof toStatus, subStatus: typeof toSubStatus) => {
      const state = { status, subStatus }
      return isLoanState(state) ? loanPlace(state) : `${status}/${subStatus}`
    }
    const from = fromStatus === null ? null : place(fromStatus, fromSubStatus)
    const step = { sequence, from, to: place(toStatus, toSubStatus), cause, actor }
    const steps = history.get(loanNo)
    if (steps === undefined) history.set(loanNo, [step])
    else steps.push(step)
  }
  return loans.flatMap((loan): Violation[] => {
    const { loanNo } = loan
    const now = isLoanState(loan) ? loanPlace(loan) : `${loan.status}/${loan.subStatus}`
    const words = faultOf(history.get(loanNo) ?? [], LOAN_STEPS, now)
    return words === undefined ? [] : [{ rule: 'I9', loanNo, words: `of the loan, ${words}` }]
  })
}

const { none, notChecked } = TransactionStatus

async function transactionFaults(
  executor: Executor,
  { moneyTransactions }: MoneyRows,
  scope: LoanScope,
): Promise<Violation[]> {
  const history = new Map<string, Step[]>()
  const numbers = moneyTransactions.map(({ transactionNo }) => transactionNo)
  const stored = await executor
    .select()
    .from(transactionHistory)
    .where(scope === undefined ? undefined : isOneOf(transactionHistory.transactionNo, numbers))
    .orderBy(asc(transactionHistory.sequence))
  for (const { portfolioId, transactionNo, fromStatus, toStatus, sequence, cause, actor } of stored) {
    const from = fromStatus === null ? null : String(fromStatus)
    const key = `${portfolioId}/${transactionNo}`
    const steps = history.get(key)
    const step = { sequence, from, to: String(toStatus), cause, actor }
    if (steps === undefined) history.set(key, [step])
    else steps.push(step)
  }
  return moneyTransactions.flatMap(({ portfolioId, transactionNo, loanNo, status, mode }): Violation[] => {
    const steps = history.get(`${portfolioId}/${transactionNo}`) ?? []
    // What comes by another way than ACH is entered when it is here.
    const isBegun = steps[0]?.to === String(mode === TransactionMode.ach ? none : notChecked)
    const begins = isBegun || steps[0]?.to === String(none) ? undefined : 'it does not begin as planned'
    const words = begins ?? faultOf(steps, TRANSACTION_STEPS, String(status))
    return words === undefined ? [] : [{ rule: 'I9', loanNo, words: `of ${transactionNo}, ${words}` }]
  })
}
