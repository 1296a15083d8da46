import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  insertManualPosting,
  manualPostingPlace,
  type NewManualPosting,
} from '@dolphin/database/servicing/manual-posting-repository'
import { assert } from '@dolphin/domain/assert'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { dateIn } from '@dolphin/domain/time/new-york'
import { newServicingNo } from './servicing-number.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { detailsOf, type PostingOrder } from './posting-order.ts'
import type { Deps } from '../../deps.ts'

/** Why something is posted, and who says so. */
export interface PostingReason {
  readonly note: string
  /** From actorName. */
  readonly actor: string
}

/** Enters a posting that waits for a second person; nothing is posted. Answers it with its number. */
export async function enterPosting(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo }: Loan,
  order: PostingOrder,
  { note, actor }: PostingReason,
): Promise<NewManualPosting> {
  const postingNo = await newServicingNo(unit, 'P')
  const { kind, changeType, amount, effectiveDate, transactionNo } = order
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
    note: cipher.seal(manualPostingPlace({ portfolioId, postingNo }), note),
    enteredBy: actor,
    enteredAt: unit.now,
    state: 'entered',
  }
  await insertManualPosting(unit.tx, entered)
  const facts = { postingNo, kind, changeType, transactionNo }
  const action = 'postingEntered'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  return entered
}

/** Enters the write-off of all that is left of a loan, from today. Answers the posting's number. */
export async function enterWriteOff(
  deps: Pick<Deps, 'cipher' | 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
  reason: PostingReason,
): Promise<string> {
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
  }
  return (await enterPosting(deps, unit, loan, order, reason)).postingNo
}
