import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { type Life, loanOf } from './life.ts'

/** Asserts that each payment that a saved change showed is stored under its number on its day, and none besides. */
export async function assertStoredAsShown(life: Life, reply: unknown): Promise<void> {
  // Only the calls of changes are asked, and they answer alike.
  const { newSchedule, expected } = reply as CallReply<(typeof CALLS)['payOff']>
  if (expected !== null) return
  const plan = await findCurrentPlan(life.api.database.db, loanOf(life))
  assert(plan !== undefined, 'a loan that is changed has a plan')
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
