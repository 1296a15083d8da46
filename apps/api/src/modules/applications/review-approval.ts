import type { enteredApproval } from '@dolphin/contract/shapes/approval'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { authorityOf } from '@dolphin/domain/staff/authority'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind } from '../approvals/approval-kind.ts'
import { enterApproval, entererOf } from '../approvals/enter-approval.ts'
import { amountAtStake } from '../loans/amount-at-stake.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { withLoanEffects } from '../servicing/loan-effects.ts'
import { approveLoan } from './approve-loan.ts'
import { counterLoan } from './counter-loan.ts'
import { reasonNames } from './decline-reasons.ts'
import { declineLoan } from './review-service.ts'
import { judgeApprover } from './second-approver.ts'

const RULE = 'Lender’s policy: above the limit of one person’s role, two people decide on an application.'

const reviewRequest = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), loanNo: z.string(), note: z.string() }),
  z.strictObject({
    decision: z.literal('decline'),
    loanNo: z.string(),
    note: z.string(),
    reasonCodes: z.array(z.string()),
  }),
  z.strictObject({
    decision: z.literal('counter'),
    loanNo: z.string(),
    note: z.string(),
    amount: z.string(),
    reasonCodes: z.array(z.string()),
    decisionNo: z.string(),
  }),
])

export type ReviewDecision = z.output<typeof reviewRequest>

/** A counteroffer is of the amount that it refuses: who may not give that alone may not cut it alone either. */
const PERMISSION = {
  approve: 'review.approve',
  decline: 'review.decline',
  counter: 'review.approve',
} as const
const TITLE = {
  approve: 'Approval of an application',
  decline: 'Decline of an application',
  counter: 'Counteroffer on an application',
} as const

/** Whether the employee decides alone on this loan: its amount is within the limit of some role. */
export function decidesAlone(
  { roles, day }: EmployeeActor,
  decision: ReviewDecision['decision'],
  loan: Loan,
): boolean {
  const { portfolioId } = loan
  const amount = amountAtStake(loan) ?? undefined
  const authority = authorityOf(roles, { permission: PERMISSION[decision], portfolioId, amount, day })
  return authority.allowed && authority.acts.has('may')
}

function decide(
  deps: Deps,
  unit: UnitOfWork,
  decision: ReviewDecision,
  actor: string,
): Promise<Result<unknown>> {
  switch (decision.decision) {
    case 'approve':
      return approveLoan(deps, unit, { ...decision, actor })
    case 'decline':
      return declineLoan(deps, unit, { ...decision, actor })
    case 'counter':
      return counterLoan(deps, unit, { ...decision, actor })
  }
}

/** Whether this person may let the loan through alone; to decline takes no second. Errors: `secondPersonNeeded`. */
export async function judgeReviewer(
  deps: Deps,
  unit: UnitOfWork,
  { loan, decision, by }: { readonly loan: Loan; readonly decision: ReviewDecision; readonly by: string },
): Promise<Result<undefined>> {
  if (decision.decision === 'decline') return ok(undefined)
  const offered = decision.decision === 'counter' ? parseMoney(decision.amount) : amountAtStake(loan)
  return await judgeApprover(deps, unit, loan, { by, amount: offered ?? null })
}

/** Enters a decision above the employee's limit, where it could be made so now. Errors: those of the decision. */
export async function enterReview(
  deps: Deps,
  unit: UnitOfWork,
  decision: ReviewDecision,
  actor: EmployeeActor,
): Promise<Result<z.output<typeof enteredApproval>>> {
  const found = await lockAnyLoan(unit.tx, decision.loanNo)
  if (!found.ok) return found
  const tried = await triedOut(unit, (part) => decide(deps, part, decision, actorName(actor)))
  if (!tried.ok) return tried
  const { portfolioId, loanNo } = found.value
  const named = decision.decision === 'approve' ? [] : decision.reasonCodes
  const reasons = await reasonNames(deps, unit.tx, found.value, named)
  const offered =
    decision.decision === 'counter'
      ? [{ label: 'Offered at most', value: formatCurrency(parseMoney(decision.amount) ?? ZERO_CENTS) }]
      : []
  return {
    ok: true,
    value: await enterApproval(deps, unit, entererOf(actor), {
      kind: 'review',
      permission: PERMISSION[decision.decision],
      portfolioId,
      loanNo,
      amount: amountAtStake(found.value),
      title: TITLE[decision.decision],
      subject: `Loan ${loanNo}`,
      asEntered: [
        { label: 'Decision', value: decision.decision },
        ...offered,
        ...reasons.map((value) => ({ label: 'Reason', value })),
      ],
      note: decision.note,
      request: decision,
    }),
  }
}

/** A decision on an application above what one person decides alone. */
export const reviewApproval = (deps: Deps) =>
  approvalKind({
    kind: 'review',
    rule: RULE,
    request: reviewRequest,
    async carryOut({ unit, request, by, approval }) {
      const found = await lockAnyLoan(unit.tx, request.loanNo)
      if (!found.ok) return found
      // What was entered was an amount: another one is another decision.
      const isSameAmount = amountAtStake(found.value) === approval.amount
      if (!isSameAmount) return refuse('reviewDecisionRefused', { message: AMOUNT_CHANGED })
      const judged = await judgeReviewer(deps, unit, { loan: found.value, decision: request, by })
      if (!judged.ok) return judged
      return await withLoanEffects(deps, unit, found.value, { work: () => decide(deps, unit, request, by) })
    },
  })

const AMOUNT_CHANGED = 'The amount of the loan has changed since this was entered.'
