import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { manualPostingCall } from '@dolphin/contract/payments'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Cents, moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { signAmendmentBy } from '@dolphin/domain/servicing/changes/amendment-terms'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import { actFactsOf, judgeAct } from '../servicing/act-facts.ts'
import { stillToPay } from '../servicing/change-document.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import type { Enterer } from '../approvals/enter-approval.ts'
import { enterPosting } from '../servicing/enter-posting.ts'
import { headOf } from '../loans/loan-head.ts'
import { judgeCancellation, judgeScheduleChange, calculateChange } from './post-change.ts'
import { judgeFeeWaiver, judgeInterestWaiver, judgeReceipt, judgeWriteOff } from './post-debt.ts'
import { judgeReceiptCheck, judgeRejection } from './post-move.ts'
import { lockPostingLoans, waitsForReceipt } from './posting-locks.ts'
import { checkRefund } from './post-refund.ts'
import { orderOf, type PostingKindName, type PostingOrder, postingView } from '../servicing/posting-order.ts'
import type { PostingJudge, PostingWork } from './posting-work.ts'
import { judgeReceiptReversal } from './reverse-receipt.ts'
import type { Deps } from '../../deps.ts'

type Body = CallRequest<typeof manualPostingCall>['body']
type Reply = CallReply<typeof manualPostingCall>

interface KindRule {
  readonly judge: PostingJudge
  readonly codes: readonly ChangeType[]
}

const none = [ChangeType.none]

/** How each kind is judged, and the change types it may name. */
const KINDS: Readonly<Record<PostingKindName, KindRule>> = {
  receipt: { judge: judgeReceipt, codes: none },
  checkReceipt: { judge: judgeReceiptCheck, codes: [ChangeType.manualChecked] },
  reverseReceipt: { judge: judgeReceiptReversal, codes: none },
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
 * Enters a posting by hand, which changes nothing yet: it is judged against the loan as it stands, and another employee
 * confirms it. Errors: the call's refusals. Source: domain.md §10, maker and checker differ.
 */
export async function enterManually(
  deps: Deps,
  unit: UnitOfWork,
  body: Body,
  enterer: Enterer,
): Promise<Result<Reply>> {
  const { loanNo, note } = body
  const order = orderOf(body)
  const found = await lockPostingLoans(unit.tx, loanNo, order)
  if (!found.ok) return found
  const loan = found.value
  const waiting = await waitsForReceipt(deps, unit, loan, order)
  if (waiting !== undefined) return waiting
  const judged = await judgePosting(deps, unit, loan, order)
  if (!judged.ok) return judged
  const tried = await tryOut(unit, order, judged.value, enterer.by)
  if (!tried.ok) return tried
  const weighs = await weightOf(deps, unit, loan, order)
  const reason = { note, enterer, ...(weighs === undefined ? {} : { weighs }) }
  const { posting, approval } = await enterPosting(deps, unit, loan, { order, reason })
  return ok({
    posting: postingView(deps.cipher, posting),
    approval,
    loan: await headOf(unit.tx, deps.cipher, loan),
    toSign: await previewToSign(deps, unit, loan, order),
  })
}

/** What an order is about that names no amount of it: all that a write-off gives up, the receipt that is reversed. */
async function weightOf(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  { kind, effectiveDate, transactionNo }: PostingOrder,
): Promise<Cents | undefined> {
  if (kind !== 'writeOff' && kind !== 'reverseReceipt') return undefined
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (kind === 'writeOff') return loaded && payoffOn(loaded.terms, loaded.account.state, effectiveDate).total
  return loaded?.transactions.find((one) => one.transactionNo === transactionNo)?.amount
}

/**
 * What carrying it out now would be refused for; undone. A change of the schedule takes a document, so it is only
 * judged.
 */
const tryOut = async (
  unit: UnitOfWork,
  { kind }: PostingOrder,
  work: PostingWork,
  actor: string,
): Promise<Result<unknown>> =>
  kind === 'scheduleChange'
    ? ok(undefined)
    : await triedOut(unit, (part) =>
        work({
          unit: part,
          posting: { postingNo: '', enteredBy: actor },
          actor,
          document: undefined,
          amendment: undefined,
        }),
      )

/** Checks an order of a kind against the loan as it stands. */
export async function judgePosting(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  order: PostingOrder,
): Promise<Result<PostingWork>> {
  const rule = KINDS[order.kind]
  if (!rule.codes.includes(order.changeType)) return refuse('changeTypeRefused')
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  const fault = judgeAct(order.kind, await actFactsOf(unit.tx, loan, loaded))
  if (fault !== undefined) return fault
  return loaded === undefined
    ? refuse('loanStatusInvalid')
    : await rule.judge({ deps, loan, loaded, order }, unit)
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
