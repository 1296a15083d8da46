import type { CallReply } from '@dolphin/contract/call'
import type { explainDecisionCall } from '@dolphin/contract/decisions'
import {
  findDecisionByNo,
  listDecisionsOfLoan,
  type StoredDecision,
} from '@dolphin/database/decisions/decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail, type NoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { decisionFromWire } from '@dolphin/domain/decisions/decision-wire'
import { explainDecision, explainPersonsDecision } from '@dolphin/domain/explanation/explain-decision'
import { explainNotice } from '@dolphin/domain/explanation/explain-notice'
import { explainInstallment, explainPlan } from '@dolphin/domain/explanation/explain-plan'
import type { Explanation } from '@dolphin/domain/explanation/explanation'
import { isLoanNo } from '@dolphin/domain/loans/loan-number'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { DecisionOnFile } from './decision-on-file.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import type { Deps } from '../../deps.ts'

type Reply = CallReply<typeof explainDecisionCall>
type Part = Reply['parts'][number]

/** Why: all of a loan by its number, or one decision by its own. Errors: `loanNotFound`, `notFound`. */
export async function explainById(deps: Deps, id: string): Promise<Result<Reply>> {
  const { database, cipher } = deps
  if (isLoanNo(id)) {
    const loan = await findAnyLoan(database.db, id)
    return loan.ok ? ok(await explainLoan(deps, loan.value)) : loan
  }
  const stored = await findDecisionByNo<DecisionOnFile>(database.db, cipher, id)
  return stored === undefined
    ? refuse('notFound')
    : ok({ loanNo: stored.loanNo, parts: [decisionPart(stored)] })
}

async function explainLoan({ database: { db }, cipher }: Deps, loan: Loan): Promise<Reply> {
  const decisions = await listDecisionsOfLoan<DecisionOnFile>(db, cipher, loan)
  const plan = await findCurrentPlan(db, loan)
  const notices = await listNoticeTrail(db, loan)
  return {
    loanNo: loan.loanNo,
    parts: [
      ...decisions.map(decisionPart),
      ...(plan === undefined ? [] : [planPart(plan)]),
      ...(notices.length === 0 ? [] : [{ title: 'Notices', explanations: notices.map(noticeLine) }]),
    ],
  }
}

/** The contract's lists are its own to change; the domain's are not. */
const onWire = (one: Explanation): Part['explanations'][number] => ({
  ...one,
  inputs: [...one.inputs],
  deciding: one.deciding ?? false,
})

function decisionPart({ decisionNo, decidedAt, decision: stored }: StoredDecision<DecisionOnFile>): Part {
  const decision = decisionFromWire(stored.decision)
  const explanations =
    stored.decidedBy === undefined
      ? explainDecision(decision, stored.facts ?? {})
      : [explainPersonsDecision(decision, stored.decidedBy)]
  return {
    title: `Decision ${decisionNo} of ${isoInZone(decidedAt, NEW_YORK)}`,
    explanations: explanations.map(onWire),
  }
}

function planPart({ plan, installments }: PlanWithInstallments): Part {
  const { effectiveDate, prepaidFinanceCharge, annualRate } = planFacts(plan)
  const explained = { ...plan, effectiveDate, prepaidFinanceCharge, annualRate }
  const lines = installments.map((one, at) =>
    explainInstallment(explained, installments[at - 1]?.dueDate ?? effectiveDate, one),
  )
  return { title: `Plan ${plan.planNo}`, explanations: [...explainPlan(explained), ...lines].map(onWire) }
}

function noticeLine({ kind, dedupKey, createdAt, sentAt, failedAt }: NoticeTrail) {
  const at = (instant: Date | null) => (instant === null ? null : isoInZone(instant, NEW_YORK))
  const state = at(sentAt) ?? (failedAt === null ? 'waiting' : `not taken, ${at(failedAt) ?? ''}`)
  const about = { kind, key: dedupKey, queuedAt: isoInZone(createdAt, NEW_YORK), state }
  return onWire(explainNotice(about))
}
