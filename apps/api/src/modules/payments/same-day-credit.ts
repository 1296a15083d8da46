import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { type FundingHours, openSameDay, SAME_DAY_LIMIT } from '@dolphin/domain/disbursement/same-day-ach'
import { TransactionMode, TransactionType } from '@dolphin/domain/payments/codes'
import type { BatchDay } from './batch-file.ts'

/** Entries that settle on the day of their run. */
export const isSameDayRun = ({ businessDate, effectiveEntryDate }: BatchDay): boolean =>
  businessDate === effectiveEntryDate

/** Whether a planned transaction is a disbursement for today whose same-day file can still be originated. */
export const goesSameDay = (
  hours: FundingHours,
  now: Date,
  { type, mode, amount, effectiveDate }: Pick<MoneyTransaction, 'type' | 'mode' | 'amount' | 'effectiveDate'>,
): boolean =>
  type === TransactionType.credit &&
  mode === TransactionMode.ach &&
  amount <= SAME_DAY_LIMIT &&
  effectiveDate === openSameDay(hours, now)
