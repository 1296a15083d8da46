import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { counterLoanCall, previewCounterCall } from '@dolphin/contract/applications-staff'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan, LoanPatch } from '@dolphin/database/loans/loan-repository'
import {
  askedWords,
  counterAmount,
  type CounterBounds,
  counterBounds,
  counteredDecision,
  offeredWords,
} from '@dolphin/domain/decisions/counteroffer'
import type { Policy } from '@dolphin/domain/decisions/policy'
import { assert } from '@dolphin/domain/assert'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { moveLoan as nextState } from '@dolphin/domain/loans/loan-life'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { reviewedOffer } from '../decisions/counteroffer.ts'
import {
  type CounterofferNotice,
  counterofferMail,
  queueCounteroffer,
} from '../decisions/counteroffer-notice.ts'
import { type Countered, type DecisionOnFile, findNewestDecision } from '../decisions/decision-on-file.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import { previewNotice } from '../notices/send-notice.ts'
import { storePersonsDecision, type WordedReason, wordReasons } from './decline-reasons.ts'

/** A lower amount with its reasons, on the decision that the reviewer read. */
export type CounterOrder = Pick<
  CallRequest<typeof counterLoanCall>['body'],
  'loanNo' | 'amount' | 'reasonCodes' | 'decisionNo'
>

/** A counteroffer that can be made as things stand. */
interface Counter {
  readonly policy: Policy
  readonly earlier: DecisionOnFile
  readonly amount: Cents
  readonly reasons: readonly WordedReason[]
  readonly counter: Countered
  readonly notice: CounterofferNotice
}

/**
 * What countering for these reasons would send now; nothing is stored. Errors: as counterLoan.
 * Source: 12 CFR 1002.9(a)(2), (b)(2), comment 9(a)(1)-6.
 */
export async function previewCounter(
  deps: Deps,
  executor: Executor,
  order: CounterOrder,
  now: Date,
): Promise<Result<CallReply<typeof previewCounterCall>>> {
  const found = await findAnyLoan(executor, order.loanNo)
  if (!found.ok) return found
  const counter = await counterOf(deps, executor, found.value, { ...order, now })
  if (!counter.ok) return counter
  const { values } = await counterofferMail(deps, executor, found.value, { ...counter.value.notice, now })
  return ok({ notice: previewNotice(deps.portfolios, found.value.portfolioId, 'counteroffer', values) })
}

/**
 * Offers less than was asked for: the loan goes back to its borrower, approved in advance up to the lower amount; what was
 * picked or signed of more is over. The decision is stored, and the one notice that is counteroffer and adverse action goes
 * out. An offer that is not taken is withdrawn after 30 days, without another notice.
 *
 * Errors: `loanNotFound`; `reviewDecisionRefused` where it is not with an agent, the underwriter or the tribe, was decided
 * anew since it was read, or nothing lower can be offered; `invalidInput` at `amount` and `reasonCodes`.
 * Source: docs/decisions/counteroffers.md; 12 CFR 1002.9(a)(1), comment 9(a)(1)-6.
 */
export async function counterLoan(
  deps: Deps,
  unit: UnitOfWork,
  { note, actor, ...order }: ReviewOrder & CounterOrder,
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, order.loanNo)
  if (!found.ok) return found
  const made = await counterOf(deps, unit.tx, found.value, { ...order, now: unit.now })
  if (!made.ok) return made
  const { policy, earlier, amount, reasons, counter, notice } = made.value
  const patch = patchOf(found.value, { amount, at: unit.now, until: notice.until })
  const cause = causeOf(`countered with up to ${formatCurrency(amount)}`, note)
  const moved = await moveLoan(deps, unit, found.value, {
    event: 'approvedBeforeSigning',
    cause,
    actor,
    patch,
  })
  if (!moved.ok) return refuse('reviewDecisionRefused')
  const decision = counteredDecision(earlier.decision, {
    amount,
    reasons: reasons.map(({ reason }) => reason),
  })
  const decisionNo = await storePersonsDecision(deps, unit, moved.value, {
    policy,
    decision,
    earlier,
    actor,
    counter,
  })
  await queueCounteroffer(deps, unit, moved.value, { ...notice, decisionNo })
  return moved
}

/** The offer in place of the one before, with what was picked and signed of it; an amount that is to be asked again stays so. */
const patchOf = (
  { flags }: Loan,
  { amount, at, until }: { readonly amount: Cents; readonly at: Date; readonly until: Date },
): LoanPatch => ({
  qualifiedMaximum: amount,
  qualifiedAt: at,
  qualifiedUntil: until,
  approvedAt: at,
  approvedAmount: null,
  planNo: null,
  termsDigest: null,
  signedAt: null,
  disbursementDate: null,
  flags: flags.filter((flag) => flag === LoanFlag.recalculateLoanAmount),
})

async function counterOf(
  deps: Pick<Deps, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
  { now, ...order }: CounterOrder & { readonly now: Date },
): Promise<Result<Counter>> {
  if (!nextState(loan, 'approvedBeforeSigning', { tribeReview: true }).ok)
    return refuse('reviewDecisionRefused')
  const policy = deps.portfolios.byId(loan.portfolioId)?.policy
  assert(policy !== undefined, 'a loan belongs to a portfolio that is served')
  const newest = await findNewestDecision(deps, executor, loan)
  const offer = reviewedOffer(loan, newest)
  const bounds = offer && counterBounds(offer)
  if (newest === undefined || offer === undefined || bounds === undefined)
    return refuse('reviewDecisionRefused', { message: NOTHING_LOWER })
  if (newest.decisionNo !== order.decisionNo)
    return refuse('reviewDecisionRefused', { message: DECIDED_ANEW })
  const amount = amountWithin(bounds, order.amount)
  if (amount === undefined) return refuseField('amount', boundsText(bounds))
  const worded = wordReasons(policy, newest.decision.decision, order.reasonCodes)
  if (!worded.ok) return refuseField('reasonCodes', worded.error)
  const { picked, maximum } = offer
  return ok({
    policy,
    earlier: newest.decision,
    amount,
    reasons: worded.value,
    counter: {
      picked: picked === null ? null : moneyToWire(picked),
      policyMaximum: moneyToWire(maximum),
      decisionNo: newest.decision.counter?.decisionNo ?? newest.decisionNo,
    },
    notice: {
      words: worded.value.map(({ words }) => words),
      asked: askedWords(picked),
      offered: offeredWords({ minimum: bounds.minimum, maximum: amount }),
      until: new Date(now.getTime() + policy.offerValidDays * DAY_MS),
    },
  })
}

const DECIDED_ANEW = 'It was decided anew since you read it. Look at it again, then counter.'
const NOTHING_LOWER = 'Nothing lower can be offered: approve, decline, or ask for more.'

function amountWithin(bounds: CounterBounds, typed: string): Cents | undefined {
  const amount = parseMoney(typed)
  const within = amount === undefined ? undefined : counterAmount(bounds, amount)
  return within?.ok === true ? within.value : undefined
}

const boundsText = ({ minimum, maximum, step }: CounterBounds): string =>
  `Name an amount from ${formatCurrency(minimum)} to ${formatCurrency(maximum)} in steps of ${formatCurrency(step)}.`

const refuseField = (elementKey: string, message: string) =>
  refuse('invalidInput', { errors: [{ elementKey, message }] })
