import { listChangesToSign, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { MoneyDeps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { oneOfMany } from '../../jobs/one-of-many.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followAmendment, lockWaitingAmendment } from './follow-amendment.ts'
import { standAmendment } from './sign-amendment.ts'

const ROUND = 'amendment-review'
const AT_ONCE = 500

/**
 * Ends the amendments of a portfolio whose last day has passed, whose loan has ended, or whose figures do not hold any
 * more; each in a transaction of its own, so that one that fails stops no other. Answers how many ended.
 */
export async function reviewAmendments(deps: MoneyDeps, portfolioId: number): Promise<number> {
  let ended = 0
  let after = ''
  for (;;) {
    const waiting = await listChangesToSign(deps.database.db, portfolioId, { after, limit: AT_ONCE })
    for (const { loanNo } of waiting) {
      await oneOfMany(deps, { round: ROUND, subject: { loanNo } }, async () => {
        const done = await deps.units.write(async (unit) =>
          ok(await reviewOne(deps, unit, { portfolioId, loanNo })),
        )
        if (done.ok && done.value) ended += 1
      })
    }
    const last = waiting.at(-1)
    if (last === undefined || waiting.length < AT_ONCE) return ended
    after = last.loanNo
  }
}

async function reviewOne(
  deps: MoneyDeps,
  unit: UnitOfWork,
  key: Pick<LoanChange, 'portfolioId' | 'loanNo'>,
): Promise<boolean> {
  const loan = await lockLoan(unit.tx, key)
  const waiting = loan && (await lockWaitingAmendment(unit.tx, loan))
  if (loan === undefined || waiting === undefined) return false
  const stands = await standAmendment(deps, unit, loan, waiting)
  if (!('event' in stands)) return false
  const followed = await followAmendment(deps, unit, { loan, waiting }, { ...stands, actor: SYSTEM_ACTOR })
  return followed.ok && followed.value.change !== 'toSign'
}
