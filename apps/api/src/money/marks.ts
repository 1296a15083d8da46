/**
 * Named places where a crash must do no harm, in the order in which money passes them. Tests kill the process at each;
 * see crash-safety.pg.test.ts.
 */
export const MONEY_MARKS = [
  'batch: loans locked',
  'batch: before the file is stored',
  'batch: after the file is stored',
  'batch: after the rows',
  'batch: before the commit',
  'batch: after the commit, before the hand-over',
  'hand-over: before the file is written',
  'hand-over: written, before its name',
  'hand-over: named, before the note',
  'hand-over: after the note',
  'settlement: moved, before it is booked',
  'settlement: booked, before the commit',
  'settlement: after the commit of one loan',
] as const
export type MoneyMark = (typeof MONEY_MARKS)[number]

/** Told of every mark that is passed. Production has none. */
export type Mark = (mark: MoneyMark) => void
