import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, sum } from '../money/cents.ts'
import { hasFlag, InstallmentFlag } from '../payment/installment-flags.ts'
import { TransactionStatus } from '../payment/transaction-status.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

/** An agreed payment that is over and not paid, or only in part. */
export interface OverdueInstallment {
  readonly number: number
  readonly dueDate: LocalDate
  readonly open: Cents
}

/** How far a loan is behind its schedule. */
export interface Arrears {
  readonly overdue: readonly OverdueInstallment[]
  readonly amount: Cents
  /** Days since the oldest of them was due; zero where none is. */
  readonly days: number
}

const { pending, onBatch, notChecked, checked } = TransactionStatus
/** With the bank, or taken: nothing more is asked for. */
const UNDER_WAY: readonly TransactionStatus[] = [pending, onBatch, notChecked, checked]

/** What an installment still counts for: a change has not taken it out or cancelled it. */
export const isLive = ({ flags }: Pick<AgreedInstallment, 'flags'>): boolean =>
  !hasFlag(flags, InstallmentFlag.deleted) && !hasFlag(flags, InstallmentFlag.cancelled)

/**
 * The agreed payments of days before this one that nobody paid. Money that came outside the schedule covers the
 * oldest first (our decision); never more is behind than is owed at all. A debit under way counts as paid until it
 * comes back. Source: domain.md §2, §9.
 */
export function arrearsOn(
  today: LocalDate,
  installments: readonly AgreedInstallment[],
  paidOutsideSchedule: Cents,
  owed: Cents,
): Arrears {
  let covering = paidOutsideSchedule
  let left = owed
  const overdue: OverdueInstallment[] = []
  for (const { number, dueDate, amount, status, flags } of installments) {
    if (dueDate >= today || !isLive({ flags }) || UNDER_WAY.includes(status)) continue
    const covered = min(amount, covering)
    covering = cents(covering - covered)
    const open = min(cents(amount - covered), left)
    left = cents(left - open)
    if (open > 0n) overdue.push({ number, dueDate, open })
  }
  const [oldest] = overdue
  return {
    overdue,
    amount: sum(overdue.map(({ open }) => open)),
    days: oldest === undefined ? 0 : daysBetween(oldest.dueDate, today),
  }
}
