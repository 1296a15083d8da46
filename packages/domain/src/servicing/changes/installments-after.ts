import { withFlag, withoutFlag } from '../../payments/installment-flags.ts'
import { ChangeType, InstallmentFlag, TransactionStatus } from '../../payments/codes.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import type { ChangePlan } from './change-plan.ts'

/**
 * The installments as a saved change leaves them, by number: removed ones stay with the flag `deleted` (`cancelled`
 * too by 905), restored ones lose it, new ones carry `new`. The server stores them as the next plan; a preview of the
 * same loan starts from them.
 */
export function installmentsAfter(
  before: readonly AgreedInstallment[],
  plan: Pick<ChangePlan, 'changeType' | 'deletedNumbers' | 'restoredNumbers' | 'newInstallments'>,
): AgreedInstallment[] {
  const deleted = new Set(plan.deletedNumbers)
  const restored = new Set(plan.restoredNumbers)
  const isTakenBack = plan.changeType === ChangeType.cancelChange
  const flagsOf = ({ number, flags }: AgreedInstallment): number => {
    if (restored.has(number)) return withoutFlag(flags, InstallmentFlag.deleted)
    if (!deleted.has(number)) return flags
    const off = withFlag(flags, InstallmentFlag.deleted)
    return isTakenBack ? withFlag(off, InstallmentFlag.cancelled) : off
  }
  return [
    ...before.map((installment) => ({ ...installment, flags: flagsOf(installment) })),
    ...plan.newInstallments.map(({ number, dueDate, amount }) => ({
      number,
      dueDate,
      amount,
      status: TransactionStatus.none,
      flags: InstallmentFlag.new,
    })),
  ]
}
