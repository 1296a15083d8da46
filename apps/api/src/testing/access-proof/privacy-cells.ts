import * as holds from '@dolphin/database/retention/hold-repository'
import type { Ask } from './people-cells.ts'

const ELSEWHERE = 999

const HOLD = {
  portfolioId: 118,
  scope: 'class',
  subject: 'fundedLoan',
  reason: 'A letter of counsel',
  setBy: 'employee:ada-example',
  confirmedBy: 'employee:bea-example',
} as const

/** Legal holds and requests about one's data, asked of a portfolio or a customer that has none. */
export const PRIVACY_CELLS: Readonly<Record<string, Ask>> = {
  isThereElsewhere: ({ db, loan }) =>
    holds.isThere(db, { portfolioId: ELSEWHERE, scope: 'loan', subject: loan.loanNo }),
  async listHoldsElsewhere({ db, scene, now }) {
    const { cipher } = scene.api.deps
    await holds.insertHold(db, cipher, { ...HOLD, setAt: now })
    return await holds.listHolds(db, cipher, ELSEWHERE)
  },
}
