import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { findCurrentPlan, findPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { type Life, loanOf } from './life.ts'

/** Asserts that each payment that a saved change showed is stored under its number on its day, and none besides. */
export async function assertStoredAsShown(life: Life, reply: unknown): Promise<void> {
  // Only the calls of changes are asked, and they answer alike.
  const { newSchedule, expected, changeNo } = reply as CallReply<(typeof CALLS)['payOff']>
  if (expected !== null) return
  const plan = await planOf(life, changeNo)
  const shown = newSchedule
    .filter(({ source }) => source === 'agreed' || source === 'new')
    .map(({ installmentNo, dueDate }) => `${installmentNo} on ${dueDate}`)
  const first = newSchedule.find(({ source }) => source === 'new')?.installmentNo ?? Number.POSITIVE_INFINITY
  const stored = plan.installments
    .filter(isLive)
    .map(({ number, dueDate }) => ({ number, words: `${number} on ${formatLocalDate(dueDate)}` }))
  const missing = shown.filter((one) => !stored.some(({ words }) => words === one))
  const unseen = stored.filter(({ number, words }) => number >= first && !shown.includes(words))
  const off = [...missing, ...unseen.map(({ words }) => words)]
  assert(off.length === 0, `what is stored is what was shown: ${off.join(', ')}`)
}

/** The plan that a saved change made: in force, or kept for the failure of a payoff. */
async function planOf(life: Life, changeNo: string | null): Promise<PlanWithInstallments> {
  const { db } = life.api.database
  const loan = loanOf(life)
  const change = (await listLoanChanges(db, loan)).find((one) => one.changeNo === changeNo)
  assert(
    change !== undefined && change.planNo !== null,
    'what is saved is a change of the loan, with its plan',
  )
  const plan = await findPlan(db, loan.portfolioId, change.planNo)
  const current = await findCurrentPlan(db, loan)
  assert(plan !== undefined, 'a change has its plan')
  const waits = 'onFailureOf' in change.result
  assert(
    waits !== (current?.plan.planNo === plan.plan.planNo),
    'the plan of a change is in force, or waits for a failure',
  )
  return plan
}
