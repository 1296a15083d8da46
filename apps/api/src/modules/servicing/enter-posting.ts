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
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { POSTING_LABELS, postingTitle, postingWords } from '@dolphin/domain/servicing/acts/posting-words'
import type { StaffPermission } from '@dolphin/domain/staff/permissions'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import { newServicingNo } from './servicing-number.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type EnteredLine, type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { detailsOf, type PostingOrder } from './posting-order.ts'
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
    title: postingTitle(kind, changeType),
    subject: `Loan ${loanNo}`,
    asEntered: linesOf(order),
    note,
    request: { postingNo, portfolioId },
  })
  return { posting: { ...entered, confirmedBy: null, confirmedAt: null }, approval }
}

function linesOf({ amount, effectiveDate, ...order }: PostingOrder): EnteredLine[] {
  const fields: Readonly<Record<string, unknown>> = {
    ...order,
    effectiveDate: formatLocalDate(effectiveDate),
  }
  const shown = Object.entries(POSTING_LABELS).map(([field, label]) => ({
    label,
    value: postingWords(field, fields[field]),
  }))
  return [{ label: 'Amount', value: amount === null ? null : formatCurrency(amount) }, ...shown].flatMap(
    ({ label, value }) => (value === null ? [] : [{ label, value }]),
  )
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
