import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { cents, type Cents } from '../money/cents.ts'
import { ChangeType, InstallmentFlag, PaymentMode, TransactionStatus } from '../payments/codes.ts'
import type { AccountEvent } from './account-event.ts'
import { isLive } from './arrears.ts'
import type { ChangeRequest } from './changes/change-request.ts'
import { installmentsAfter } from './changes/installments-after.ts'
import { aLiveLoan, morningOf } from './changes/live-loan.sample.ts'
import { paydaysOf } from './changes/payment-series.ts'
import { planChange } from './changes/plan-change.ts'
import { restartSchedule } from './changes/restart-schedule.ts'
import type { DaySpan } from './late-days.ts'
import { replayAccount } from './loan-account.ts'
import { moveMissed } from './moved-payments.ts'
import { comingPayments } from './next-payment.ts'
import { payoffOn } from './payoff.ts'
import type { AgreedInstallment, ServicedLoan } from './serviced-loan.ts'
import { shiftMissed } from './shifted-payments.ts'
import { START, daily, owedInterest, debtAfter, rowsOf } from './debt-from-scratch.sample.ts'

/* The life of a loan, by the product's own acts. */

interface Life {
  today: LocalDate
  events: AccountEvent[]
  installments: AgreedInstallment[]
  lateDays: DaySpan[]
  /** Payments of the schedule that were taken, newest last. */
  taken: { readonly number: number; readonly id: string }[]
  payDowns: string[]
  receipts: string[]
  named: number
}

const loanOf = ({ today, events, installments, lateDays }: Life): ServicedLoan => {
  const sample = aLiveLoan(0, today, { now: morningOf(today) })
  return {
    ...sample,
    events,
    installments,
    terms: { ...sample.terms, lateDays },
    limits: { maximumInstallments: 60, maximumTermDays: 700 },
  }
}

const isToCome =
  ({ today }: Life) =>
  (one: AgreedInstallment): boolean =>
    isLive(one) && one.status === TransactionStatus.none && one.dueDate >= today

const toComeOf = (life: Life): AgreedInstallment[] =>
  life.installments
    .filter(isToCome(life))
    .toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)

function post(
  life: Life,
  kind: AccountEvent['kind'],
  amount: bigint,
  more: Partial<AccountEvent> = {},
): string {
  life.named += 1
  const id = `${String(life.named).padStart(4, '0')}/${kind}`
  life.events.push({ id, kind, date: life.today, amount: cents(amount), ...more })
  return id
}

function mark(life: Life, number: number, status: TransactionStatus): void {
  life.installments = life.installments.map((one) => (one.number === number ? { ...one, status } : one))
}

/** Before money settles, the interest of days that we were late is given up by a posting of its own. */
function waiveLate(life: Life): void {
  const { at, principal } = debtAfter(life.events)
  const amount =
    daily(principal, daysBetween(at, life.today)) - owedInterest(principal, at, life.today, life.lateDays)
  if (amount > 0n) post(life, 'interestWaiver', amount, { ofLateDays: true })
}

function receive(life: Life, amount: bigint): string {
  waiveLate(life)
  return post(life, 'payment', amount)
}

function change(life: Life, request: ChangeRequest): boolean {
  const plan = planChange(loanOf(life), request)
  if (!plan.ok) return false
  life.installments = installmentsAfter(life.installments, plan.value)
  return true
}

/** Days go by until the next payment, and it is taken. */
function takeNext(life: Life): void {
  const [next] = toComeOf(life)
  if (next === undefined) return
  life.today = next.dueDate
  const { rows } = rowsOf(debtAfter(life.events), [next], life.lateDays)
  const [row] = rows
  if (row === undefined) return mark(life, next.number, TransactionStatus.rejected)
  life.taken.push({ number: next.number, id: receive(life, row.amount) })
  mark(life, next.number, TransactionStatus.checked)
}

/** The day after the last of the next payments, none of which we took. */
function miss(life: Life, count: number): void {
  const missed = toComeOf(life).slice(0, count)
  const last = missed.at(-1)
  if (last === undefined) return
  const since = new Map(missed.map((one) => [one.number, one.dueDate]))
  life.today = addDays(last.dueDate, 1)
  const loan = loanOf(life)
  const of = {
    terms: loan.terms,
    state: replayAccount(loan.terms, loan.events).state,
    missed: missed.map((one) => ({ ...one, agreedOn: since.get(one.number) ?? one.dueDate })),
    noticeDay: life.today,
    calendar: loan.hours.calendar,
  }
  const agreed = toComeOf(life)
  const schedule =
    missed.length > 1
      ? shiftMissed({ ...of, agreed, beside: [], paydaysAfter: paydaysOf(loan) })
      : moveMissed({ ...of, coming: agreed })
  const dayOf = new Map(schedule.moved.map(({ number, to }) => [number, to]))
  const amountOf = new Map(schedule.payments.map(({ number, payment }) => [number, payment]))
  life.installments = life.installments.map((one) =>
    dayOf.has(one.number)
      ? {
          ...one,
          dueDate: dayOf.get(one.number) ?? one.dueDate,
          amount: amountOf.get(one.number) ?? one.amount,
        }
      : one,
  )
  life.lateDays = [...life.lateDays, ...schedule.waived]
}

type Act = (life: Life, share: bigint) => void

/** A day in the open, so that a change can be told in time. */
const wait: Act = (life, share) => {
  const [next] = toComeOf(life)
  const until = addDays(life.today, Number(share % 5n))
  life.today = next !== undefined && until >= next.dueDate ? life.today : until
}

const payDown =
  (effect: 'shorter' | 'smaller'): Act =>
  (life, share) => {
    const { hours } = loanOf(life)
    const date = hours.calendar.addBankingDays(life.today, 2)
    const amount = cents(1_000n + share * 100n)
    const isSaved = change(life, {
      changeType: ChangeType.payDown,
      date,
      amount,
      effect,
      paymentMode: PaymentMode.ach,
    })
    if (!isSaved) return
    // What is due before it is taken on its day.
    for (let [next] = toComeOf(life); next !== undefined && next.dueDate < date; [next] = toComeOf(life))
      takeNext(life)
    life.today = date
    life.payDowns.push(receive(life, amount))
  }

const ACTS: Readonly<Record<string, Act>> = {
  wait,
  'a payment taken': takeNext,
  'a payment returned, with its fee': (life) => {
    const back = life.taken.pop()
    if (back === undefined) return
    life.events = life.events.filter(({ id }) => id !== back.id)
    mark(life, back.number, TransactionStatus.rejected)
    post(life, 'fee', 1_500n)
  },
  'a receipt': (life, share) => void life.receipts.push(receive(life, 500n + share * 37n)),
  'a receipt reversed': (life) => {
    const wrong = life.receipts.pop()
    life.events = life.events.filter(({ id }) => id !== wrong)
  },
  'an extra payment, shorter (103)': payDown('shorter'),
  'an extra payment, smaller (103)': payDown('smaller'),
  'an extra payment sent back (302)': (life) => {
    const twice = life.payDowns.pop()
    if (twice === undefined) return
    life.events = life.events.filter(({ id }) => id !== twice)
    const restarted = restartSchedule(loanOf(life), { since: life.today, until: life.today, isOfLater: true })
    if (restarted !== null) life.installments = installmentsAfter(life.installments, restarted)
  },
  'an overpayment sent back (301)': (life) => {
    const { overpaid } = debtAfter(life.events)
    if (overpaid === 0n) return
    waiveLate(life)
    post(life, 'overpaymentRefund', overpaid)
  },
  'a fee or goodwill sent back (303, 306)': (life, share) => void post(life, 'refund', 100n + share),
  'a fee waived': (life, share) => void post(life, 'feeWaiver', 100n + share * 20n),
  'interest waived': (life, share) => {
    waiveLate(life)
    post(life, 'interestWaiver', 50n + share)
  },
  'help with the next payment (201)': (life) => {
    const [, next] = toComeOf(life)
    if (next !== undefined) change(life, { changeType: ChangeType.skip, number: next.number })
  },
  'one payment that we missed': (life) => miss(life, 1),
  'payments that we missed': (life, share) => miss(life, 2 + Number(share % 3n)),
  'settled for less': (life) => {
    const owed = payoffOn(
      loanOf(life).terms,
      replayAccount(loanOf(life).terms, life.events).state,
      life.today,
    )
    if (life.named <= 12) return
    waiveLate(life)
    post(life, 'writeOff', owed.total)
  },
}

/** Schedule, balance and left to pay, each beside the model. */
function check(life: Life, what: string): void {
  const loan = loanOf(life)
  const { state } = replayAccount(loan.terms, life.events)
  const debt = debtAfter(life.events)
  const toCome = toComeOf(life)
  const must = rowsOf(debt, toCome, life.lateDays)
  const { payments, uncovered } = comingPayments({
    terms: loan.terms,
    state,
    today: life.today,
    agreed: toCome,
    debits: [],
  })
  const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
  expect([state.principal, state.unpaidInterest, state.fees, state.overpaid], what).toEqual([
    debt.principal,
    debt.interest,
    debt.fees,
    debt.overpaid,
  ])
  expect(
    payments.map(({ number, amount, balanceAfter }) => ({ number, amount, balanceAfter })),
    what,
  ).toEqual(must.rows)
  expect(uncovered, what).toBe(must.left)
  // The rows repay the balance, but for what is said to lie beyond them; then the last one ends at zero.
  const repaid = sumOf(payments.map(({ principal }) => principal))
  const end = payments.at(-1)?.balanceAfter ?? state.principal
  expect(repaid + end, what).toBe(debt.principal)
  if (uncovered === 0n) expect(end, what).toBe(0n)
  for (const { amount, fee, interest, principal } of payments) expect(fee + interest + principal).toBe(amount)
  const left: Cents = cents(sumOf(payments.map(({ amount }) => amount)) + uncovered)
  expect(left, what).toBe(sumOf(must.rows.map(({ amount }) => amount)) + must.left)
  const days = toCome.map(({ dueDate }) => dueDate)
  expect(new Set(days).size, `${what}: two payments on a day`).toBe(days.length)
}

/** Postings that never leave more beyond the payments to come than there was. */
const COVERS = new Set([
  'a payment taken',
  'a receipt',
  'an extra payment, shorter (103)',
  'an extra payment, smaller (103)',
  'a fee or goodwill sent back (303, 306)',
  'a fee waived',
  'interest waived',
  'payments that we missed',
  'one payment that we missed',
])

const beyond = (life: Life): bigint => rowsOf(debtAfter(life.events), toComeOf(life), life.lateDays).left

test('schedule, balance and left to pay agree to the cent after every posting (domain.md §7, §9, §14)', () => {
  const acts = fc.array(
    fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), share: fc.bigInt({ min: 0n, max: 60n }) }),
    { minLength: 1, maxLength: 20 },
  )
  const met = new Map<string, number>()
  fc.assert(
    fc.property(acts, (drawn) => {
      const sample = aLiveLoan(0, START)
      const life: Life = {
        today: addDays(START, 1),
        events: [],
        installments: sample.installments.map((one) => ({ ...one, flags: InstallmentFlag.default })),
        lateDays: [],
        taken: [],
        payDowns: [],
        receipts: [],
        named: 0,
      }
      const done: string[] = []
      for (const { act, share } of drawn) {
        const before = beyond(life)
        ACTS[act]?.(life, share)
        done.push(`${act} ${share}`)
        met.set(act, (met.get(act) ?? 0) + 1)
        check(life, done.join(', '))
        if (COVERS.has(act)) expect(beyond(life), done.join(', ')).toBeLessThanOrEqual(before)
        if (act.includes('302') && toComeOf(life).length > 0 && life.taken.length > 0)
          expect(beyond(life) <= before || beyond(life) === 0n, done.join(', ')).toBe(true)
      }
    }),
    { numRuns: 600, seed: 57 },
  )
  expect([...met.keys()].toSorted()).toEqual(Object.keys(ACTS).toSorted())
})
