import { CALLS } from '@dolphin/contract/registry'
import { cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode, TransactionType } from '@dolphin/domain/payments/codes'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

const api: TestApi = await startTestApi()
const days = moneyDays(api)
afterAll(() => api.close())

const MINUTES = 60_000
/** Each agreed payment but the last. */
const LEVEL = cents(7861n)

const change = ({ client, loanNo }: SignedLoan, changeTypeCode: 103 | 104 | 201, body: object) =>
  client.call(CALLS.requestChange, { params: { changeTypeCode }, body: { loanNo, mode: 1, ...body } })

const payNow = (paymentMode: PaymentMode) => (loan: SignedLoan) =>
  change(loan, ChangeType.payDown, { paymentMode, effect: 'due', amount: '78.61', date: '2026-03-18' })

async function receipt({ loanNo }: SignedLoan): Promise<void> {
  const ada = await signInEmployee(api)
  const order = { loanNo, kind: 'receipt', changeTypeCode: 0, amount: '78.61', note: '' } as const
  const none = { transactionNo: null, installmentNo: null }
  const body = { ...order, ...none, effectiveDate: '2026-03-17', paymentMode: PaymentMode.wire }
  const { approval } = await ada.ask(CALLS.manualPosting, { body })
  await confirmApproval(await signInEmployee(api, 'Bea Example'), approval.approvalNo)
}

/** What may happen to the missed payment, whose retry is planned for April 1. */
const ACTS = {
  payNow: payNow(PaymentMode.ach),
  sendIt: payNow(PaymentMode.moneyOrder),
  receipt,
  payOff: ({ client, loanNo }: SignedLoan) =>
    client.call(CALLS.payOff, {
      body: { loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-19' },
    }),
  hardship: (loan: SignedLoan) => change(loan, ChangeType.skip, { number: 2 }),
  stopRetry: (loan: SignedLoan) => change(loan, ChangeType.revokeFutureAch, { number: 1 }),
  revoke: (loan: SignedLoan) => change(loan, ChangeType.revokeFutureAch, {}),
} as const
type Act = keyof typeof ACTS
const NAMES = Object.keys(ACTS) as Act[]
const PAIRS = NAMES.flatMap((first) =>
  NAMES.filter((second) => second !== first).map((second) => [first, second] as const),
)

interface Lived {
  readonly loan: SignedLoan
  /** What the page lists as taken by us, before the batches. */
  readonly listed: readonly (readonly [string, string])[]
  /** What ends the debt on the first day, by the page. */
  readonly payoffToday: string
  readonly all: readonly MoneyTransaction[]
  readonly differences: readonly string[]
}
const lived = new Map<string, Lived>()

/** Every pair on a loan of its own, all on the same days. */
beforeAll(async () => {
  const loans = await days.fund(PAIRS.length)
  await days.collect(PAYDAYS[0])
  const firsts = await Promise.all(loans.map(async (loan) => (await debitsOf(api, loan))[0]))
  const news = firsts.flatMap((transaction) =>
    transaction === undefined ? [] : [{ transaction, code: 'R01' as const }],
  )
  await days.bankSays('2026-03-16', news)
  await liveOn(api, '2026-03-17T09:00:00-04:00')
  const pages = new Map<string, Pick<Lived, 'loan' | 'listed' | 'payoffToday'>>()
  for (const [index, [first, second]] of PAIRS.entries()) {
    const loan = loans[index]
    if (loan === undefined) throw new Error('a loan for each pair')
    const before = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    await ACTS[first](loan)
    await ACTS[second](loan)
    const { timeline } = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    const listed = timeline
      .filter(
        ({ direction, phase, sentBy }) => direction === 'in' && phase === 'scheduled' && sentBy === 'us',
      )
      .map(({ date, amount }) => [date, amount] as const)
    pages.set(`${first} ${second}`, { loan, listed, payoffToday: before.payoffToday })
  }
  await days.batch('2026-03-17')
  await days.settle('2026-03-18')
  await days.batch('2026-03-18')
  for (const day of ['2026-03-19', '2026-03-20', '2026-03-23', '2026-03-24']) await days.settle(day)
  await days.collect(PAYDAYS[1])
  await days.announce('2026-03-25')
  for (const day of ['2026-03-30', '2026-03-31']) await days.settle(day)
  await days.batch('2026-03-31')
  await days.settle('2026-04-01')
  await days.collect(PAYDAYS[2])
  for (const [pair, page] of pages) {
    const all = await listTransactions(api.database.db, page.loan)
    lived.set(pair, { ...page, all, differences: await ledgerDifferences(api, page.loan) })
  }
}, 20 * MINUTES)

const livedBy = (first: Act, second: Act): Lived => {
  const found = lived.get(`${first} ${second}`)
  if (found === undefined) throw new Error('every pair was lived')
  return found
}

/** Money that stays with us: sent to the bank and not returned, or received by hand. */
const taken = ({ all }: Lived): MoneyTransaction[] =>
  all.filter(
    ({ type, traceNumber, purpose, status }) =>
      type === TransactionType.debit && status > 0 && (traceNumber !== null || purpose === 'receipt'),
  )

/** Interest of one day on the whole debt, rounded up: more than a loan of 500.00 can bear in a day. */
const MOST_INTEREST_A_DAY = cents(400n)

describe.each(PAIRS)(
  '%s, then %s (domain.md §14, one amount, several ways to collect it)',
  (first, second) => {
    test('takes the missed payment once, no payment twice, and no more than is owed', () => {
      const one = livedBy(first, second)
      const forMissed = taken(one).filter(
        ({ purpose, installmentNumber }) =>
          purpose === 'receipt' ||
          purpose === 'representment' ||
          (purpose === 'payNow' && installmentNumber === 1),
      )
      expect(sum(forMissed.map(({ amount }) => amount))).toBeLessThanOrEqual(LEVEL)
      const hasPayoff = taken(one).some(({ purpose }) => purpose === 'payOff')
      const numbers = taken(one).flatMap(({ installmentNumber }) => installmentNumber ?? [])
      expect(new Set(numbers).size).toBe(numbers.length)
      const owed = parseMoney(one.payoffToday)
      if (owed === undefined) throw new Error('the page says what is owed')
      const total = sum(taken(one).map(({ amount }) => amount))
      expect(total).toBeLessThanOrEqual(owed + (hasPayoff ? MOST_INTEREST_A_DAY * 2n : 0n))
      expect(one.all.filter(({ type }) => type === TransactionType.refund)).toEqual([])
      expect(one.differences).toEqual([])
    })

    test('the batches take what the page listed, and nothing else', () => {
      const one = livedBy(first, second)
      const sent = one.all
        .filter(({ type, traceNumber, effectiveDate }) => {
          const day = formatLocalDate(effectiveDate)
          return (
            type === TransactionType.debit && traceNumber !== null && day > '2026-03-17' && day < '2026-04-02'
          )
        })
        .map(({ effectiveDate, amount }) => [formatLocalDate(effectiveDate), moneyToWire(amount)])
      expect(sent).toEqual(one.listed.filter(([date]) => date < '2026-04-02'))
    })
  },
)
