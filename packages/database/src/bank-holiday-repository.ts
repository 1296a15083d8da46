import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, gte, lte } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { bankHolidays } from './schema/bank-holiday.ts'

/** A day on which ACH is closed. */
export interface BankHoliday {
  readonly holiday: LocalDate
  readonly name: string
}

/** Adds holidays; those that are there keep their name. */
export async function saveBankHolidays(executor: Executor, holidays: readonly BankHoliday[]): Promise<void> {
  if (holidays.length > 0)
    await executor
      .insert(bankHolidays)
      .values([...holidays])
      .onConflictDoNothing()
}

/** Holidays from a day to a day, both included, in order. */
export async function listBankHolidays(
  executor: Executor,
  from: LocalDate,
  to: LocalDate,
): Promise<BankHoliday[]> {
  return await executor
    .select()
    .from(bankHolidays)
    .where(and(gte(bankHolidays.holiday, from), lte(bankHolidays.holiday, to)))
    .orderBy(asc(bankHolidays.holiday))
}
