import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import {
  ChangeType,
  FAILED_STATUSES,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { type Cents, sum } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import type { RefundRequest } from '@dolphin/domain/servicing/changes/change-request'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import type { ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import { replayAccount } from '@dolphin/domain/servicing/loan-account'
import { refuse } from '../../refusal.ts'
import { afterPosting } from './after-posting.ts'
import { isAccountUnusable, planRefund } from './refunds.ts'
import { refuseChange } from '../servicing/change-result.ts'
import type { LoadedLoan } from '../servicing/load-serviced-loan.ts'
import {
  transactionOf,
  type PostingCase,
  type PostingJudge,
  type PostingRun,
  wrongField,
} from './posting-work.ts'

const { none, pending, checked } = TransactionStatus

/** Of these a planned refund goes if the money it gives back comes back first. */
const OWED_BACK_ONLY: readonly ChangeType[] = [
  ChangeType.refundOverpayment,
  ChangeType.refundAfterCancellation,
]

/**
 * 301 to 306: money back, on the next batch. Never more than was paid, refunds already planned counted; never to an
 * account with an open R02, R03 or R04. Source: domain.md §10.
 */
export const checkRefund: PostingJudge = (one) => {
  const { loan, loaded, order } = one
  const { amount, changeType, transactionNo } = order
  if (!isRefundType(changeType)) return refuse('changeTypeRefused')
  if (amount === null) return wrongField('amount', 'Enter the amount that goes back.')
  const isDuplicate = changeType === ChangeType.refundDuplicateDebit
  if (isDuplicate && transactionNo === null)
    return wrongField('transactionNo', 'Name the payment that was taken twice.')
  // Money that may still come back by itself is not sent away.
  if (isDuplicate && transactionOf(one)?.status !== checked)
    return refuseChange({ reason: 'changeTypeRefused', why: 'transactionStatus' })
  const request: RefundRequest = {
    changeType,
    amount,
    eventId: isDuplicate ? transactionNo : null,
    refundedOfKind: refundedOfKind(loaded, changeType),
    accountReturned:
      loaded.bankAccount !== undefined && isAccountUnusable(loaded.transactions, loaded.bankAccount),
  }
  const serviced = withPlannedRefunds(loaded)
  const planned = planChange(serviced, request)
  if (!planned.ok) return refuseChange(planned.error)
  if (isDuplicate && loan.status === LoanStatus.terminated && owesWithout(serviced, transactionNo))
    return refuse('loanStatusInvalid')
  return ok((run) => send(one, run, amount))
}

type RefundType = RefundRequest['changeType']

const isRefundType = (changeType: ChangeType): changeType is RefundType =>
  changeType >= ChangeType.refundOverpayment && changeType <= ChangeType.refundAfterCancellation

const plannedRefunds = ({ transactions }: LoadedLoan): MoneyTransaction[] =>
  transactions.filter(
    ({ type, status }) => type === TransactionType.refund && (status === none || status === pending),
  )

/** The loan as it will be once the refunds on their way to the batch are sent: they cannot be given twice. */
function withPlannedRefunds(loaded: LoadedLoan): ServicedLoan {
  const planned = plannedRefunds(loaded)
  const uncounted = new Set(planned.map(({ originalTransactionNo }) => originalTransactionNo))
  const coming = planned
    .filter(({ originalTransactionNo }) => originalTransactionNo === null)
    .map(({ transactionNo: id, effectiveDate: date, amount, changeNo }) => ({
      id,
      kind: changeNo === null ? ('overpaymentRefund' as const) : ('refund' as const),
      date,
      amount,
    }))
  const counted = loaded.serviced.events.filter(({ id }) => !uncounted.has(id))
  return { ...loaded.serviced, events: [...counted, ...coming] }
}

function refundedOfKind({ transactions }: LoadedLoan, changeType: RefundType): Cents {
  const own = transactions.filter(
    ({ type, status, instructionKey }) =>
      type === TransactionType.refund &&
      !FAILED_STATUSES.includes(status) &&
      instructionKey.includes(`/${changeType}/`),
  )
  return sum(own.map(({ amount }) => amount))
}

function owesWithout({ terms, events }: ServicedLoan, transactionNo: string | null): boolean {
  const { principal, unpaidInterest, fees } = replayAccount(
    terms,
    events.filter(({ id }) => id !== transactionNo),
  ).state
  return principal + unpaidInterest + fees > 0n
}

async function send(
  { deps, loan, order }: PostingCase,
  { unit, posting: { postingNo }, actor }: PostingRun,
  amount: Cents,
) {
  const { changeType, transactionNo } = order
  const transaction = await planRefund(deps, unit, loan, {
    amount,
    cause: `${changeType}/${postingNo}`,
    actor,
    ...(OWED_BACK_ONLY.includes(changeType) ? {} : { changeNo: postingNo }),
    ...(changeType === ChangeType.refundDuplicateDebit && transactionNo !== null
      ? { originalTransactionNo: transactionNo }
      : {}),
  })
  assert(transaction !== undefined, 'a posting is carried out once')
  await afterPosting(deps, unit, loan, actor)
  return ok(transaction)
}
