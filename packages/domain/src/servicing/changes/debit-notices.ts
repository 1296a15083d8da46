import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import type { Cents } from '../../money/cents.ts'
import type { ChangeBasis } from './change-basis.ts'
import type { DebitNotice, NewInstallment } from './change-plan.ts'

const UNUSUAL_FROM_BANKING_DAYS = 7
const UNUSUAL_BY_BANKING_DAYS = 3
const LARGER_AMOUNT_DAYS = 10
const OTHER_DATE_DAYS = 7

/** Days before a debit by which Regulation E (amount) or Nacha (date) asks for notice; 0 of neither. */
function daysAhead({ loan, open, regular }: ChangeBasis, dueDate: LocalDate, amount: Cents): number {
  const agreed = open.find((installment) => installment.dueDate === dueDate)
  const authorized = agreed?.amount ?? regular
  if (amount > authorized && loan.installments.length > 0) return LARGER_AMOUNT_DAYS
  return agreed === undefined ? OTHER_DATE_DAYS : 0
}

/**
 * What must be told of a debit whose date or amount differs from the authorized schedule: 7 to 3 banking days
 * before (payday rule, 12 CFR 1041.9(b)(3)); 10 days before where it is larger than authorized (Regulation E, 12
 * CFR 1005.10(d)); 7 days before where the date is another (Nacha).
 */
export function debitNotice(
  basis: ChangeBasis,
  { number, dueDate, amount }: Pick<NewInstallment, 'number' | 'dueDate' | 'amount'>,
): DebitNotice {
  const { calendar } = basis.loan.hours
  const days = daysAhead(basis, dueDate, amount)
  return {
    number,
    dueDate,
    amount,
    unusualFrom: calendar.addBankingDays(dueDate, -UNUSUAL_FROM_BANKING_DAYS),
    unusualBy: calendar.addBankingDays(dueDate, -UNUSUAL_BY_BANKING_DAYS),
    noticeBy: days === 0 ? null : addDays(dueDate, -days),
  }
}

/** Whether its notice is in time when it leaves on a day. */
export const isInTime = ({ unusualBy, noticeBy }: DebitNotice, leavesOn: LocalDate): boolean =>
  leavesOn <= unusualBy && (noticeBy === null || leavesOn <= noticeBy)
