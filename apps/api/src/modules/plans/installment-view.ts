import type { installment } from '@dolphin/contract/shapes/payment-plan'
import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { InstallmentFlag, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { Installment } from '@dolphin/domain/schedule/installment'
import type { z } from 'zod'

type InstallmentOnWire = z.output<typeof installment>

/** A payment of a computed schedule: nothing has been asked for yet, and no fee is planned. */
export const computedInstallmentView = ({ payment, ...row }: Installment): InstallmentOnWire =>
  onWire({
    ...row,
    amount: payment,
    fee: ZERO_CENTS,
    status: TransactionStatus.none,
    flags: InstallmentFlag.default,
  })

/** A payment of a schedule as it is stored. */
export const storedInstallmentView = (row: StoredInstallment): InstallmentOnWire =>
  onWire({ ...row, status: row.status as InstallmentOnWire['status'] })

type InstallmentFigures = Pick<
  StoredInstallment,
  'number' | 'dueDate' | 'principal' | 'interest' | 'fee' | 'amount' | 'balanceAfter' | 'flags'
> &
  Pick<InstallmentOnWire, 'status'>

const onWire = (row: InstallmentFigures): InstallmentOnWire => ({
  installmentNo: row.number,
  dueDate: formatLocalDate(row.dueDate),
  principal: moneyToWire(row.principal),
  interest: moneyToWire(row.interest),
  fee: moneyToWire(row.fee),
  amount: moneyToWire(row.amount),
  balanceAfter: moneyToWire(row.balanceAfter),
  status: row.status,
  flags: row.flags,
})
