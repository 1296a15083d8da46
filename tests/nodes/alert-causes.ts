/** What makes each alert fire at a server that runs (`prometheus.test.ts`). */
export const CAUSED_AT_WORK = {
  DolphinNodeDown: 'a node stopped',
  DolphinCallsFail: 'a table renamed under the server, as by a wrong release',
  DolphinCallsSlow: 'a table locked for 1.5 s, again and again',
  DolphinTransactionsLong: 'the same',
  DolphinOverloaded: 'a node that computes for 2.5 s at a time',
  DolphinEventLoopSlow: 'a node that computes for 0.6 s at a time',
  DolphinSignInsRefused: 'passwords guessed',
  DolphinQueueLate: 'more jobs than the nodes work off, due ten minutes ago',
  DolphinJobsGivenUp: 'the money round failing at its last try',
  DolphinMoneyRoundMissing: 'the money round failing',
  DolphinRoundFailures: 'an ACH file that cannot be read',
  DolphinAchFileLate: 'the same file after its window',
  DolphinBankEntryUnread: 'a file of the bank that cannot be read',
  DolphinBankFileQuarantined: 'the same',
  DolphinProviderFails: 'the bank’s folder gone',
  DolphinBankAway: 'the same',
  DolphinDatabaseSessionsShort: 'a pool of three sessions under load',
  DolphinDiskFilling: 'a watched disk filled to 95 %',
  DolphinWritesPaused: 'the same',
  DolphinMemoryGrows: 'a node that leaks half a megabyte a second',
  DolphinStaffAlarm: 'the operations secret used',
  DolphinFiguresMissing: 'the work items locked for 12 s',
} as const

/** What makes each alert fire where it takes loans with a past (`prometheus-loans.test.ts`). */
export const CAUSED_BY_LOANS = {
  DolphinStranded: 'a loan that owes and whose schedule is lost',
  DolphinWorkItemsOverdue: 'its work item a week later',
  DolphinReturnRateOver: 'one of two debits returned R10',
  DolphinReturnRateNear: 'the same',
} as const

export type Alert = keyof typeof CAUSED_AT_WORK | keyof typeof CAUSED_BY_LOANS
