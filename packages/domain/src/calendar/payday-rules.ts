/** What happens to a payday that falls on a weekend or bank holiday. Numbers of product §3. */
export const PaydayOnHoliday = { previousBusinessDay: -1, nextBusinessDay: 1 } as const
export type PaydayOnHoliday = (typeof PaydayOnHoliday)[keyof typeof PaydayOnHoliday]

/** When pay can be used after payday. Numbers of product §3. */
export const PaydayAvailability = { sameDay: 0, nextBusinessDay: 1 } as const
export type PaydayAvailability = (typeof PaydayAvailability)[keyof typeof PaydayAvailability]

/** Weekday on which the weekly and bi-weekly are paid. Numbers of product §3. */
export const PaydayOfWeek = { monday: 2, tuesday: 3, wednesday: 4, thursday: 5, friday: 6 } as const
export type PaydayOfWeek = (typeof PaydayOfWeek)[keyof typeof PaydayOfWeek]

/**
 * Days of the month that are not a plain 1-31. Semi-monthly pay knows only lastDay; monthly pay knows all.
 * Mid month is the 15th (our convention; product §3 only names it).
 */
export const PaydayOfMonth = {
  lastDay: -1,
  lastBusinessDay: -11,
  midMonth: -12,
  firstBusinessDay: -13,
} as const
export type PaydayOfMonth = (typeof PaydayOfMonth)[keyof typeof PaydayOfMonth]

const isPlainDay = (day: number): boolean => Number.isInteger(day) && day >= 1 && day <= 31

/** Whether a number may stand for a semi-monthly payday: 1-31 or -1. */
export const isSemiMonthlyDay = (day: number): boolean => isPlainDay(day) || day === PaydayOfMonth.lastDay

/** Whether a number may stand for a monthly payday: 1-31, -1, -11, -12 or -13. */
export const isMonthlyDay = (day: number): boolean =>
  isPlainDay(day) || Object.values<number>(PaydayOfMonth).includes(day)
