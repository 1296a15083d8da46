import type { Cents } from '@dolphin/domain/money/cents'
import type { enteredApproval } from '@dolphin/contract/shapes/approval'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  insertManualPosting,
  type ManualPosting,
  manualPostingPlace,
  type NewManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { assert } from '@dolphin/domain/assert'
import { inWords } from '@dolphin/domain/approvals/figures'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import { newServicingNo } from './servicing-number.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type EnteredLine, type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { detailsOf, type PostingKindName, type PostingOrder } from './posting-order.ts'
import type { Deps } from '../../deps.ts'

/** Why something is posted, and who says so. */
export interface PostingReason {
  readonly note: string
  readonly enterer: Enterer
  /** The right by which it is entered, where that is another than the posting's own. */
  readonly enteredUnder?: StaffPermission
  /** What an employee's limit is compared with where the order names no amount, in whole cents: all that a write-off gives up, or the receipt that is reversed. */
  readonly weighs?: Cents
}

/** A posting with the approval that it waits for. */
export interface EnteredPosting {
  readonly posting: ManualPosting
  readonly approval: z.output<typeof enteredApproval>
}

/** What is to be posted, and why. */
interface ReasonedOrder {
  readonly order: PostingOrder
  readonly reason: PostingReason
}

/** Enters a posting that waits for a second person; nothing is posted. Answers it with its number. */
export async function enterPosting(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo }: Loan,
  { order, reason: { note, enterer, enteredUnder, weighs } }: ReasonedOrder,
): Promise<EnteredPosting> {
  const postingNo = await newServicingNo(unit, 'P')
  const { kind, changeType, amount, effectiveDate, transactionNo } = order
  const actor = enterer.by
  const entered: NewManualPosting = {
    portfolioId,
    customerKey,
    postingNo,
    loanNo,
    kind,
    changeType,
    amount,
    effectiveDate,
    transactionNo,
    details: detailsOf(order),
    note: cipher.seal(manualPostingPlace({ portfolioId, loanNo, postingNo }), note),
    enteredBy: actor,
    enteredAt: unit.now,
    state: 'entered',
  }
  await insertManualPosting(unit.tx, entered)
  const facts = { postingNo, kind, changeType, transactionNo }
  const action = 'postingEntered'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  const approval = await enterApproval({ cipher }, unit, enterer, {
    kind: 'posting',
    permission: kind === 'writeOff' ? 'posting.writeOff' : 'posting.enter',
    ...(enteredUnder === undefined ? {} : { enteredUnder }),
    portfolioId,
    loanNo,
    amount: amount ?? weighs ?? null,
    title: titleOf(order),
    subject: `Loan ${loanNo}`,
    asEntered: linesOf(order),
    note,
    request: { postingNo, portfolioId },
  })
  return { posting: { ...entered, confirmedBy: null, confirmedAt: null }, approval }
}

const KIND_TITLES: Readonly<Record<PostingKindName, string>> = {
  receipt: 'Money received',
  checkReceipt: 'Check paid by its bank',
  reverseReceipt: 'Receipt reversed',
  refund: 'Refund',
  feeWaiver: 'Waiver of fees',
  interestWaiver: 'Waiver of interest',
  writeOff: 'Write-off of all that is left',
  rejectEntry: 'Entry that the bank did not carry out',
  scheduleChange: 'Change of the schedule',
  cancelChange: 'Change taken back',
}

const CODE_WORDS: Readonly<Partial<Record<ChangeType, string>>> = {
  [ChangeType.skip]: 'skip',
  [ChangeType.makeup]: 'make up',
  [ChangeType.changeAmount]: 'amount',
  [ChangeType.changeMode]: 'way of paying',
  [ChangeType.changeDate]: 'date',
  [ChangeType.partialMakeup]: 'make up in part',
  [ChangeType.refundOverpayment]: 'overpayment',
  [ChangeType.refundDuplicateDebit]: 'duplicate debit',
  [ChangeType.refundFee]: 'fee',
  [ChangeType.refundInterest]: 'interest',
  [ChangeType.refundGoodwill]: 'goodwill',
  [ChangeType.refundAfterCancellation]: 'after cancellation',
}

/** "Refund 302, duplicate debit" */
function titleOf({ kind, changeType }: PostingOrder): string {
  const words = CODE_WORDS[changeType]
  const code = changeType === ChangeType.none ? '' : ` ${changeType}`
  return `${KIND_TITLES[kind]}${code}${words === undefined ? '' : `, ${words}`}`
}

function linesOf({
  amount,
  effectiveDate,
  transactionNo,
  installmentNo,
  paymentMode,
  reversalReason,
  rightLoanNo,
}: PostingOrder): EnteredLine[] {
  const mode = Object.entries(PaymentMode).find(([, code]) => code === paymentMode)?.[0]
  return [
    { label: 'Amount', value: amount === null ? undefined : formatCurrency(amount) },
    { label: 'Counts from', value: formatUsDate(effectiveDate) },
    { label: 'Transaction', value: transactionNo ?? undefined },
    { label: 'Installment', value: installmentNo?.toString() },
    { label: 'Way of paying', value: mode && inWords(mode) },
    { label: 'Why it is reversed', value: reversalReason === null ? undefined : inWords(reversalReason) },
    { label: 'Moves to loan', value: rightLoanNo ?? undefined },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
}

/** Enters the write-off of all that is left of a loan, from today. */
export async function enterWriteOff(
  deps: Pick<Deps, 'cipher' | 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  reason: PostingReason,
): Promise<EnteredPosting> {
  const zone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone
  assert(zone !== undefined, 'a loan has a portfolio')
  const order: PostingOrder = {
    kind: 'writeOff',
    changeType: ChangeType.none,
    amount: null,
    effectiveDate: dateIn(unit.now, zone),
    transactionNo: null,
    installmentNo: null,
    paymentMode: null,
    reversalReason: null,
    rightLoanNo: null,
  }
  return await enterPosting(deps, unit, loan, { order, reason })
}
