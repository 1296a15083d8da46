import { centsOf } from '../../app/wire-text.ts'
import type { ChangeKind } from './change-kinds.ts'
import type { ChangeResult } from './change-call.ts'
import { isDebited } from './mode-text.ts'
import type { LoanDetail } from './step-props.ts'

type Row = ChangeResult['newSchedule'][number]

/** Changes that say how the payments are made after them. */
const NAMES_WAY: readonly ChangeKind[] = ['way-to-pay', 'pay-off-in-n', 'fixed-amount']

/** Whether two schedules have the same days and amounts. */
export const isSameSchedule = (old: readonly Row[], changed: readonly Row[]): boolean =>
  old.length === changed.length &&
  old.every(({ dueDate, amount }, index) => {
    const other = changed[index]
    return other?.dueDate === dueDate && other.amount === amount
  })

/** Whether a change would do anything to the payments or to how they are made; one that would not is not confirmed. */
export function hasEffect(
  kind: ChangeKind,
  preview: ChangeResult,
  { paymentMode, automatic }: LoanDetail,
): boolean {
  const { oldSchedule, newSchedule, costDifference, expected } = preview
  if (expected !== null || centsOf(costDifference) !== 0 || !isSameSchedule(oldSchedule, newSchedule))
    return true
  if (kind === 'stop-one') return true
  if (kind === 'stop-automatic') return automatic.on
  // Debits that are off come back where the change asks how payments are made: they are authorized anew.
  const isAuthorizedAnew = NAMES_WAY.includes(kind) && isDebited(paymentMode) && !automatic.on
  return preview.paymentMode !== paymentMode || isAuthorizedAnew
}
