import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listAuditOf, searchStream } from '@dolphin/database/examiner/audit-search-repository'
import { listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { listOwnMails } from '@dolphin/database/notices/mail-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { listPostings, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findPlanAt } from '@dolphin/database/plans/plan-repository'
import { listLetterObjects, listSigningObjects } from '@dolphin/database/retention/erase-repository'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { Ask } from './people-cells.ts'

const ELSEWHERE = 999
const MOST = 50
const EVERY_EVENT = {
  portfolioId: ELSEWHERE,
  loanNo: undefined,
  openId: undefined,
  actor: undefined,
  event: undefined,
  from: undefined,
  until: undefined,
  after: undefined,
} as const

/** What is kept of a loan and read back by staff and by erasure, asked of a portfolio or a customer that has none. */
export const RECORD_CELLS: Readonly<Record<string, Ask>> = {
  listAuditOfElsewhere: ({ db, loan, ownLoan }) =>
    listAuditOf(
      db,
      { portfolioId: ELSEWHERE, subjects: [loan.loanNo, ownLoan.loanNo], after: undefined },
      MOST,
    ),
  searchStreamElsewhere: ({ db }) => searchStream(db, EVERY_EVENT, MOST),
  listDocumentsOfLoanElsewhere: ({ db, ownLoan }) =>
    listDocumentsOfLoan(db, { ...ownLoan, portfolioId: ELSEWHERE }),
  listLoanMovesElsewhere: ({ db, loan }) => listLoanMoves(db, { ...loan, portfolioId: ELSEWHERE }),
  listOwnMailsOfAnother: ({ db, scene, owner }) =>
    listOwnMails(db, scene.api.deps.cipher, { ...owner, openId: 'unknown' }),
  listNoticeTrailElsewhere: ({ db, loan }) => listNoticeTrail(db, { ...loan, portfolioId: ELSEWHERE }),
  listPostingsElsewhere: ({ db, loan }) => listPostings(db, { ...loan, portfolioId: ELSEWHERE }),
  async listPostingsBesideOthersEntries({ db, loan }) {
    await db.execute('set session_replication_role = replica')
    await db.execute(`insert into ledger_entries select (jsonb_populate_record(e, '{"portfolio_id": 110}')).*
      from ledger_entries e where e.portfolio_id = 118`)
    await db.execute('set session_replication_role = origin')
    return await listPostings(db, loan)
  },
  loanBalancesElsewhere: ({ db, loan }) => loanBalances(db, { ...loan, portfolioId: ELSEWHERE }),
  findPlanAtElsewhere: ({ db, loan, later }) => findPlanAt(db, { ...loan, portfolioId: ELSEWHERE }, later),
  async listSigningObjectsElsewhere({ db, ownLoan }) {
    await db.execute(
      `update ${STORED_NAMES.table.signingSessions} set evidence = '{"inputKey": "an object"}'`,
    )
    return await listSigningObjects(db, { ...ownLoan, portfolioId: ELSEWHERE })
  },
  async listLetterObjectsElsewhere({ db, loan }) {
    await db.execute("update paper_notices set object_key = 'an object'")
    return await listLetterObjects(db, { ...loan, portfolioId: ELSEWHERE })
  },
}
