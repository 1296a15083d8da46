import { CRASH_MARKS, type CrashMark } from '../crash-marks.ts'

/** The crash marks that a round of money passes. */
export type MoneyMark = Extract<CrashMark, `${'batch' | 'hand-over' | 'settlement'}: ${string}`>
export const MONEY_MARKS = CRASH_MARKS.filter((mark): mark is MoneyMark =>
  /^(batch|hand-over|settlement):/.test(mark),
)
