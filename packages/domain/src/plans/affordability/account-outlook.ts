import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import {
  adjustPayday,
  type PaydayRules,
  type PaySchedule,
  paydaysAfter,
} from '../../calendar/pay-calendar.ts'
import { type Cents, cents } from '../../money/cents.ts'
import type { Installment } from '../../schedule/installment.ts'
import type { BankAccount } from '../../verification/bank-report.ts'
import { payScheduleOf } from '../../verification/income.ts'
import { incomeSources } from '../../verification/income-source.ts'
import { type CashCalendar, type CashFlow, cashCalendar } from './cash-calendar.ts'
import { knownBills } from './known-bills.ts'

/** Farther ahead a forecast from 90 days of history says little. */
export const OUTLOOK_DAYS = 60
/** More paydays than any rhythm has within the outlook, shifted ones included. */
const MOST_TIMES = 12
/** A nominal payday just before may be shifted into the outlook. */
const SHIFT_DAYS = 7

export type OutlookBasis = {
  readonly account: BankAccount
  /** The day of the bank report: balance and lines are as of its end. */
  readonly asOf: LocalDate
  readonly calendar: BankCalendar
  /** As the borrower stated them; they hold for the largest income. */
  readonly paySchedule: PaySchedule
  readonly rules: PaydayRules
}

/** What is known of an account's days ahead, before any installment of the loan. */
export type AccountOutlook = Pick<OutlookBasis, 'asOf'> & {
  readonly balance: Cents
  readonly cashFlows: readonly CashFlow[]
}

/**
 * Paydays and known bills of the account that the installments are paid from. The loan's own money is left out,
 * because it is borrowed to be spent; so is everyday spending, which has no date. Source: docs/decisions/affordability.md.
 */
export function accountOutlook({
  account,
  asOf,
  calendar,
  paySchedule,
  rules,
}: OutlookBasis): AccountOutlook {
  const { transactions, balance } = account
  const currentSources = incomeSources(transactions, calendar).filter(({ ended }) => !ended)
  const incomes = currentSources.flatMap((source, rank) => {
    const schedule = rank === 0 ? paySchedule : payScheduleOf(source, calendar)
    if (schedule === undefined) return []
    return datesAhead(schedule, asOf, calendar).map(
      (nominal): CashFlow => ({
        date: adjustPayday(nominal, rules, calendar),
        kind: 'payday',
        label: source.payer,
        amount: source.typicalAmount,
      }),
    )
  })
  const bills = knownBills(transactions, asOf, calendar).flatMap(({ payee, amount, schedule }) =>
    datesAhead(schedule, asOf, calendar).map(
      (nominal): CashFlow => ({
        date: calendar.onOrAfter(nominal),
        kind: 'bill',
        label: payee,
        amount: cents(0n - amount),
      }),
    ),
  )
  return { asOf, balance, cashFlows: [...incomes, ...bills] }
}

const datesAhead = (schedule: PaySchedule, asOf: LocalDate, calendar: BankCalendar): readonly LocalDate[] =>
  paydaysAfter(schedule, addDays(asOf, -SHIFT_DAYS), MOST_TIMES, calendar)

/** The outlook with the installments of a plan in it. */
export function withInstallments(
  { asOf, balance, cashFlows }: AccountOutlook,
  installments: readonly Pick<Installment, 'dueDate' | 'payment'>[],
): CashCalendar {
  const debits = installments.map(
    ({ dueDate, payment }): CashFlow => ({
      date: dueDate,
      kind: 'installment',
      label: '',
      amount: cents(0n - payment),
    }),
  )
  return cashCalendar({
    from: asOf,
    to: addDays(asOf, OUTLOOK_DAYS),
    startBalance: balance,
    cashFlows: [...cashFlows, ...debits],
  })
}
