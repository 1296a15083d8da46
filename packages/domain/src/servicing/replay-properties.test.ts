import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { beforeAll, describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { addDays, fromEpochDay, type LocalDate, localDate } from '../calendar/local-date.ts'
import type { PaydayRules, PaySchedule } from '../calendar/pay-calendar.ts'
import { PaymentFrequency, PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { type Cents, cents, sum } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { buildSchedule, ScheduleMethod, type ScheduleTerms } from '../schedule/build-schedule.ts'
import type { Schedule } from '../schedule/installment.ts'
import { installmentDates } from '../schedule/testing/installment-dates.ts'
import { ledgerOf } from './ledger-lines.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { agreedAccrual } from './agreed-accrual.ts'
import { type AccountTerms, type ReplayedAccount, replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../payments/payment-order.ts'

const LOANS = 10_000
const calendar = federalReserveCalendar(2024, 2032)

const MONTHLY_DAYS = [...Array.from({ length: 31 }, (_, index) => index + 1), -1, -11, -12, -13]
const SEMI_MONTHLY_DAYS = MONTHLY_DAYS.slice(0, 32)
const EARLIEST = localDate(2024, 1, 1)

/** Every pay calendar that can be entered: the weekdays, every two weeks' day, all 35 monthly codes, all 32 by 32 pairs. */
const PAY_SCHEDULES: readonly PaySchedule[] = [
  ...Array.from(
    { length: 7 },
    (_, index): PaySchedule => ({
      frequency: PayrollFrequency.weekly,
      anchor: addDays(EARLIEST, index),
    }),
  ),
  ...Array.from(
    { length: 14 },
    (_, index): PaySchedule => ({
      frequency: PayrollFrequency.biWeekly,
      anchor: addDays(EARLIEST, index),
    }),
  ),
  ...MONTHLY_DAYS.map((day): PaySchedule => ({ frequency: PayrollFrequency.monthly, day })),
  ...SEMI_MONTHLY_DAYS.flatMap((one) =>
    SEMI_MONTHLY_DAYS.map(
      (two): PaySchedule => ({ frequency: PayrollFrequency.semiMonthly, days: [one, two] }),
    ),
  ),
]
const RULES: readonly PaydayRules[] = ([-1, 1] as const).flatMap((onHoliday) =>
  ([0, 1] as const).map((availability) => ({ onHoliday, availability })),
)
const METHODS = Object.values(ScheduleMethod)
const FREQUENCIES = Object.values(PaymentFrequency)

/** Whole numbers below a bound, the same at every run. */
function numbersFrom(seed: number): (below: number) => number {
  const random = new SeededRandom(seed)
  return (below) => {
    const [high = 0, middle = 0, low = 0] = random.bytes(3)
    return ((high << 16) | (middle << 8) | low) % below
  }
}

interface RandomLoan {
  readonly paySchedule: PaySchedule
  readonly terms: ScheduleTerms
  readonly schedule: Schedule
  readonly account: AccountTerms
  readonly payments: readonly AccountEvent[]
  /** The payments, some of them late or short, and up to three other events. */
  readonly history: readonly AccountEvent[]
  readonly number: (below: number) => number
}

function anyOf<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('there is something to choose from')
  return value
}

const KINDS: readonly AccountEventKind[] = [
  'payment',
  'payment',
  'fee',
  'feeWaiver',
  'interestWaiver',
  'refund',
  'writeOff',
  'cancellation',
]

function historyOf(
  payments: readonly AccountEvent[],
  from: LocalDate,
  number: (below: number) => number,
): AccountEvent[] {
  const late = payments.map((payment) => ({
    ...payment,
    date: addDays(payment.date, number(4) === 0 ? number(40) : 0),
    amount: number(4) === 0 ? cents(BigInt(number(20_000))) : payment.amount,
  }))
  const others = Array.from({ length: number(4) }, (_, index) => ({
    id: `other/${index}`,
    kind: anyOf(KINDS, number(KINDS.length)),
    date: addDays(from, number(200)),
    amount: cents(BigInt(number(20_000))),
  }))
  return [...late, ...others]
}

/** The loan of an index: pay calendars, rules, frequencies and methods in turn, everything else by chance. */
function loanOf(index: number): RandomLoan {
  const number = numbersFrom(index + 1)
  const paySchedule = anyOf(PAY_SCHEDULES, index)
  const rules = anyOf(RULES, number(4))
  const frequency = anyOf(FREQUENCIES, number(2))
  const effectiveDate = addDays(EARLIEST, number(2_000))
  const firstDueAfterDays = { minimum: 7, maximum: 31 }
  const count = 1 + number(26)
  const terms: ScheduleTerms = {
    method: anyOf(METHODS, number(3)),
    principal: cents(BigInt(20_000 + number(480_000))),
    annualRate: rational(BigInt(number(40_000)), 10_000n),
    frequency,
    effectiveDate,
    dates: installmentDates({
      paySchedule,
      rules,
      frequency,
      count,
      effectiveDate,
      firstDueAfterDays,
      calendar,
    }),
  }
  const schedule = buildSchedule(terms)
  const payments: AccountEvent[] = schedule.installments.map((row) => ({
    id: `payment/${row.number}`,
    kind: 'payment',
    date: row.dueDate,
    amount: row.payment,
  }))
  return {
    paySchedule,
    terms,
    schedule,
    payments,
    history: historyOf(payments, effectiveDate, number),
    account: {
      principal: terms.principal,
      prepaidCharge: cents(BigInt(number(2) * number(5_000))),
      effectiveDate,
      accrual: agreedAccrual(terms, schedule.installments),
      interestCredits: [],
      order: paymentOrderOf(AGREEMENT_VERSION),
    },
    number,
  }
}

function shuffled<T>(values: readonly T[], number: (below: number) => number): T[] {
  const mixed = [...values]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = number(last + 1)
    const [left, right] = [anyOf(mixed, last), anyOf(mixed, other)]
    mixed[last] = right
    mixed[other] = left
  }
  return mixed
}

/** Interest, principal and balance of every payment, as the rows of a schedule have them. */
const rowsOf = ({ applied }: ReplayedAccount) =>
  applied
    .map(({ toInterest, toPrincipal, after }) => `${toInterest} ${toPrincipal} ${after.principal}`)
    .join()

/** How a debt went: all amounts after every event. */
const course = ({ applied }: ReplayedAccount) =>
  applied.map(({ event, after }) => `${event.id} ${Object.values(after).join(' ')}`).join()

const isZero = (books: Readonly<Record<string, Cents>>): boolean => sum(Object.values(books)) === 0n

/** Where a rule does not hold: the numbers of the loans, so that a failure can be looked at alone. */
function broken(loans: readonly RandomLoan[], holds: (loan: RandomLoan) => boolean): number[] {
  return loans.flatMap((loan, index) => (holds(loan) ? [] : [index])).slice(0, 5)
}

describe(`over ${LOANS.toLocaleString('en-US')} random loans`, { timeout: 60_000 }, () => {
  let loans: RandomLoan[]
  beforeAll(() => {
    loans = Array.from({ length: LOANS }, (_, index) => loanOf(index))
  }, 60_000)

  test('every pay calendar, rule, frequency and method is among them', () => {
    const seen = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
    expect(seen(loans.map(({ paySchedule }) => paySchedule))).toBe(7 + 14 + 35 + 32 * 32)
    expect(seen(loans.map(({ terms }) => `${terms.method} ${terms.frequency}`))).toBe(3 * 2)
  })

  test('the principal is repaid to the cent and the balance ends at zero', () => {
    const repaid = ({ terms, schedule }: RandomLoan) =>
      sum(schedule.installments.map(({ principal }) => principal)) === terms.principal &&
      schedule.installments.at(-1)?.balanceAfter === 0n &&
      schedule.installments.every((row) => row.payment === row.interest + row.principal && row.interest >= 0n)
    expect(broken(loans, repaid)).toEqual([])
  })

  test('due dates strictly rise and are banking days', () => {
    const rising = ({ terms, schedule }: RandomLoan) =>
      schedule.installments.every(
        ({ dueDate }, index) =>
          calendar.isBankingDay(dueDate) &&
          dueDate > (schedule.installments[index - 1]?.dueDate ?? terms.effectiveDate),
      )
    expect(broken(loans, rising)).toEqual([])
  })

  test('a schedule is the replay of its own payments, row by row', () => {
    const same = ({ account, payments, schedule }: RandomLoan) => {
      const replayed = replayAccount(account, payments)
      const rows = schedule.installments
        .map(({ interest, principal, balanceAfter }) => `${interest} ${principal} ${balanceAfter}`)
        .join()
      const { principal, unpaidInterest, overpaid } = replayed.state
      return rowsOf(replayed) === rows && principal === 0n && unpaidInterest === 0n && overpaid === 0n
    }
    expect(broken(loans, same)).toEqual([])
  })

  test('events come to the same debt in whatever order they become known', () => {
    const same = ({ account, history, number }: RandomLoan) =>
      course(replayAccount(account, shuffled(history, number))) === course(replayAccount(account, history))
    expect(broken(loans, same)).toEqual([])
  })

  test('a payment that comes back leaves the debt as if it had never been', () => {
    const same = ({ account, payments, history, number }: RandomLoan) => {
      const { id: returned } = anyOf(payments, number(payments.length))
      const known = replayAccount(account, history).applied.map(({ event }) => event)
      const without = replayAccount(
        account,
        known.filter(({ id }) => id !== returned),
      )
      const never = history.filter(({ id }) => id !== returned)
      return course(without) === course(replayAccount(account, never))
    }
    expect(broken(loans, same)).toEqual([])
  })

  test('the books come to zero at every event, and no amount is negative', () => {
    const whole = (loan: RandomLoan) =>
      replayAccount(loan.account, loan.history).applied.every(
        ({ after }) =>
          isZero(ledgerOf(loan.account, after)) &&
          after.principal >= 0n &&
          after.unpaidInterest >= 0n &&
          after.fees >= 0n &&
          after.overpaid >= 0n &&
          (after.overpaid === 0n || after.principal + after.unpaidInterest + after.fees === 0n),
      )
    expect(broken(loans, whole)).toEqual([])
  })

  test('what was paid is principal, interest and fees, and what was overpaid', () => {
    const whole = (loan: RandomLoan) => {
      const events = loan.history.filter(({ kind }) => kind === 'payment' || kind === 'fee')
      const { state } = replayAccount(loan.account, events)
      const principal = loan.account.principal - state.principal
      const interest = state.interestEarned - state.unpaidInterest
      return state.paid === principal + interest + (state.feesCharged - state.fees) + state.overpaid
    }
    expect(broken(loans, whole)).toEqual([])
  })

  test('a payoff quoted for a day and paid on it leaves nothing owed and nothing overpaid', () => {
    const cleared = (loan: RandomLoan) => {
      const made = loan.payments.slice(0, loan.number(loan.payments.length))
      const { state } = replayAccount(loan.account, made)
      const date = fromEpochDay(state.accruedTo + loan.number(30))
      const payoff: AccountEvent = {
        id: 'payoff',
        kind: 'payment',
        date,
        amount: payoffOn(loan.account, state, date).total,
      }
      const after = replayAccount(loan.account, [...made, payoff]).state
      return after.principal + after.unpaidInterest + after.fees + after.overpaid === 0n
    }
    expect(broken(loans, cleared)).toEqual([])
  })
})
