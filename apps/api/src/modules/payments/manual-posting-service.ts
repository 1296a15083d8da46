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
import { ChangeType } from '@dolphin/domain/payments/codes'
import { type Answer, refuse } from '../../refusal.ts'
import { type ChangePaper, makeChangePaper } from '../servicing/change-paper.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { enterPosting } from '../servicing/enter-posting.ts'
import { headOf } from '../loans/loan-head.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { judgeCancellation, judgeScheduleChange, workOutChange } from './post-change.ts'
import { judgeFeeWaiver, judgeInterestWaiver, judgeReceipt, judgeWriteOff } from './post-debt.ts'
import { judgeReceiptCheck, judgeRejection } from './post-move.ts'
import { judgeRefund } from './post-refund.ts'
import {
  differingFields,
  orderOf,
  type PostingKindName,
  type PostingOrder,
  postingView,
  storedOrder,
} from '../servicing/posting-order.ts'
import type { PostingJudge, PostingWork } from './posting-work.ts'
import type { Deps } from '../../deps.ts'

type Body = CallRequest<typeof manualPostingCall>['body']
type Reply = CallReply<typeof manualPostingCall>

/** An employee's call. */
export interface AskedPosting {
  readonly body: Body
  /** From actorName. */
  readonly actor: string
  readonly now: Date
  readonly write: (work: (unit: UnitOfWork) => Promise<Answer<Reply>>) => Promise<Answer<Reply>>
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
    judge: judgeRefund,
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
export async function postManually(parts: Deps, asked: AskedPosting): Promise<Answer<Reply>> {
  const { body, actor, write } = asked
  const { confirms } = body
  const order = orderOf(body)
  if (confirms === undefined) return write((unit) => enter(parts, unit, order, asked))
  const paper = await renderReceipt(parts, order, asked)
  if (!paper.ok) return paper
  return write((unit) =>
    confirm(parts, unit, { ...asked, order, postingNo: confirms, paper: paper.value, actor }),
  )
}

async function enter(
  parts: Deps,
  unit: UnitOfWork,
  order: PostingOrder,
  { body: { loanNo, note }, actor }: AskedPosting,
): Promise<Answer<Reply>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const judged = await judge(parts, unit, found.value, order)
  if (!judged.ok) return judged
  const entered = await enterPosting(parts, unit, found.value, order, { note, actor })
  return await replyOf(parts, unit, found.value, { ...entered, confirmedBy: null, confirmedAt: null })
}

async function judge(
  parts: Deps,
  unit: UnitOfWork,
  loan: Loan,
  order: PostingOrder,
): Promise<Answer<PostingWork>> {
  const rule = KINDS[order.kind]
  if (!rule.codes.includes(order.changeType)) return refuse('changeTypeRefused')
  const loaded = await loadServicedLoan(parts, unit.tx, loan, unit.now)
  return loaded === undefined ? refuse('loanStatusInvalid') : rule.judge({ parts, loan, loaded, order })
}

interface Confirmation extends AskedPosting {
  readonly order: PostingOrder
  readonly postingNo: string
  readonly paper: ChangePaper | undefined
}

async function confirm(
  parts: Deps,
  unit: UnitOfWork,
  { body: { loanNo }, order, postingNo, actor, paper }: Confirmation,
): Promise<Answer<Reply>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const posting = await lockManualPosting(unit.tx, { portfolioId: loan.portfolioId, postingNo })
  if (posting === undefined || posting.loanNo !== loan.loanNo) return refuse('notFound')
  if (posting.enteredBy === actor) return refuse('makerCheckerSame')
  const fault = confirmFault(posting, order)
  if (fault !== undefined) return fault
  const judged = await judge(parts, unit, loan, order)
  if (!judged.ok) return judged
  const done = await judged.value({ unit, posting, actor, paper })
  if (!done.ok) return done
  const by = { confirmedBy: actor, confirmedAt: unit.now }
  assert(await confirmManualPosting(unit.tx, posting, by), 'the posting is locked until it is confirmed')
  await auditPosted(unit, posting, actor)
  return await replyOf(parts, unit, loan, { ...posting, ...by, state: 'posted' })
}

/** Who confirms says the same again: nobody signs what he has not read. */
function confirmFault(posting: ManualPosting, order: PostingOrder): Answer<never> | undefined {
  if (posting.state === 'posted')
    return refuse('conflict', { errors: [{ elementKey: 'confirms', message: 'It is posted already.' }] })
  const fields = differingFields(storedOrder(posting), order)
  if (fields.length === 0) return undefined
  const message = 'Something else was entered here.'
  return refuse('conflict', { errors: fields.map((elementKey) => ({ elementKey, message })) })
}

/** The receipt of a change, outside of the transaction; nothing for what needs none, or what will be refused. */
async function renderReceipt(
  parts: Deps,
  order: PostingOrder,
  { body: { loanNo }, now }: AskedPosting,
): Promise<Answer<ChangePaper | undefined>> {
  if (order.kind !== 'scheduleChange') return ok(undefined)
  const { db } = parts.database
  const found = await findAnyLoan(db, loanNo)
  if (!found.ok) return found
  const loaded = await loadServicedLoan(parts, db, found.value, now)
  const worked = loaded && workOutChange({ loaded, order })
  if (loaded === undefined || worked?.ok !== true) return ok(undefined)
  return ok(await makeChangePaper(parts, db, loaded, worked.value, { mark: null, at: now }))
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
  parts: Deps,
  unit: UnitOfWork,
  loan: Loan,
  posting: ManualPosting,
): Promise<Answer<Reply>> {
  const after = await findAnyLoan(unit.tx, loan.loanNo)
  assert(after.ok, 'a loan is never deleted')
  const head = await headOf(unit.tx, parts.cipher, after.value)
  return ok({ posting: postingView(parts.cipher, posting), loan: head })
}
