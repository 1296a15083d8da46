import {
  listInboxEntriesBetween,
  listTracesThatCame,
  markInboxFileImported,
} from '@dolphin/database/payments/ach-inbox-repository'
import {
  listLoansNamed,
  listLoansOnAccounts,
  listLoansSentAmount,
  listOwnersOnAccounts,
} from '@dolphin/database/payments/concerned-loan-repository'
import { insertLegalFact, listLegalFacts } from '@dolphin/database/loans/legal-fact-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listOpenLoans } from '@dolphin/database/loans/open-loan-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import * as requests from '@dolphin/database/applications/document-request-repository'
import * as work from '@dolphin/database/work-items/work-item-repository'
import * as taking from '@dolphin/database/work-items/work-item-taking'
import { dropQueuedNotices } from '@dolphin/database/notices/outbox-repository'
import { NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import { assert } from '@dolphin/domain/assert'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { cents } from '@dolphin/domain/money/cents'
import { ACCOUNT_KEY, dayOf, INBOX_HASH, INBOX_TRACE, WORK_ITEM } from './more-rows.ts'
import type { Ask } from './people-cells.ts'

const ELSEWHERE = 999
const { kind, subject } = WORK_ITEM
const year = { from: new Date('2026-01-01'), to: new Date('2027-01-01') }

/** Work items, documents asked for, and the loans that entries of the bank may be about, asked of a portfolio that has none. */
export const WORK_ITEM_CELLS: Readonly<Record<string, Ask>> = {
  listTracesThatCameElsewhere: async ({ db }) => [
    ...(await listTracesThatCame(db, ELSEWHERE, [INBOX_TRACE])),
  ],
  listInboxEntriesBetweenElsewhere: ({ db }) =>
    listInboxEntriesBetween(db, { portfolioId: ELSEWHERE, ...year, limit: 50 }),
  async markInboxFileImportedElsewhere({ db }) {
    await db.execute(`update ach_inbox_files set status = '${STORED_NAMES.inboxFileStatus.quarantined}'`)
    const file = { portfolioId: ELSEWHERE, sha256: INBOX_HASH }
    await markInboxFileImported(db, { ...file, returns: 1, noticesOfChange: 0 })
  },
  listOwnersOnAccountsElsewhere: ({ db }) => listOwnersOnAccounts(db, ELSEWHERE, [ACCOUNT_KEY], 50),
  async listLoansOnAccountsElsewhere({ db, loan }) {
    const account = await findLoanAccount(db, loan)
    return await listLoansOnAccounts(db, ELSEWHERE, [account?.accountKey ?? ''])
  },
  listLoansNamedElsewhere: ({ db, loan }) => listLoansNamed(db, ELSEWHERE, [loan.loanNo]),
  async listLoansSentAmountElsewhere({ db, loan }) {
    const sent = (await listTransactions(db, loan)).find(({ traceNumber }) => traceNumber !== null)
    const wanted = { amount: sent?.amount ?? cents(1n), from: dayOf('2026-01-01'), limit: 50 }
    return await listLoansSentAmount(db, ELSEWHERE, wanted)
  },
  async listLegalFactsElsewhere({ db, scene, loan, now }) {
    const { cipher } = scene.api.deps
    const found = await findLoan(db, loan)
    assert(found !== undefined, 'the scene has a loan')
    const fact = {
      kind: 'bankruptcy',
      since: dayOf('2026-03-05'),
      reference: null,
      by: 'test',
      at: now,
    } as const
    await insertLegalFact(db, cipher, found, fact)
    return await listLegalFacts(db, cipher, { portfolioId: ELSEWHERE, loanNo: loan.loanNo })
  },
  async dropQueuedNoticesElsewhere({ db, loan }) {
    await db.execute('update outbox set sent_at = null, failed_at = null')
    return await dropQueuedNotices(db, { portfolioId: ELSEWHERE, loanNo: loan.loanNo }, NOTICE_KINDS)
  },
  listOpenLoansElsewhere: ({ db }) =>
    listOpenLoans(db, {
      portfolioId: ELSEWHERE,
      endedSince: new Date('2026-01-01'),
      after: '',
      limit: 50,
    }),
  listOpenWorkItemsElsewhere: ({ db }) => work.listOpenWorkItems(db, { portfolioId: ELSEWHERE, kind }),
  listOpenItemsAboutElsewhere: ({ db }) =>
    work.listOpenItemsAbout(db, { portfolioIds: [ELSEWHERE], kind }, [subject]),
  findNewestWorkItemElsewhere: ({ db }) =>
    work.findNewestWorkItem(db, { portfolioId: ELSEWHERE, kind, subject }),
  async takeWorkItemElsewhere({ db, now }) {
    const [item] = await work.listOpenWorkItems(db, { portfolioId: 118, kind })
    const workItemNo = item?.workItemNo ?? ''
    return await taking.takeWorkItem(db, { portfolioId: ELSEWHERE, workItemNo }, { by: 'test', at: now })
  },
  async releaseWorkItemElsewhere({ db, now }) {
    const [item] = await work.listOpenWorkItems(db, { portfolioId: 118, kind })
    const workItemNo = item?.workItemNo ?? ''
    await taking.takeWorkItem(db, { portfolioId: 118, workItemNo }, { by: 'test', at: now, takeOver: true })
    return await taking.releaseWorkItem(db, { portfolioId: ELSEWHERE, workItemNo }, 'test')
  },
  async putOffWorkItemElsewhere({ db, now }) {
    const [item] = await work.listOpenWorkItems(db, { portfolioId: 118, kind })
    const workItemNo = item?.workItemNo ?? ''
    const day = dayOf('2026-03-20')
    return await taking.putOffWorkItem(
      db,
      { portfolioId: ELSEWHERE, workItemNo },
      { by: 'test', at: now, outcome: 'noAnswer', note: 'test', comesBackOn: day, due: day },
    )
  },
  takeNextWorkItemElsewhere: ({ db, now }) =>
    taking.takeNextWorkItem(db, { portfolioIds: [ELSEWHERE], kind }, { by: 'test', at: now }),
  listWorkItemsElsewhere: ({ db, now }) =>
    work.listWorkItems(db, { portfolioId: ELSEWHERE, state: 'open', now, limit: 50 }),
  listWorkItemsOfLoanElsewhere: ({ db, loan }) =>
    work.listWorkItemsOfLoan(db, { portfolioId: ELSEWHERE, loanNo: loan.loanNo }),
  listOpenKindsOfElsewhere: async ({ db, loan }) => [
    ...(await work.listOpenKindsOf(db, ELSEWHERE, [loan.loanNo])),
  ],
  countOpenWorkItemsElsewhere: ({ db, now }) =>
    work.countOpenWorkItems(db, { portfolioId: ELSEWHERE, today: dayOf('2026-03-10'), now }),
  listWorkItemsOpenedBetweenElsewhere: ({ db }) =>
    work.listWorkItemsOpenedBetween(db, [kind], { portfolioId: ELSEWHERE, ...year, limit: 50 }),
  hasOpenWorkItemElsewhere: ({ db, loan }) =>
    work.hasOpenWorkItem(db, { portfolioId: ELSEWHERE, loanNo: loan.loanNo }, [kind]),
  listDocumentRequestsElsewhere: ({ db, ownLoan }) =>
    requests.listDocumentRequests(db, { ...ownLoan, portfolioId: ELSEWHERE }),
  async storeRequestMoveElsewhere({ db, ownLoan, now }) {
    const [request] = await requests.listDocumentRequests(db, ownLoan)
    assert(request !== undefined, 'the scene has a request for a document')
    const elsewhere = { ...request, portfolioId: ELSEWHERE }
    return await requests.storeRequestMove(db, elsewhere, { state: 'received', changedAt: now })
  },
  listLoansWithOverdueRequestsElsewhere: ({ db }) =>
    requests.listLoansWithOverdueRequests(db, {
      portfolioId: ELSEWHERE,
      today: dayOf('2026-03-10'),
      after: '',
      limit: 50,
    }),
}
