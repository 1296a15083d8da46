import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  confirmManualPosting,
  lockManualPosting,
  type ManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { signAmendmentBy } from '@dolphin/domain/servicing/changes/amendment-terms'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { makeAmendment } from '../servicing/amendment-document.ts'
import { makeChangeDocument, stillToPay } from '../servicing/change-document.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { enterPosting } from '../servicing/enter-posting.ts'
import { headOf } from '../loans/loan-head.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { judgeCancellation, judgeScheduleChange, calculateChange } from './post-change.ts'
import { judgeFeeWaiver, judgeInterestWaiver, judgeReceipt, judgeWriteOff } from './post-debt.ts'
import { judgeReceiptCheck, judgeRejection } from './post-move.ts'
import { checkRefund } from './post-refund.ts'
import {
  differingFields,
  orderOf,
  type PostingKindName,
  type PostingOrder,
  postingView,
  storedOrder,
} from '../servicing/posting-order.ts'
import type { PostingJudge, PostingRun, PostingWork } from './posting-work.ts'
import type { Deps } from '../../deps.ts'

type Body = CallRequest<typeof manualPostingCall>['body']
type Reply = CallReply<typeof manualPostingCall>

/** An employee's call. */
export interface AskedPosting {
  readonly body: Body
  /** From actorName. */
  readonly actor: string
  readonly now: Date
  readonly write: (work: (unit: UnitOfWork) => Promise<Result<Reply>>) => Promise<Result<Reply>>
}

interface KindRule {
  readonly judge: PostingJudge
  readonly codes: readonly ChangeType[]
}

const none = [ChangeType.none]

/** How each kind is judged, and the change types it may name. */
const KINDS: Readonly<Record<PostingKindName, KindRule>> = {
  receipt: { judge: judgeReceipt, codes: none },
  checkReceipt: { judge: judgeReceiptCheck, codes: [ChangeType.manualChecked] },
  refund: {
    judge: checkRefund,
    codes: [
      ChangeType.refundOverpayment,
      ChangeType.refundDuplicateDebit,
      ChangeType.refundFee,
      ChangeType.refundInterest,
      ChangeType.refundGoodwill,
      ChangeType.refundAfterCancellation,
    ],
  },
  feeWaiver: { judge: judgeFeeWaiver, codes: none },
  interestWaiver: { judge: judgeInterestWaiver, codes: none },
  writeOff: { judge: judgeWriteOff, codes: none },
  rejectEntry: { judge: judgeRejection, codes: [ChangeType.manualReject] },
  scheduleChange: {
    judge: judgeScheduleChange,
    codes: [
      ChangeType.skip,
      ChangeType.makeup,
      ChangeType.changeAmount,
      ChangeType.changeMode,
      ChangeType.changeDate,
      ChangeType.partialMakeup,
    ],
  },
  cancelChange: { judge: judgeCancellation, codes: [ChangeType.cancelChange] },
}

/**
 * Enters a posting by hand, which changes nothing yet, or carries out what another employee entered. Either time it
 * is judged against the loan as it stands, and nothing is posted where it does not fit. Errors: the call's refusals.
 * Source: domain.md §10, maker and checker differ.
 */
export async function postManually(deps: Deps, asked: AskedPosting): Promise<Result<Reply>> {
  const { body, write } = asked
  const { confirms } = body
  const order = orderOf(body)
  if (confirms === undefined) return write((unit) => enter(deps, unit, order, asked))
  const documents = await renderDocuments(deps, order, asked)
  if (!documents.ok) return documents
  return write((unit) =>
    confirm(deps, unit, { ...asked, order, postingNo: confirms, documents: documents.value }),
  )
}

async function enter(
  deps: Deps,
  unit: UnitOfWork,
  order: PostingOrder,
  { body: { loanNo, note }, actor }: AskedPosting,
): Promise<Result<Reply>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const judged = await judge(deps, unit, found.value, order)
  if (!judged.ok) return judged
  const entered = await enterPosting(deps, unit, found.value, order, { note, actor })
  const toSign = await previewToSign(deps, unit, found.value, order)
  return await replyOf(deps, unit, found.value, { ...entered, confirmedBy: null, confirmedAt: null }, toSign)
}

async function judge(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  order: PostingOrder,
): Promise<Result<PostingWork>> {
  const rule = KINDS[order.kind]
  if (!rule.codes.includes(order.changeType)) return refuse('changeTypeRefused')
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  return loaded === undefined ? refuse('loanStatusInvalid') : rule.judge({ parts: deps, loan, loaded, order })
}

interface Confirmation extends AskedPosting {
  readonly order: PostingOrder
  readonly postingNo: string
  readonly documents: PostingDocuments
}

type PostingDocuments = Pick<PostingRun, 'document' | 'amendment'>

async function confirm(
  deps: Deps,
  unit: UnitOfWork,
  { body: { loanNo }, order, postingNo, actor, documents }: Confirmation,
): Promise<Result<Reply>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const posting = await lockManualPosting(unit.tx, { portfolioId: loan.portfolioId, postingNo })
  if (posting === undefined || posting.loanNo !== loan.loanNo) return refuse('notFound')
  if (posting.enteredBy === actor) return refuse('makerCheckerSame')
  const fault = confirmFault(posting, order)
  if (fault !== undefined) return fault
  const judged = await judge(deps, unit, loan, order)
  if (!judged.ok) return judged
  const toSign = await previewToSign(deps, unit, loan, order)
  const done = await judged.value({ unit, posting, actor, ...documents })
  if (!done.ok) return done
  const by = { confirmedBy: actor, confirmedAt: unit.now }
  assert(await confirmManualPosting(unit.tx, posting, by), 'the posting is locked until it is confirmed')
  await auditPosted(unit, posting, actor)
  return await replyOf(deps, unit, loan, { ...posting, ...by, state: 'posted' }, toSign)
}

/** The confirming employee enters the same values again, so that no posting is confirmed unread. */
function confirmFault(posting: ManualPosting, order: PostingOrder): Result<never> | undefined {
  if (posting.state === 'posted')
    return refuse('conflict', { errors: [{ elementKey: 'confirms', message: 'It is posted already.' }] })
  const fields = differingFields(storedOrder(posting), order)
  if (fields.length === 0) return undefined
  const message = 'Something else was entered here.'
  return refuse('conflict', { errors: fields.map((elementKey) => ({ elementKey, message })) })
}

/**
 * The receipt of a change, or its amendment to sign, outside of the transaction; nothing for what needs none, or what
 * will be refused.
 */
async function renderDocuments(
  deps: Deps,
  order: PostingOrder,
  { body: { loanNo }, now }: AskedPosting,
): Promise<Result<PostingDocuments>> {
  const none = { document: undefined, amendment: undefined }
  if (order.kind !== 'scheduleChange') return ok(none)
  const { db } = deps.database
  const found = await findAnyLoan(db, loanNo)
  if (!found.ok) return found
  const loaded = await loadServicedLoan(deps, db, found.value, now)
  const worked = loaded && calculateChange({ loaded, order })
  if (loaded === undefined || worked?.ok !== true) return ok(none)
  const plan = worked.value
  return ok(
    plan.needsSignature
      ? { ...none, amendment: await makeAmendment(deps, db, loaded, plan, now) }
      : { ...none, document: await makeChangeDocument(deps, db, loaded, plan, { mark: null, at: now }) },
  )
}

/** What the borrower is asked to sign, for the employees who ask for it; null of what needs no signature. */
async function previewToSign(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  order: PostingOrder,
): Promise<Reply['toSign']> {
  if (order.kind !== 'scheduleChange') return null
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  const worked = loaded && calculateChange({ loaded, order })
  if (loaded === undefined || worked?.ok !== true || !worked.value.needsSignature) return null
  const { oldSchedule, newSchedule, costDifference, lastDateMovesByDays } = worked.value
  return {
    signBy: isoInZone(signAmendmentBy(loaded.serviced, worked.value), loaded.serviced.hours.timeZone),
    totalBefore: moneyToWire(stillToPay(oldSchedule)),
    totalAfter: moneyToWire(stillToPay(newSchedule)),
    costDifference: moneyToWire(costDifference),
    lastDateMovesByDays,
  }
}

async function auditPosted(
  unit: UnitOfWork,
  { portfolioId, loanNo: subject, postingNo, kind, changeType, enteredBy }: ManualPosting,
  actor: string,
): Promise<void> {
  const facts = { postingNo, kind, changeType, enteredBy }
  await appendAudit(unit.tx, { portfolioId, subject, action: 'postingPosted', actor, facts, at: unit.now })
}

async function replyOf(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  posting: ManualPosting,
  toSign: Reply['toSign'],
): Promise<Result<Reply>> {
  const after = await findAnyLoan(unit.tx, loan.loanNo)
  assert(after.ok, 'a loan is never deleted')
  const head = await headOf(unit.tx, deps.cipher, after.value)
  return ok({ posting: postingView(deps.cipher, posting), loan: head, toSign })
}
