import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { isReturnCode, returnRule } from './debit-eligibility/return-codes.ts'

/**
 * By which code a return is dishonored: misrouted, of an entry that its reversal undid, a second one, untimely, with
 * wrong fields, or sent back as permitted without being agreed. Source: docs/facts/ach.md §2.
 */
export const DISHONOR_CODES = ['R61', 'R62', 'R67', 'R68', 'R69', 'R70'] as const
export type DishonorCode = (typeof DISHONOR_CODES)[number]

/** Banking days after the settlement of a return by which it is dishonored. Source: docs/facts/ach.md §2. */
export const DISHONOR_BANKING_DAYS = 5
/** Banking days after the settlement of a dishonored return by which the bank contests it. Source: docs/facts/ach.md §2. */
export const CONTEST_BANKING_DAYS = 2

/** Fields of a return that are not those of the entry that we sent, as R69 names them. Source: docs/facts/ach.md §2. */
export const WRONG_FIELDS = {
  accountNumber: '01',
  originalTrace: '02',
  amount: '03',
  individualIdentification: '04',
  transactionCode: '05',
} as const
export type WrongField = keyof typeof WRONG_FIELDS

/** The information of an R69: the codes of the fields in error, parted by asterisks. Source: docs/facts/ach.md §2. */
export const wrongFieldCodes = (fields: readonly WrongField[]): string =>
  fields.map((field) => WRONG_FIELDS[field]).join('*')

/** What is known of the entry that a return names, or that a person names for it. */
export interface ReturnedEntry {
  readonly settledOn: LocalDate
  /** Its reversal was sent and has not come back. */
  readonly isReversed: boolean
  /** An earlier return was applied to it. */
  readonly cameBackBefore: boolean
  readonly wrongFields: readonly WrongField[]
}

/** A return that is to be dishonored. */
export interface ReturnToDishonor {
  /** R01 … */
  readonly code: string
  readonly settledOn: LocalDate
  /** Undefined where no entry of ours is known for it. */
  readonly entry: ReturnedEntry | undefined
  /** The banking day of the file that carries the dishonored return. */
  readonly leavesOn: LocalDate
}

/** Why a return cannot be dishonored by a code. */
export type DishonorRefusal =
  | 'tooLate'
  | 'isOurs'
  | 'noEntry'
  | 'notReversed'
  | 'firstReturn'
  | 'timely'
  | 'noTimeFrame'
  | 'fieldsAgree'
  | 'notPermissible'

/** Returns that the banks agree on, which an originator's bank may not have agreed to. Source: docs/facts/ach.md §2. */
const BY_AGREEMENT: readonly string[] = ['R06', 'R31']

/** Why a return cannot be dishonored by a code with a file of a day; undefined where it can. Source: docs/facts/ach.md §2. */
export function dishonorRefusal(
  code: DishonorCode,
  { code: returnCode, settledOn, entry, leavesOn }: ReturnToDishonor,
  calendar: BankCalendar,
): DishonorRefusal | undefined {
  if (leavesOn > calendar.addBankingDays(settledOn, DISHONOR_BANKING_DAYS)) return 'tooLate'
  if (code === 'R61') return entry === undefined ? undefined : 'isOurs'
  if (entry === undefined) return 'noEntry'
  switch (code) {
    case 'R62':
      return entry.isReversed ? undefined : 'notReversed'
    case 'R67':
      return entry.cameBackBefore ? undefined : 'firstReturn'
    case 'R68': {
      const lastDay = lastDayOfReturn(returnCode, entry.settledOn, calendar)
      if (lastDay === undefined) return 'noTimeFrame'
      return settledOn > lastDay ? undefined : 'timely'
    }
    case 'R69':
      return entry.wrongFields.length > 0 ? undefined : 'fieldsAgree'
    case 'R70':
      return BY_AGREEMENT.includes(returnCode) ? undefined : 'notPermissible'
  }
}

/** The last day on which a return is timely; undefined for a code without days. A closed day counts to the next banking day. */
function lastDayOfReturn(
  returnCode: string,
  settledOn: LocalDate,
  calendar: BankCalendar,
): LocalDate | undefined {
  if (!isReturnCode(returnCode)) return undefined
  const { deadline } = returnRule(returnCode)
  if (deadline.unit === 'bankingDays') return calendar.addBankingDays(settledOn, deadline.days)
  // It is there when the banking day after the last calendar day opens.
  if (deadline.unit === 'calendarDays') return calendar.next(addDays(settledOn, deadline.days))
  return undefined
}

/** Whether the bank can contest a dishonored return no more on a day: its days have passed. Source: docs/facts/ach.md §2. */
export const isUncontested = (settledOn: LocalDate, today: LocalDate, calendar: BankCalendar): boolean =>
  today > calendar.addBankingDays(settledOn, CONTEST_BANKING_DAYS)
