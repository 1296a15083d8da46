import type { BankHoliday } from '@dolphin/domain/calendar/federal-reserve-holidays'
import { asc, count, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { notify } from '../driver/open.ts'
import { bankHolidays } from '../schema/bank-holiday.ts'

/** Notification channel on which nodes learn that a bank holiday was added. */
export const HOLIDAY_CHANNEL = 'dolphin_bank_holidays'

/** Adds the holidays of the rule; days that are there keep their name. */
export async function seedBankHolidays(executor: Executor, holidays: readonly BankHoliday[]): Promise<void> {
  if (holidays.length > 0)
    await executor
      .insert(bankHolidays)
      .values([...holidays])
      .onConflictDoNothing()
}

/** Adds a holiday and notifies every node once the transaction commits; answers the row, which may be an older one. */
export async function addBankHoliday(executor: Executor, holiday: BankHoliday): Promise<BankHoliday> {
  const added = await executor.insert(bankHolidays).values(holiday).onConflictDoNothing().returning()
  if (added.length > 0) await notify(executor, HOLIDAY_CHANNEL, '')
  const [row] = await executor.select().from(bankHolidays).where(eq(bankHolidays.holiday, holiday.holiday))
  return row ?? holiday
}

/** All holidays, in order. */
export async function listBankHolidays(executor: Executor): Promise<BankHoliday[]> {
  return await executor.select().from(bankHolidays).orderBy(asc(bankHolidays.holiday))
}

/** How many holidays there are: rows are added and never changed. */
export async function countBankHolidays(executor: Executor): Promise<number> {
  const [row] = await executor.select({ rows: count() }).from(bankHolidays)
  return row?.rows ?? 0
}
