import { ok, refused } from '../../outcome.ts'
import { ChangeType, InstallmentFlag, TransactionStatus } from '../../payments/codes.ts'
import { withoutFlag } from '../../payments/installment-flags.ts'
import type { ChangeBasis } from './change-basis.ts'
import { changeDeadline } from './change-basis.ts'
import type { CancelChangeRequest, ManualMoveRequest } from './change-request.ts'
import type { PlanOutcome } from './start-in-time.ts'
import { keptPayment } from './target-payments.ts'
import { calculatePlan } from './calculate-plan.ts'

const { onBatch, notChecked, checked, rejected, none } = TransactionStatus

/**
 * 901: an entry on a batch is rejected by hand. 903: money received by hand, a check or money order, is checked:
 * the bank has paid it. Both are moves of the transaction's own table. Source: domain.md §9 and §10.
 */
export function moveByHand(basis: ChangeBasis, request: ManualMoveRequest): PlanOutcome {
  const { changeType, transactionNo, status, isManual } = request
  const isRejection = changeType === ChangeType.manualReject
  const fits = isRejection ? status === onBatch : status === notChecked && isManual
  if (!fits) return refused({ reason: 'changeTypeRefused', why: 'transactionStatus' })
  return ok(
    calculatePlan(basis, { changeType, moves: [{ transactionNo, to: isRejection ? rejected : checked }] }),
  )
}

/**
 * 905: an open change is taken back while nothing of it was sent and none of its rows, old or new, is near: its
 * installments are canceled and those before it hold again. Source: domain.md §10.
 */
export function cancelChange(basis: ChangeBasis, { change }: CancelChangeRequest): PlanOutcome {
  const { loan, open } = basis
  const { cutOffAt, debitStatus, deletedNumbers, newNumbers, paymentModeBefore, payrollBefore } = change
  const restored = loan.installments
    .filter(({ number }) => deletedNumbers.includes(number))
    .map((installment) => ({
      ...installment,
      flags: withoutFlag(installment.flags, InstallmentFlag.deleted),
    }))
  const isNear = restored.some(({ dueDate }) => loan.now >= changeDeadline(loan, dueDate))
  const isGone = newNumbers.some((number) => !open.some((installment) => installment.number === number))
  const isSent = debitStatus !== null && debitStatus !== none
  if (loan.now >= cutOffAt || isNear || isGone || isSent) return refused({ reason: 'changeNotCancelable' })
  const staying = open.filter(({ number }) => !newNumbers.includes(number))
  const target = [...staying, ...restored].toSorted((left, right) => left.dueDate - right.dueDate)
  const plan = calculatePlan(basis, {
    changeType: ChangeType.cancelChange,
    target: target.map(keptPayment),
    paymentModeAfter: paymentModeBefore,
    payrollAfter: payrollBefore,
  })
  return ok({ ...plan, restoredNumbers: deletedNumbers, needsSignature: false })
}
