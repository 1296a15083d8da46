import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { exportReviewCall, reviewQueueCall } from '@dolphin/contract/applications-staff'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import { listWaitingLoans, type Loan, type QueuePlace } from '@dolphin/database/loans/loan-repository'
import { STAFF_REVIEWS } from '@dolphin/domain/loans/review-status'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { NOT_FOR_ROLE } from '@dolphin/domain/staff/personal-fields'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { findDecisionOnFile, wordedReasons } from '../decisions/decision-on-file.ts'
import { newTermsReason } from './approve-loan.ts'
import { headOf } from '../loans/loan-head.ts'
import { reviewItemOf } from '../loans/review-item.ts'
import { takenItems, takenOf } from '../work-items/work-item-view.ts'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import { listFile } from '../../http/list-file.ts'
import { holdsIn } from '../../http/personal-reply.ts'

type Reply = CallReply<typeof reviewQueueCall>

const PAGE = 100

/** Loans that wait for a person, longest first, a page at a time. */
export async function readReviewQueue(
  deps: Deps,
  { portfolioId, subStatus, after }: CallRequest<typeof reviewQueueCall>['query'],
  now: Date,
): Promise<Reply> {
  const all = deps.portfolios.all.map(({ portfolio }) => portfolio.portfolioId)
  const asked = {
    portfolioIds: portfolioId === undefined ? all : [portfolioId],
    subStatuses: subStatus === undefined ? STAFF_REVIEWS : [subStatus],
    after: after === undefined ? undefined : readPlace(after),
  }
  const found = await listWaitingLoans(deps.database.db, asked, PAGE + 1)
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  const loans: Reply['loans'][number][] = []
  const taken = await takenItems(deps, deps.database.db, { rows: page, itemOf: reviewItemOf, now })
  for (const loan of page) loans.push({ ...(await queueRow(deps, loan, now)), ...takenOf(taken.get(loan)) })
  return { loans, after: last === undefined ? null : writePlace(last) }
}

const TABLE: readonly (readonly [string, (row: Reply['loans'][number]) => string | number | null])[] = [
  ['Loan', ({ loanNo }) => loanNo],
  ['Customer', ({ customerName }) => customerName],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['Review', ({ subStatus }) => subStatus],
  ['Amount', ({ amount }) => amount],
  ['Reasons', ({ reasons }) => reasons?.map(({ reason }) => reason).join('; ') ?? NOT_FOR_ROLE],
  ['Waits since', ({ waitingSince }) => waitingSince],
  ['Taken by', ({ takenBy }) => takenBy?.name ?? null],
]

/** The queue as a table. */
export const reviewFile = (
  deps: Deps,
  filter: CallRequest<typeof exportReviewCall>['query'],
  by: { readonly actor: EmployeeActor; readonly now: Date },
) =>
  listFile(deps, {
    list: 'reviews',
    columns: TABLE,
    read: async (after) => {
      const { loans, after: next } = await readReviewQueue(deps, { ...filter, after }, by.now)
      const rows = loans.map((loan) => {
        const isRead = holdsIn(by.actor, 'decision.read', [loan.portfolioId])
        return isRead ? loan : { ...loan, reasons: null }
      })
      return { rows, after: next }
    },
    filter,
    ...by,
  })

async function queueRow(
  deps: Deps,
  loan: Loan,
  now: Date,
): Promise<Omit<Reply['loans'][number], 'workItemNo' | 'takenBy'>> {
  const { db } = deps.database
  const [signingSession] = await listSigningSessions(db, loan)
  const reasons = await wordedReasons(deps, db, loan, await findDecisionOnFile(deps, db, loan))
  return {
    ...(await headOf(db, deps.cipher, loan)),
    reasons: reasons.map(({ code, reason, change }) => ({ code, reason: reason.en, change: change.en })),
    waitingSince: isoInZone(loan.updatedAt, NEW_YORK),
    amount: loan.approvedAmount === null ? null : moneyToWire(loan.approvedAmount),
    signStatus: signingSession?.signStatus ?? null,
    newTermsReason: await newTermsReason(deps, db, loan, now),
  }
}

const writePlace = ({ updatedAt, loanNo }: QueuePlace): string => `${updatedAt.getTime()}.${loanNo}`

/** A place that was not written here begins at the start. */
function readPlace(text: string): QueuePlace | undefined {
  const [, milliseconds, loanNo] = /^(\d{1,15})\.(\d{3}-\d{7})$/.exec(text) ?? []
  return loanNo === undefined ? undefined : { updatedAt: new Date(Number(milliseconds)), loanNo }
}
