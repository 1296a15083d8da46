import { findLoan } from '@dolphin/database/loans/loan-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import * as requests from '@dolphin/database/retention/data-request-repository'
import { listRecordsOfLoans } from '@dolphin/database/retention/due-repository'
import * as holds from '@dolphin/database/retention/hold-repository'
import { eraseLoan, eraseWordsOfHolds } from '@dolphin/database/retention/erase-repository'
import { listManualPostings } from '@dolphin/database/servicing/manual-posting-repository'
import { dayOf } from './more-rows.ts'
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

const REQUEST = { kind: 'deletion', details: '', due: dayOf('2026-04-17') } as const

/** Legal holds and requests about one's data, asked of a portfolio or a customer that has none. */
export const PRIVACY_CELLS: Readonly<Record<string, Ask>> = {
  isThereElsewhere: ({ db, loan }) =>
    holds.isThere(db, { portfolioId: ELSEWHERE, scope: 'loan', subject: loan.loanNo }),
  async loanNoOfApplicationElsewhere({ db, loan }) {
    const found = await findLoan(db, loan)
    return await holds.loanNoOfApplication(db, ELSEWHERE, found?.applicationNo ?? '')
  },
  async listHoldsElsewhere({ db, scene, now }) {
    const { cipher } = scene.api.deps
    await holds.insertHold(db, cipher, { ...HOLD, setAt: now })
    return await holds.listHolds(db, cipher, ELSEWHERE)
  },
  async eraseWordsOfHoldsElsewhere({ db, scene, now }) {
    const { cipher } = scene.api.deps
    await holds.insertHold(db, cipher, { ...HOLD, setAt: now })
    await eraseWordsOfHolds(db, { ...HOLD, portfolioId: ELSEWHERE })
    return (await holds.listHolds(db, cipher, HOLD.portfolioId)).map(({ reason }) => reason)
  },
  async eraseLoanElsewhere({ db, loan }) {
    await eraseLoan(db, { ...loan, portfolioId: ELSEWHERE })
    return (await listManualPostings(db, loan)).map(({ postingNo, note }) => [postingNo, note === null])
  },
  async listRecordsOfLoansElsewhere({ db, loan }) {
    await db.execute(`update loans set status = ${LoanStatus.terminated}`)
    return await listRecordsOfLoans(db, 'fundedLoan', ELSEWHERE, [loan.loanNo])
  },
  async listDataRequestsElsewhere({ db, scene, owner, now }) {
    const { cipher } = scene.api.deps
    await requests.insertDataRequest(db, cipher, { ...REQUEST, ...owner, askedAt: now })
    return await requests.listDataRequests(db, cipher, { ...owner, portfolioId: ELSEWHERE })
  },
  async listDataRequestPageElsewhere({ db, scene, owner, now }) {
    const { cipher } = scene.api.deps
    await requests.insertDataRequest(db, cipher, { ...REQUEST, ...owner, askedAt: now })
    return await requests.listDataRequestPage(db, { portfolioId: ELSEWHERE, state: 'open', limit: 9 })
  },
  async listDataRequestsOfAnother({ db, scene, owner, borrower, now }) {
    const { cipher } = scene.api.deps
    await requests.insertDataRequest(db, cipher, { ...REQUEST, ...owner, askedAt: now })
    return await requests.listDataRequests(db, cipher, borrower)
  },
}
